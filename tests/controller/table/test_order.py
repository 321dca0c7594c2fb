"""An order goes on with a match of its own kind of table, and speaks of one that waits there."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from controller.config.settings import CameraSettings, RecordSettings, Settings
from controller.config.simulation_settings import SimulatedSettings
from controller.errors import ResumeError
from controller.record.journal.folder import next_journal
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.rules import match_to
from controller.table.order import Order, about, open_folder
from controller.table.session_start import new_match
from vision.reading import Shade

SETUP = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
KINDS = ("simulated", "filmed", "real")


def settings_of(kind: str, folder: Path) -> Settings:
    """Return the settings of a kind of table whose matches lie in a folder."""
    record = RecordSettings(out=folder)
    if kind == "simulated":
        return SimulatedSettings(record=record)
    video = CameraSettings(kind="video", file=Path("film.mp4"))
    return Settings(record=record, camera=video if kind == "filmed" else CameraSettings(kind="csi"))


def left_off(folder: Path, settings: Settings) -> Path:
    """Return the journal of a match that was left off at a table."""
    journal = new_match(SETUP, match_to(3), 0.0, journal=next_journal(folder), about=about(settings)).journal
    assert journal is not None
    journal.close()
    return journal.path


def opened(order: Order[Settings]) -> tuple[Path | None, list[str]]:
    """Return the journal of the match that an order goes on with, and the names of what is said."""
    with ExitStack() as stack:
        past, told = open_folder(order, stack)
    return None if past is None else past.path, [one.key for one in told]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("resume", "serve"), [(True, False), (False, True)], ids=["resume", "serve"])
def test_it_goes_on_with_the_newest_of_its_kind_though_a_newer_one_of_another_lies_there(
    tmp_path: Path, kind: str, *, resume: bool, serve: bool
) -> None:
    own = left_off(tmp_path, settings_of(kind, tmp_path))
    for other in KINDS:
        if other != kind:
            left_off(tmp_path, settings_of(other, tmp_path))
    assert opened(Order(settings_of(kind, tmp_path), resume, serve=serve)) == (own, [])


@pytest.mark.parametrize("kind", KINDS)
def test_where_only_others_wait_there_is_none_to_go_on_with(tmp_path: Path, kind: str) -> None:
    others = [left_off(tmp_path, settings_of(other, tmp_path)) for other in KINDS if other != kind]
    settings = settings_of(kind, tmp_path)
    with pytest.raises(ResumeError, match=r"resume\.nothing"):
        opened(Order(settings, resume=True))
    assert opened(Order(settings, serve=True)) == (None, [])
    assert opened(Order(settings, resume=True, journal=others[0])) == (others[0], [])


@pytest.mark.parametrize(("kind", "said"), [("simulated", True), ("filmed", False), ("real", True)])
def test_of_one_that_waits_it_is_spoken_where_a_new_one_begins_but_not_of_films(
    tmp_path: Path, kind: str, *, said: bool
) -> None:
    settings = settings_of(kind, tmp_path)
    left_off(tmp_path, settings)
    assert opened(Order(settings)) == (None, ["journal.unfinished"] if said else [])


def test_a_damaged_match_of_another_kind_keeps_nobody_from_going_on(tmp_path: Path) -> None:
    own = left_off(tmp_path, settings_of("real", tmp_path))
    other = left_off(tmp_path, settings_of("filmed", tmp_path))
    with closing(sqlite3.connect(other)) as db:
        ((body,),) = db.execute("SELECT body FROM entries").fetchall()
    content = other.read_bytes()
    other.write_bytes(content.replace(body[:8], b"\0" * 8))
    assert opened(Order(settings_of("real", tmp_path), resume=True)) == (own, [])
    with pytest.raises(ResumeError, match=r"resume\.unreadable"):
        opened(Order(settings_of("filmed", tmp_path), resume=True))
