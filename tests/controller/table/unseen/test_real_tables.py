"""Five simulated tables with pictures, each a program of its own, in one hall: the whole chain from frame to desk."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")

from controller.desk.desk import Desk
from controller.hall.membership import membership_text
from controller.record.journal.folder import journals
from controller.record.journal.reader import read_journal
from tests.paths import ROOT
from tests.rigs.mosquitto import PROGRAM, Broker, until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.soak, pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed")]
TABLES = tuple(f"table-{number}" for number in range(1, 6))
TURNS = 6


@pytest.mark.timeout(1800)
def test_five_tables_with_pictures_are_at_the_desk_as_their_journals_have_them(tmp_path: Path) -> None:
    with Broker(tmp_path, TABLES) as broker, Desk(broker.desk) as desk:
        playing = []
        for number, name in enumerate(TABLES):
            member = tmp_path / f"{name}.json"
            member.write_text(membership_text(broker.tables[name]))
            words = ["simulate", "--hall", str(member), "--turns", str(TURNS), "--seed", str(number + 1), "--quiet"]
            words += ["--strip", "memory", "--out", str(tmp_path / name)]
            playing.append(subprocess.Popen([sys.executable, "-m", "controller.cli.main", *words], cwd=ROOT))
        assert [one.wait(1500) for one in playing] == [0] * len(TABLES)
        assert until(lambda: all(desk.view.tables[name].does == "gone" for name in TABLES))
        for name in TABLES:
            state = desk.view.tables[name].state
            (path,) = journals(tmp_path / name)
            contents = read_journal(path)
            assert state is not None
            assert (state.session, state.names) == (path.stem, contents.record.players)
            told = [entry.number for entry in contents.entries if entry.events]
            assert state.seq >= told[-1]
