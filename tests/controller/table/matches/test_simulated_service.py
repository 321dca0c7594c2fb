"""A service at the simulated table plays match after match, as they are ordered, until it is ended."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.control.client import command
from controller.control.errors import ControlError
from controller.control.requests import Requests
from controller.control.wire import Asked, socket_path
from controller.record.journal.folder import journals
from controller.record.journal.reader import read_journal
from controller.simulation.errors import SimulationError
from controller.simulation.people.people import People
from controller.simulation.table import Beat
from controller.table.simulated import simulate
from tests.controller.table.matches.test_resume import stop_after
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.config.simulation_settings import SimulatedSettings
    from controller.control.requests import Ask
    from controller.simulation.people.company import Acting
    from controller.table.order import Order
    from controller.table.seating import Played


def order(folder: Path, *words: str) -> None:
    """Give an order as soon as somebody listens, and again until it is carried out."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            if command(socket_path(folder), Asked(words, "the director", "a test"), console=Console(quiet=True)):
                return
        except ControlError:
            pass
        time.sleep(0.2)


def directed(
    wanted: Order[SimulatedSettings],
    said: tuple[tuple[str, ...], ...],
    ended: Callable[[str], bool] = lambda _text: True,
) -> tuple[Played, str]:
    """Return what was played at the simulated table, and its text.

    Args:
        wanted: what it is asked for.
        said: orders, each given when the one before is carried out.
        ended: returns by the text so far whether it may be told to stop then.
    """
    folder = wanted.settings.record.out

    def direct() -> None:
        for words in said:
            order(folder, *words)
        until = time.monotonic() + 120
        while not ended(text.getvalue()) and time.monotonic() < until:
            time.sleep(0.1)
        order(folder, "stop")

    director, text = threading.Thread(target=direct), io.StringIO()
    director.start()
    played = simulate(wanted, Console(file=text, width=200))
    director.join(10)
    return played, text.getvalue()


def test_a_new_match_is_played_when_it_is_ordered_and_the_service_ends_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 2, cut=False)
    said = (("award", "match", "1"), ("new", "match", "Clara", "Dario", "1"))
    played, text = directed(ordered(tmp_path, seed=11, serve=True), said)
    assert "Clara against Dario" in text
    assert played.keeper.record.players == ("Clara", "Dario")
    one, other = journals(tmp_path)
    assert read_journal(one).about["seed"] == "11"
    assert read_journal(other).about["seed"] == "12"
    assert one.with_suffix(".mat").exists()
    assert played.match_file == other.with_suffix(".mat")


def test_a_match_that_is_ordered_before_the_last_has_begun_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 60, cut=False)
    said = (
        ("award", "match", "1"),
        ("new", "match", "Clara", "Dario", "1"),
        ("new", "match", "Emma", "Franz", "3"),
        ("award", "match", "2"),
    )
    played, text = directed(ordered(tmp_path, serve=True), said)
    assert "Emma against Franz" in text
    assert played.keeper.record.players == ("Emma", "Franz")
    seeds = [(read_journal(one).about["seed"], read_journal(one).about["length"]) for one in journals(tmp_path)]
    assert seeds == [("1", "1"), ("2", "1"), ("3", "3")]


def test_after_money_a_match_is_played_to_its_end_and_with_the_cube(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 60, cut=False)
    few, seated = People.play_match, []

    def noted(self: People) -> Acting:
        seated.append((self.games, self.doubles))
        return few(self)

    monkeypatch.setattr(People, "play_match", noted)
    said = (("new", "match", "Clara", "Dario", "3"),)
    money = ordered(tmp_path, serve=True, length=0, options="cube_by_sight=after-pause")
    directed(money, said, lambda _text: len(seated) > 1)
    assert seated == [(1, True), (None, True)]


def test_where_people_cannot_go_on_a_service_says_so_and_waits_for_the_next_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_match, begun = People.play_match, []

    def confused(self: People) -> Acting:
        begun.append(self)
        if len(begun) != 2:
            yield Beat(self.scene)
            raise SimulationError("people.no_answer")
        yield from play_match(self)

    monkeypatch.setattr(People, "play_match", confused)
    said = (("award", "match", "1"), ("new", "match", "Clara", "Dario", "1"), ("award", "match", "2"))
    played, text = directed(ordered(tmp_path, serve=True), said)
    assert "The simulated players cannot go on" in text
    assert played.keeper.record.players == ("Clara", "Dario")
    with pytest.raises(SimulationError):
        simulate(ordered(tmp_path), Console(quiet=True))


def test_where_pages_are_open_the_next_match_is_played_without_a_service_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
    stop_after(monkeypatch, 60, cut=False)
    wanted = ordered(tmp_path)
    pages = wanted.settings.pages.model_copy(update={"address": "127.0.0.1:0"})
    wanted = replace(wanted, settings=wanted.settings.model_copy(update={"pages": pages}))
    said = (("award", "match", "1"), ("new", "match", "Clara", "Dario", "3"), ("award", "match", "2"))
    played, _ = directed(wanted, said, lambda text: "The pages stay up" in text)
    assert played.keeper.record.players == ("Clara", "Dario")
    assert [read_journal(one).about["seed"] for one in journals(tmp_path)] == ["1", "2"]


@pytest.mark.parametrize("over", [True, False])
def test_whoever_leaves_off_with_ctrl_c_while_nothing_is_played_finds_everything_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, over: bool
) -> None:
    stop_after(monkeypatch, 2, cut=False)
    take = Requests.take

    def left(self: Requests, wait: float) -> list[Ask]:
        if bool(wait) is over:  # only whoever waits for the next match waits for orders
            raise KeyboardInterrupt
        return take(self, wait)

    monkeypatch.setattr(Requests, "take", left)
    wanted = ordered(tmp_path, serve=True)
    with nullcontext() if over else pytest.raises(KeyboardInterrupt):
        assert simulate(wanted, Console(quiet=True)).match_file.exists()


def test_a_service_that_is_asked_to_end_by_the_system_leaves_its_folder_in_order(tmp_path: Path) -> None:
    typed = [sys.executable, "-m", "controller.cli.main", "simulate", "--serve", "--strip", "memory"]
    running = subprocess.Popen([*typed, "--out", str(tmp_path)], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        order(tmp_path, "status")
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0
    finally:
        running.kill()
        running.wait(10)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {".lock", "match-0001.journal", "match-0001.mat", "final.png"}
