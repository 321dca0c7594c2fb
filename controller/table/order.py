"""The order of a match: the settings of its table, and the match that it begins or goes on with."""

from __future__ import annotations

import time as clocks
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from controller.announce.health import notice
from controller.config.cameras import RECORDINGS
from controller.config.settings import Settings
from controller.config.settings_file import SettingsError, laid_over
from controller.config.simulation_settings import SimulatedSettings
from controller.errors import ResumeError, TavolaError
from controller.record.journal.folder import FolderLock, next_journal
from controller.record.journal.reader import read_journal
from controller.record.journal.schema import reading_entry
from controller.referee.layout import Corner, Layout
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.referee.state import Phase, Setup
from controller.rules import Player, match_for
from controller.setup.calibrate import home_of_dark, load_calibration
from controller.table.bot.questions import at_one_persons_table
from controller.table.bot.seat import named
from controller.table.session_start import Sitting, awaited, forget_pictures, gone_on, new_match
from controller.web.address import LOOPBACK
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import ExitStack
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.record.journal.reader import JournalContents
    from controller.referee.options.options import Options
    from vision.calibrate.calibration import Calibration

_Kind = TypeVar("_Kind", bound=Settings)
COMPUTER: Final = ("against", "ply", "computer_plays")
"""What a journal keeps of the settings so that a match against a computer can be gone on with."""
SIMULATED: Final = ("length", "seed", "look", "construction", "light", "camera", "habit", "strip", "play", "by_hand")
"""What it keeps so that simulated people can go on with theirs."""


class RefereeingError(TavolaError, ValueError):
    """The settings do not say enough to referee."""


@dataclass(frozen=True, slots=True)
class Order(Generic[_Kind]):
    """What a table is asked for.

    Attributes:
        settings: what is plugged in or simulated, and what is played for.
        resume: go on with an unfinished match.
        journal: its journal; None for the newest of the folder.
        serve: go on with an unfinished match, and when a match is over wait for the next.
        watched: the journal of the match that a film shows, which is kept where somebody rolls in it; None for any
            other.
    """

    settings: _Kind
    resume: bool = False
    journal: Path | None = None
    serve: bool = False
    watched: Path | None = None

    @property
    def me(self) -> Player | None:
        """Whose checkers a computer plays, None where two people play."""
        return computers_side(self.settings)


def computers_side(settings: Settings) -> Player | None:
    """Return whose checkers a computer plays, None where two people play."""
    if settings.table.against == "person":
        return None
    return Player.ONE if settings.table.computer_plays == "black" else Player.TWO


def setup_of(settings: Settings, layout: Layout) -> Setup:
    """Return who plays which checkers from where, and what is agreed."""
    table, usual, me = settings.table, type(settings)().table, computers_side(settings)
    names = named((table.black, table.white), me, table.against, (usual.black, usual.white))
    return Setup.at(names, agreed(settings), layout)


def agreed(settings: Settings, preset_name: str = "", words: tuple[str, ...] = ()) -> Options:
    """Return what is agreed at a table: by its settings, where no other preset and no further options are named.

    Args:
        settings: those of the table. Single options of it hold beside another preset, too.
        preset_name: a preset instead of that of the table; empty for that one.
        words: further options, as `with_words` takes them.

    Raises:
        OptionError: there is no such preset or option.
    """
    table = settings.table
    own = (f"game={table.game}", *table.options.split())
    options = with_words(preset(preset_name or table.preset), (*own, *words))
    return options if computers_side(settings) is None else at_one_persons_table(options)


def at_the_board(settings: Settings) -> tuple[Calibration, Setup]:
    """Return the calibration of a real board, and who plays there.

    Raises:
        RefereeingError: "referee.no_calibration", "referee.no_home".
        OSError, VisionError: the calibration cannot be read.
    """
    table = settings.table
    if table.calibration is None:
        raise RefereeingError("referee.no_calibration")
    calibration = load_calibration(table.calibration)
    home = Corner(table.home_of_black) if table.home_of_black else home_of_dark(table.calibration)
    if home is None:
        raise RefereeingError("referee.no_home", name=str(table.calibration))
    return calibration, setup_of(settings, Layout(home_one=home, shade_one=Shade.DARK))


def open_folder(order: Order[_Kind], stack: ExitStack) -> tuple[JournalContents | None, tuple[Notice, ...]]:
    """Lock the folder of matches, and return the match to go on with, and what has to be said.

    Where none is named it is one of the same kind of table: nobody goes on at a board with what a film showed.

    Raises:
        ResumeError, JournalError: there is no match to go on with, or another program has the folder.
    """
    out, here = order.settings.record.out, _kind_of_table(about(order.settings))
    stack.enter_context(FolderLock(out))
    waiting, told = awaited(out, order.journal, lambda past: _kind_of_table(past) == here, wanted=order.resume)
    told += forget_pictures(out, clocks.time(), order.settings.record.keep_pictures)
    if waiting is None:
        return None, told
    if order.resume or order.serve:
        return read_journal(waiting), told
    # Films end in mid-match, and begin anew when they are shown again.
    return None, told if here == "filmed" else (notice(0.0, "journal.unfinished", name=waiting.name), *told)


def _kind_of_table(about: Mapping[str, str]) -> str:
    """Return where a match was played, by what its journal knows besides: "simulated", "filmed" or "real"; else ""."""
    match about.get("command"), about.get("camera"):
        case "simulate", _:
            return "simulated"
        case "referee", camera:
            return "filmed" if camera in RECORDINGS else "real"
    return ""


def as_before(order: Order[_Kind], past: JournalContents) -> Order[_Kind]:
    """Return an order with the computer player and the simulated table with which an interrupted match was begun.

    Raises:
        ResumeError: the match was not simulated, where one at the simulated table is to go on ("resume.not_simulated"),
            somebody plays in it at the keyboard who is not there ("resume.typed").
        JournalError: the journal does not say against whom.
    """
    about, name, wanted = past.about, past.path.name, order.settings
    if isinstance(wanted, SimulatedSettings):
        try:
            before = {"against": "person"} | {key: about[key] for key in SIMULATED}
            before |= {key: about[key] for key in COMPUTER if key in about}
            settings = laid_over(wanted, before, name, strict=False)
        except (KeyError, SettingsError):
            raise ResumeError("resume.not_simulated", name=str(past.path)) from None
        if settings.simulation.by_hand and not settings.pages.address:
            pages = settings.pages.model_copy(update={"address": LOOPBACK})
            settings = settings.model_copy(update={"pages": pages})
        if settings.simulation.play and not wanted.simulation.play:
            raise ResumeError("resume.typed", name=str(past.path))
        return replace(order, settings=settings)
    if "against" not in about:
        return order
    with reading_entry(name, 0):
        before = {key: about[key] for key in COMPUTER}
        return replace(order, settings=laid_over(order.settings, before, name, strict=False))


def sit_down(
    settings: Settings, setup: Setup, past: JournalContents | None, time: float, journal: Path | None = None
) -> Sitting:
    """Return a new match, or the one that waits.

    Args:
        settings: those of the table.
        setup: what was agreed of a new match.
        past: the journal of the one that waits, None where none does.
        time: now, on the clock of the frames.
        journal: that of a new match; None for the next of the folder.

    Raises:
        ResumeError: it is over ("resume.over").
    """
    if past is None:
        journal = journal or next_journal(settings.record.out)
        return new_match(setup, match_for(settings.table.points), time, journal=journal, about=about(settings))
    sitting = gone_on(past, time)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(past.path))
    return sitting


def about(settings: Settings) -> dict[str, str]:
    """Return what a journal has to know besides."""
    table = settings.table
    against = {} if table.against == "person" else {key: str(getattr(table, key)) for key in COMPUTER}
    if not isinstance(settings, SimulatedSettings):
        return {"command": "referee", "camera": settings.camera.kind, **against}
    simulated = {key: str(getattr(settings.simulation, key)) for key in SIMULATED[1:]}
    return {"command": "simulate", "length": str(table.points), **simulated, **against}
