"""Tables of a hall play whole matches with faults, while the broker is killed: no result is lost, none comes twice."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")

from controller.cli.main import main
from controller.desk.desk import Desk
from controller.hall.errors import HallError
from controller.outputs.mqtt import link as links
from controller.outputs.mqtt.results import result_of, results_of
from controller.record.journal.folder import journals
from controller.record.journal.reader import last_state, read_journal, verify
from controller.referee.events import PlayIllegal
from controller.referee.options.options import preset
from controller.table.unseen.hall_tables import members_of, play_hall
from tests.rigs.mosquitto import PROGRAM, Broker, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.films, pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed")]
TABLES = tuple(f"table-{number}" for number in range(1, 5))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a lost connection be tried again at once."""
    monkeypatch.setattr(links, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(links, "LONGEST_PAUSE", 0.3)


def test_the_desk_has_what_the_tables_journals_have_though_the_broker_was_killed_twice(tmp_path: Path) -> None:
    with Broker(tmp_path, TABLES) as broker, Desk(broker.desk) as desk:
        lines: list[str] = []

        def say(line: str) -> None:
            lines.append(line)
            if line.startswith(("Over: 1 ", "Over: 3 ")):
                broker.kill()
                broker.start()

        assert until(lambda: desk.link.connected)
        seats = play_hall(broker.folder, tmp_path / "out", 1, 3, 0.0, say)
        assert [seat.stuck for seat in seats] == [""] * len(TABLES)
        if not until(lambda: len(desk.view.results) == len(TABLES), 5):  # told when they come back, if not before
            play_hall(broker.folder, tmp_path / "out", 1, 4, 0.0, say, lambda: len(desk.view.results) >= len(TABLES))
        found = {}
        illegal = 0
        for table in TABLES:
            path = journals(tmp_path / "out" / table)[0]
            contents = read_journal(path)
            verify(contents)
            illegal += sum(isinstance(event, PlayIllegal) for event in contents.events)
            result = result_of(path)
            assert result is not None
            found[table, result.match] = result
        assert desk.view.results == found
        assert illegal, "nobody has played an illegal play"
        assert desk.link.connections >= 2


@contextmanager
def played(hall: Path, out: Path) -> Iterator[None]:
    """Let people play at all tables of a hall, and take the next matches, until the end of the block."""
    ended = threading.Event()
    playing = threading.Thread(
        target=play_hall, args=(hall, out, 1, 5, 0.0, lambda _: None, ended.is_set), kwargs={"serve": True}
    )
    playing.start()
    try:
        yield
    finally:
        ended.set()
        playing.join(30)


def test_a_round_is_begun_by_the_desk_and_played_to_its_end(tmp_path: Path) -> None:
    with Broker(tmp_path, TABLES[:2]) as broker, Desk(broker.desk) as desk, played(broker.folder, tmp_path / "out"):
        assert until(lambda: len(desk.view.results) == 2, 60)
        wanted: dict[str, tuple[str, ...]] = dict.fromkeys(TABLES[:2], ("new", "match", "Xenia", "Yuri", "1"))
        answers = desk.orders(wanted, "Carla", "round 2", 20.0)
        assert all(one is not None and one.done for one in answers.values())
        assert until(lambda: len(desk.view.results) == 4, 60)
        assert sum(one.names == ("Xenia", "Yuri") for one in desk.view.results.values()) == 2


def test_a_round_that_is_sent_to_the_tables_is_begun_by_its_players(tmp_path: Path) -> None:
    with Broker(tmp_path, TABLES[:1]) as broker, Desk(broker.desk) as desk:
        with played(broker.folder, tmp_path / "out"):
            assert until(lambda: len(desk.view.results) == 1, 60)
            words = ("pair", "Xenia", "Yuri", "1", "preset=tournament", "clock=delay:30")
            answer = desk.orders({TABLES[0]: words}, "Carla", "round 2", 20.0)[TABLES[0]]
            assert answer is not None
            assert answer.done, answer.lines
            assert until(lambda: len(desk.view.results) == 2, 60)
        second = journals(tmp_path / "out" / TABLES[0])[1]
        options = last_state(read_journal(second)).setup.options
        assert options == replace(preset("tournament"), clock_delay=30.0)
        assert {one.match for one in results_of(second.parent)} == {match for _, match in desk.view.results}


def test_an_interrupted_match_is_gone_on_with_where_its_people_were(tmp_path: Path) -> None:
    with Broker(tmp_path, TABLES[:2]) as broker:
        for most in (40, 333, 700):  # beats, after which the tables are left as a killed program leaves them
            left = partial(next, iter([False] * most), True)
            seats = play_hall(broker.folder, tmp_path / "out", 1, most, 0.0, lambda _: None, left)
            assert [seat.stuck for seat in seats] == ["", ""]
        seats = play_hall(broker.folder, tmp_path / "out", 1, 9, 0.0, lambda _: None)
        assert [(seat.stuck, seat.played) for seat in seats] == [("", 1)] * 2
        for table in TABLES[:2]:
            (path,) = journals(tmp_path / "out" / table)
            contents = read_journal(path)
            assert (len(contents.runs), verify(contents).other) == (4, None)
            assert last_state(contents).match.is_over
            assert result_of(path) is not None


def test_the_command_plays_at_all_tables_of_a_hall(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Broker(tmp_path, TABLES[:1]) as broker:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("controller.cli.simulate.play._BEATS", 0.0)
            assert main(["simulate", "--hall", str(broker.folder), "--out", str(tmp_path / "out"), "--seed", "7"]) == 0
        assert "Over: 1 " in capsys.readouterr().out


def test_a_folder_in_which_no_hall_was_set_up_is_named(tmp_path: Path) -> None:
    with pytest.raises(HallError, match=r"hall\.nothing_set_up") as caught:
        members_of(tmp_path)
    assert caught.value.params == {"name": str(tmp_path)}
