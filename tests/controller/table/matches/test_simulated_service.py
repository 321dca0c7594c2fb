"""A service at the simulated table plays match after match, as they are ordered, until it is ended."""

from __future__ import annotations

import io
import threading
import time
from typing import TYPE_CHECKING

from rich.console import Console

from controller.control.client import command
from controller.control.errors import ControlError
from controller.control.wire import Asked, socket_path
from controller.record.journal.folder import journals
from controller.record.journal.reader import read_journal
from controller.table.simulated import simulate
from tests.controller.table.matches.test_resume import stop_after
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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


def test_a_new_match_is_played_when_it_is_ordered_and_the_service_ends_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 2, cut=False)
    said = (("award", "match", "1"), ("new", "match", "Clara", "Dario", "1"), ("stop",))

    def direct() -> None:
        for words in said:
            order(tmp_path, *words)

    director = threading.Thread(target=direct)
    director.start()
    text = io.StringIO()
    played = simulate(ordered(tmp_path, seed=11, serve=True), Console(file=text, width=200))
    director.join(10)
    assert "Clara against Dario" in text.getvalue()
    assert played.keeper.record.players == ("Clara", "Dario")
    one, other = journals(tmp_path)
    assert read_journal(one).about["seed"] == "11"
    assert read_journal(other).about["seed"] == "12"
    assert one.with_suffix(".mat").exists()
    assert played.match_file == other.with_suffix(".mat")
