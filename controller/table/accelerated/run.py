"""A long run at the accelerated table: who plays in it, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.record.event_log import plain
from controller.record.files import write_whole

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from controller.config.simulation_settings import SimulatedSettings
    from controller.simulation.faults import Plan
    from controller.simulation.people.choosing import Chooser
    from controller.simulation.people.manners import Manners


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


def write_facts(settings: SimulatedSettings, players: Players, tally: Tally) -> None:
    """Write what was asked for and what it took, for whoever looks at the files later."""
    table, simulation = settings.table, settings.simulation
    asked = {name: getattr(simulation, name) for name in ("games", "seed", "look", "factor", "cores")}
    asked |= {"length": table.points, "preset": table.preset, "conditions": plain(simulation.conditions)}
    facts = {**asked, "made": dict(players.plan.made), **plain(tally)}
    write_whole(settings.record.out / "run.json", (json.dumps(facts, indent=1) + "\n").encode())
