"""`tavola referee`'s order: what is played for at a real table, and the match that it begins or goes on with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.config.settings import TableSettings
from controller.errors import ResumeError, TavolaError
from controller.record.journal.schema import reading_entry
from controller.referee.layout import Corner, Layout
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.referee.state import Phase, Setup
from controller.rules import Player, match_for
from controller.setup.calibrate import home_of_dark, load_calibration
from controller.table.bot.questions import at_one_persons_table
from controller.table.bot.seat import named
from controller.table.session_start import Sitting, new_match, resume
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from controller.config.settings import Settings
    from vision.calibrate.calibration import Calibration


class RefereeingError(TavolaError, ValueError):
    """The settings do not say enough to referee."""


@dataclass(frozen=True, slots=True)
class Order:
    """What `tavola referee` is asked for.

    Attributes:
        settings: what is plugged in, and what is played for.
        resume: go on with an unfinished match.
        journal: its journal; None for the newest of the folder.
        serve: go on with an unfinished match, and when a match is over wait for the next.
    """

    settings: Settings
    resume: bool = False
    journal: Path | None = None
    serve: bool = False


def prepare(order: Order) -> tuple[Calibration, Setup]:
    """Return the calibration, and who plays which checkers from where."""
    table = order.settings.table
    if table.calibration is None:
        raise RefereeingError("referee.no_calibration")
    calibration = load_calibration(table.calibration)
    home = Corner(table.home_of_black) if table.home_of_black else home_of_dark(table.calibration)
    if home is None:
        raise RefereeingError("referee.no_home", name=str(table.calibration))
    layout = Layout(home_one=home, shade_one=Shade.DARK)
    agreed, me = with_words(preset(table.preset), (f"game={table.game}", *table.options.split())), computers_side(order)
    usual = TableSettings()
    names = named((table.black, table.white), me, table.against, (usual.black, usual.white))
    return calibration, Setup.at(names, agreed if me is None else at_one_persons_table(agreed), layout)


def as_before(order: Order, sitting: Sitting) -> Order:
    """Return an order with the computer player against whom an interrupted match was begun."""
    before = {} if sitting.past is None else sitting.past.about
    if "against" not in before:
        return order
    table = order.settings.table.model_dump() | {name: before[name] for name in ("against", "ply", "computer_plays")}
    with reading_entry(sitting.past.path.name if sitting.past is not None else "", 0):
        update = {"table": TableSettings.model_validate(table, strict=False)}
    return replace(order, settings=order.settings.model_copy(update=update))


def computers_side(order: Order) -> Player | None:
    """Return whose checkers a computer plays, None where two people play."""
    table = order.settings.table
    if table.against == "person":
        return None
    return Player.ONE if table.computer_plays == "black" else Player.TWO


def sit_down(order: Order, setup: Setup, waiting: Path | None) -> Sitting:
    """Return a new match, or the one that waits."""
    settings = order.settings
    if waiting is None:
        return new_match(setup, match_for(settings.table.points), 0.0, folder=settings.record.out, about=about(order))
    sitting = resume(waiting, 0.0)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(waiting))
    return sitting


def about(order: Order) -> dict[str, str]:
    """Return what a journal has to know besides."""
    table = order.settings.table
    against: dict[str, str] = {}
    if table.against != "person":
        against = {"against": table.against, "ply": str(table.ply), "computer_plays": table.computer_plays}
    return {"command": "referee", "camera": order.settings.camera.kind, **against}
