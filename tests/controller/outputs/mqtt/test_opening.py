"""A table takes part in a hall where that is set, and what stands in the way is one clean line."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.announce.error_messages import trouble
from controller.announce.language import Words
from controller.foreign import ForeignError
from controller.hall.errors import HallError
from controller.hall.membership import Membership, membership_text
from controller.outputs.mqtt.opening import load_membership, open_hall
from tests.controller.outputs.mqtt.halls import a_table, carried
from tests.controller.outputs.pages.played import told
from tests.rigs.mosquitto import free_port, until

if TYPE_CHECKING:
    from pathlib import Path

PASSWORD = "p" * 24
MEMBER = Membership(hall="club", table="table-1", host="127.0.0.1", port=9, password=PASSWORD, key="0" * 64)


def test_a_membership_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "hall.json"
    path.write_text(membership_text(MEMBER))
    assert load_membership(path) == MEMBER
    path.write_text("{}")
    with pytest.raises(ForeignError):
        load_membership(path)
    with pytest.raises(FileNotFoundError):
        load_membership(tmp_path / "none.json")


def test_a_certificate_that_is_none_is_one_clean_line() -> None:
    pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")
    bad = replace(MEMBER, authority="-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    with pytest.raises(HallError) as caught:
        open_hall(bad, carried, words=Words())
    assert caught.value.key == "hall.authority"
    assert "\n" not in trouble(caught.value)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "controller.outputs.mqtt.listener", raising=False)
    monkeypatch.delitem(sys.modules, "controller.outputs.mqtt.link", raising=False)
    for name in [name for name in sys.modules if name.startswith("paho")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho", None)
    with pytest.raises(HallError) as caught:
        open_hall(MEMBER, carried, words=Words())
    assert caught.value.key == "hall.missing"


def test_a_broker_that_is_not_there_holds_nothing_up(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")
    caplog.set_level("DEBUG")
    with a_table(replace(MEMBER, port=free_port())) as table:
        for one in told():
            table.hear(one)
        assert until(lambda: table.link.trouble)
        assert not table.link.connected
        assert table.link.dropped > 0
    assert PASSWORD not in caplog.text
