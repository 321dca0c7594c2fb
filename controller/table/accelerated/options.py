"""The order of a long run at the accelerated table, who plays in it, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.record.event_log import plain
from controller.record.files import write_whole
from hardware.simulated.conditions import Conditions

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from controller.simulation.faults import Plan
    from controller.simulation.people.choosing import Chooser
    from controller.simulation.people.manners import Manners
    from controller.simulation.theatre import StripKind


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be played, and how.

    Attributes:
        games: how many games are begun at least; a match that was begun is played to its end.
        length: the points of every match; 0 for one money session.
        seed: of the first match; the next one has the next.
        look: the name of the board's look.
        out: the folder for everything that is written.
        factor: what a second of computing here costs on the simulated clock; 0 for nothing, so that a seed plays the
            very same match again.
        cores: of this computer it may take, see `controller.table.accelerated.compute_cost`.
        strip: how the strip controller is simulated.
        preset: the name of the options that the referee goes by.
        agreed: single options that differ from it.
        conditions: the light on the table, the camera, and how checkers are put down.
    """

    games: int
    length: int
    seed: int
    look: str
    out: Path
    factor: float = 1.0
    cores: int = 1
    strip: StripKind = "memory"
    preset: str = "club"
    agreed: tuple[str, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: what they throw and play in each match, how they behave, and what is to go wrong in the whole run."""

    chooser: Callable[[random.Random], Chooser]
    manners: Manners
    plan: Plan


@dataclass(slots=True)
class Tally:
    """What came of a run.

    Attributes:
        games, turns: played.
        stuck: why matches ended before their time.
        refused: why matches were not begun: the set could not be learned. Each counts as a game that was to be played.
        drawing, reading: seconds of computing for the pictures, and for watching, reading and judging.
        late: patterns that the strip did not show in time.
    """

    games: int = 0
    turns: int = 0
    stuck: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    drawing: float = 0.0
    reading: float = 0.0
    late: int = 0


def write_facts(trial: Trial, players: Players, tally: Tally) -> None:
    """Write what was asked for and what it took, for whoever looks at the files later."""
    names = ("games", "length", "seed", "look", "conditions", "factor", "cores", "preset")
    asked = {name: plain(getattr(trial, name)) for name in names}
    facts = {**asked, "made": dict(players.plan.made), **plain(tally)}
    write_whole(trial.out / "run.json", (json.dumps(facts, indent=1) + "\n").encode())
