"""Tavola for other programs: read a photograph, judge a play, run a table with a listener of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.announce.language import ENGLISH, language
from controller.announce.phrases import Phrases
from controller.rules import Position, Roll, explain, find_play, format_play, parse_position_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.outputs.told import Told
    from controller.rules import Reason
    from controller.setup.photo_position import Identified
    from controller.table.seating import Played
    from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Photographed:
    """What a photograph shows.

    Attributes:
        reading: everything seen, as likelihoods.
        doubts: of which places it is in doubt what stands there, by name: what was read ("read"), what else may stand
            there ("or"), and the chance of that ("chance").
        found: the position with its IDs, seen by the player on roll.
        unlike: whether it looks like no whole board, or not within these corners, so that all of it is in doubt.
    """

    reading: Reading
    doubts: Mapping[str, Mapping[str, Any]]
    found: Identified
    unlike: bool

    @property
    def position(self) -> Position:
        """The position, seen by the player on roll."""
        return self.found.position


@dataclass(frozen=True, slots=True)
class PlayJudgement:
    """What is to be said of a play.

    Attributes:
        play: the play in notation, such as "13/7 8/7"; empty where it is illegal.
        reasons: why it is illegal, as values; none where it is legal.
        sentences: the same in words.
    """

    play: str
    reasons: tuple[Reason, ...]
    sentences: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether the play is legal."""
        return not self.reasons


def read_photograph(
    photo: str | Path,
    corners: Sequence[Sequence[float]] | None = None,
    *,
    turn: str = "dark",
    home: str = "bottom-right",
) -> Photographed:
    """Read a photograph of a board.

    Args:
        photo: the picture's file.
        corners: four (x, y) of the playing surface in pixels, clockwise from the top left; None looks for the board.
        turn: who is on roll, "dark" or "light".
        home: where the dark checkers are borne off: "bottom-right", "bottom-left", "top-right" or "top-left".

    Raises:
        OSError, TavolaError: the file cannot be opened, or is no picture; what is seen is no position.
        VisionError: no board is seen for sure.
    """
    from vision.runtime.ahead import load_ahead  # noqa: PLC0415 - loaded by whoever reads a picture

    load_ahead()
    from controller.referee.layout import Corner  # noqa: PLC0415 - loaded while networks are
    from controller.setup.photo import doubts_of, load_picture  # noqa: PLC0415 - the same
    from controller.setup.photo_position import BoardSide, identify  # noqa: PLC0415 - the same
    from vision.detect.photo import read_photo  # noqa: PLC0415 - the same
    from vision.geometry.board import parse_corners  # noqa: PLC0415 - the same
    from vision.reading import Shade  # noqa: PLC0415 - the same

    read = read_photo(load_picture(Path(photo)), None if corners is None else parse_corners(corners))
    found = identify(read.reading, BoardSide(Shade(turn), Corner(home)))
    return Photographed(read.reading, doubts_of(read.reading), found, read.unlike)


def judge_play(
    before: Position | str, roll: tuple[int, int], after: Position | str, *, language_code: str = ENGLISH
) -> PlayJudgement:
    """Judge what was played with a roll.

    Args:
        before: the position before the play, seen by the player who moves; or its position ID.
        roll: the two dice.
        after: the position it leaves, seen by the same player; or its position ID.
        language_code: the language of the sentences.

    Raises:
        RulesError: no such dice, or no such position.
        LanguageError: no such language.
    """
    was, dice, now = _position(before), Roll.of(*roll), _position(after)
    reasons = explain(was, dice, now).reasons
    phrases = Phrases(("", ""), language(language_code))
    play = "" if reasons else format_play(find_play(was, dice, now))
    return PlayJudgement(play, reasons, tuple(phrases.reason(reason) for reason in reasons))


def run_table(
    hear: Callable[[Told], None],
    *,
    length: int = 1,
    seed: int = 1,
    turns: int | None = None,
    out: str | Path | None = None,
    **more: Any,
) -> Played:
    """Play a match on the simulated table, referee it, and let a listener hear everything that is told.

    Args:
        hear: called with what is told, in a thread of its own; what it raises is logged and ends nothing.
        length: points to win; 0 for a money session of one game.
        seed: of dice, players and camera noise.
        turns: leave off after so many turns; None plays to the end.
        out: the folder for journal and match file; None for that of the user.
        more: other settings (`controller.config.simulation_settings`), such as `look` or `preset`.

    Raises:
        TavolaError, HardwareError: see `controller.table.simulated.simulate`.
    """
    from rich.console import Console  # noqa: PLC0415 - loaded by whoever runs a table

    from controller.config.settings_file import laid_over  # noqa: PLC0415 - the same
    from controller.config.simulation_settings import SimulatedSettings  # noqa: PLC0415 - the same
    from controller.table.order import Order  # noqa: PLC0415 - the same
    from controller.table.simulated import simulate  # noqa: PLC0415 - the same

    folder = None if out is None else Path(out)
    wanted = {"strip": "memory", **more, "length": length, "seed": seed, "turns": turns, "out": folder}
    settings = laid_over(SimulatedSettings(), wanted, "run_table")
    return simulate(Order(settings), Console(quiet=True), listeners=(_Hearing(hear),))


def sentences(told: Told, language_code: str = ENGLISH) -> tuple[str, ...]:
    """Return what is told as sentences, those of the events and then those of the notices."""
    from controller.announce.health import sentence  # noqa: PLC0415 - loaded by whoever hears notices

    words = language(language_code)
    phrases = Phrases(told.names, words)
    said = [phrases.sentence(event) for event in told.heard] + [sentence(one, words) for one in told.notices]
    return tuple(line for line in said if line)


@dataclass(frozen=True, slots=True)
class _Hearing:
    """A function as a listener."""

    function: Callable[[Told], None]

    def hear(self, told: Told) -> None:
        """Let it hear."""
        self.function(told)


def _position(given: Position | str) -> Position:
    """Return a position, or that of a position ID."""
    return parse_position_id(given) if isinstance(given, str) else given


__all__ = ["Photographed", "PlayJudgement", "judge_play", "read_photograph", "run_table", "sentences"]
