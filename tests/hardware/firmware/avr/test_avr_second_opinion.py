"""The Nano's image in two simulators, given the same bytes at the same times: they must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.firmware import avr, build
from tests.rigs.avr import avr8js_rig
from tests.rigs.numbers import SAFE
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


def test_two_simulators_agree_on_every_answer_and_every_light(nano: Path, tmp_path: Path) -> None:
    sends, end_us = avr8js_rig.conversation()
    image = or_skip(lambda: avr.build_avr(tmp_path))
    second = or_skip(lambda: avr8js_rig.avr8js(image, sends, end_us))
    first = avr8js_rig.simavr(nano, sends, end_us)
    assert first.bad == second.bad == 0
    assert first.zero == second.zero
    assert first.one == second.one
    assert max(first.low[1], second.low[1]) <= 80
    assert avr8js_rig.said(first) == avr8js_rig.said(second)
    assert len(avr8js_rig.said(first)) > 0.7 * avr8js_rig.STATES, "the rigs are alive: requests were answered"
    assert [grb for _, grb in first.latched] == [grb for _, grb in second.latched]
    assert len(first.latched) > avr8js_rig.STATES, "the lights moved between the states"
    for (at, _), (also_at, _) in zip(first.latched, second.latched, strict=True):
        assert at == pytest.approx(also_at, abs=1_500)
    assert first.latched[0][1] == SAFE
    assert SAFE in [grb for _, grb in first.latched[-2:]], "and a host that fell silent left them safe"


def test_a_system_without_node_is_told_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.CompilerMissing) as caught:
        avr8js_rig.avr8js(tmp_path, (), 0)
    assert caught.value.params == {"program": "node", "package": "nodejs"}
