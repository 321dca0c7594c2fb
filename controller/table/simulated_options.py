"""Options of the simulated table, and what of them a journal keeps so that the match can be gone on with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.announce.language import ENGLISH
from controller.announce.worth import Speak
from controller.errors import ResumeError
from controller.rules import Player
from controller.table.bot.seat import PLY
from hardware.simulated.conditions import USUAL, Conditions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.outputs.told import Listener
    from controller.record.journal.reader import JournalContents
    from controller.simulation.theatre import StripKind


@dataclass(frozen=True, slots=True)
class SimulatedOptions:
    """What `tavola simulate` is asked for.

    Attributes:
        length: the points to win; 0 for a money session, of which one game is played.
        seed: of dice, players and camera noise.
        look: the name of the board's look.
        preset: the name of the options that the referee goes by (`controller.referee.options.options`).
        agreed: single options that differ from it (`controller.referee.options.words`).
        language: of what is said and printed (`controller.announce.language`).
        speak: how much is said aloud.
        strip: how the strip controller is simulated.
        out: the folder for match file, journal and picture.
        resume: go on with an unfinished match, whatever else is said here of the match.
        journal: its journal; None for the newest of the folder.
        keep_days: for how many days pictures of disputed turns are kept; 0 keeps none.
        serve: go on with an unfinished match of the folder, and when a match is over wait for the next to be ordered,
            until the service is stopped.
        turns: leave off after so many turns; None plays to the end.
        film: keep what the camera sees in this video file; None keeps nothing.
        window: show what the camera sees on the screen, at the pace of a clock.
        conditions: the light on the table, the camera, and how checkers are put down.
        against: the level of the computer against which one person plays (`controller.players.levels`); None for two.
        ply: how many rolls ahead its engine looks, where the level is one's.
        computer: whose checkers it plays.
        listeners: what hears beside the terminal and the files.
        typed: asks the person who plays against the computer what they play: returns what is typed in answer to some
            lines, raises EOFError where nobody types any more. None where a simulated person plays.
    """

    length: int
    seed: int
    look: str
    strip: StripKind
    out: Path
    resume: bool = False
    journal: Path | None = None
    keep_days: float = 0.0
    serve: bool = False
    preset: str = "club"
    agreed: tuple[str, ...] = ()
    language: str = ENGLISH
    speak: Speak = Speak.NOTHING
    turns: int | None = None
    film: Path | None = None
    window: bool = False
    conditions: Conditions = field(default_factory=Conditions)
    against: str | None = None
    ply: int = PLY
    computer: Player = Player.TWO
    listeners: tuple[Listener, ...] = ()
    typed: Callable[[str], str] | None = None

    @property
    def me(self) -> Player | None:
        """Whose checkers a computer plays, None where two people play."""
        return None if self.against is None else self.computer

    def about(self) -> dict[str, str]:
        """Return what a journal has to know so that the match can be gone on with."""
        against = {} if self.against is None else {"against": self.against, "ply": str(self.ply)}
        if self.against is not None:
            against["computer"] = self.computer.name
        typed = {} if self.typed is None else {"typed": "yes"}
        return {
            **against,
            **typed,
            "command": "simulate",
            "length": str(self.length),
            "seed": str(self.seed),
            "look": self.look,
            "light": self.conditions.light,
            "camera": self.conditions.camera,
            "habit": self.conditions.habit,
            "strip": self.strip,
        }

    def of(self, contents: JournalContents) -> SimulatedOptions:
        """Return these options for the match of a journal.

        Raises:
            ResumeError: the match was not simulated ("resume.not_simulated"), or somebody plays in it at the keyboard
                who is not there ("resume.typed").
        """
        about = contents.about
        if "typed" in about and self.typed is None:
            raise ResumeError("resume.typed", name=str(contents.path))
        strips: tuple[StripKind, ...] = ("auto", "process", "memory")
        try:
            strip = strips[strips.index(about["strip"])]
            seen = Conditions(*(about.get(what, USUAL) for what in ("light", "camera", "habit")))
            return replace(
                self,
                length=int(about["length"]),
                seed=int(about["seed"]),
                look=about["look"],
                strip=strip,
                conditions=seen,
                against=about.get("against"),
                ply=int(about.get("ply", PLY)),
                computer=Player[about.get("computer", Player.TWO.name)],
                typed=self.typed if "typed" in about else None,
            )
        except (KeyError, ValueError):
            raise ResumeError("resume.not_simulated", name=str(contents.path)) from None
