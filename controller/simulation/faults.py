"""Everything that can be made to go wrong at the simulated table, by name, and when it is to.

A word of the command line, or a line of a scenario file, is one of

    NAME            once, at the first chance
    NAME@TURN       once in the run, at the first chance from that turn of a game on
    NAME@GAME.TURN  the same, from that game on
    NAME:SHARE      in that share of the turns (for `wrong-start`: of the games), 0 to 1

where NAME is a name of `FAULTS`, or `plays`, `table` or `devices` for all of a kind; a kind takes a share only.
Which of several is made is left to chance, the one made least often first.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.simulation.errors import SimulationError
from controller.simulation.people.slips import SLIPS

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping


class FaultKind(StrEnum):
    """What goes wrong."""

    PLAYS = "plays"
    """An illegal play: the dice are lifted over a position that no legal play leaves."""
    TABLE = "table"
    """Something else that players do and should not."""
    DEVICES = "devices"
    """Camera, strip or the referee's own power."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that can go wrong: what kind, and in one line what happens."""

    kind: FaultKind
    line: str


FAULTS: Final[Mapping[str, Fault]] = MappingProxyType(
    {
        "wrong-distance": Fault(FaultKind.PLAYS, "one die is played rightly, the other a pip too far or too short"),
        "dice-unplayed": Fault(FaultKind.PLAYS, "one die is played and the dice are lifted, though more could be"),
        "nothing-played": Fault(FaultKind.PLAYS, "the dice are lifted without a move, though there is one"),
        "bar-ignored": Fault(FaultKind.PLAYS, "a checker stays on the bar while another moves"),
        "smaller-die": Fault(FaultKind.PLAYS, "the smaller die is played where only one can be, and the larger could"),
        "closed-point": Fault(FaultKind.PLAYS, "a checker lands on a point that the other player holds"),
        "borne-off-early": Fault(FaultKind.PLAYS, "a checker is borne off while another is not home"),
        "borne-off-short": Fault(FaultKind.PLAYS, "a checker is borne off with a die too small for it"),
        "backwards": Fault(FaultKind.PLAYS, "one die is played away from home"),
        "hit-left": Fault(FaultKind.PLAYS, "a checker that was hit stays beside the one that hit it"),
        "others-moved": Fault(FaultKind.PLAYS, "a checker of the other player is moved along"),
        "checker-gone": Fault(FaultKind.PLAYS, "a checker of either player goes into a pocket"),
        "checker-back": Fault(
            FaultKind.PLAYS, "a checker that the other player has borne off is put back on the board"
        ),
        "dice-turned": Fault(
            FaultKind.PLAYS, "a die is turned by hand after the roll was announced, and that is played"
        ),
        "premature-roll": Fault(FaultKind.TABLE, "the other player throws before the turn has ended"),
        "wrong-start": Fault(FaultKind.TABLE, "a checker is set up on a neighbouring point"),
        "checker-slid": Fault(
            FaultKind.TABLE, "after his turn a player slides one of his checkers while the other looks away"
        ),
        "camera-blocked": Fault(FaultKind.DEVICES, "something lies on the lens while a play is made"),
        "camera-unplugged": Fault(FaultKind.DEVICES, "no picture comes while a play is made"),
        "camera-moved": Fault(FaultKind.DEVICES, "the camera is knocked a little, and stays so"),
        "camera-dim": Fault(FaultKind.DEVICES, "half of the light goes out for the length of a play"),
        "serial-unplugged": Fault(FaultKind.DEVICES, "the strip's plug is pulled for the length of a turn"),
        "power-cut": Fault(FaultKind.DEVICES, "the referee's power goes in the middle of a play, and comes back"),
    }
)
"""Every fault by its name."""

_WORD: Final = re.compile(r"(?P<name>[a-z-]+)(?:@(?:(?P<game>\d{1,6})\.)?(?P<turn>\d{1,6})|:(?P<share>\d*\.?\d+))?")


@dataclass(frozen=True, slots=True)
class FaultOrder:
    """A fault that is made once, at the first chance from a turn of a game on."""

    name: str
    game: int = 1
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Rate:
    """Faults of which one is made in a share of the turns."""

    names: tuple[str, ...]
    share: float


@dataclass(slots=True)
class Plan:
    """What is to go wrong in a run.

    Attributes:
        orders: what is still to be made once.
        rates: what is made now and then.
        made: how often each was.
    """

    orders: list[FaultOrder] = field(default_factory=list)
    rates: tuple[Rate, ...] = ()
    made: Counter[str] = field(default_factory=Counter)

    def due(self, game: int, turn: int, among: Iterable[str], rng: random.Random) -> list[str]:
        """Return the faults of which the first one possible is to be made now.

        Args:
            game: the number of the game in the run, from 1.
            turn: the number of the turn in it, from 1.
            among: the faults that may be made at this moment.
            rng: whether one of those with a share is made, and which; asked only where there are such.
        """
        wanted = set(among)
        found = [one.name for one in self.orders if one.name in wanted and (game, turn) >= (one.game, one.turn)]
        for rate in self.rates:
            names = sorted(wanted & set(rate.names))
            if names and rng.random() < rate.share:
                rng.shuffle(names)
                found += sorted(names, key=lambda name: self.made[name])
        return found

    def note(self, name: str) -> None:
        """Remember that a fault was made."""
        self.made[name] += 1
        for order in self.orders:
            if order.name == name:
                self.orders.remove(order)
                return


def parse_faults(words: Iterable[str]) -> Plan:
    """Return the plan that words of the command line or lines of a scenario file say.

    Raises:
        SimulationError: "faults.no_such_fault", or "faults.not_a_share" for a share above 1 or a kind without one.
    """
    plan = Plan()
    for word in words:
        match = _WORD.fullmatch(word.strip())
        name = match["name"] if match else ""
        names = (name,) if name in FAULTS else tuple(one for one, fault in FAULTS.items() if fault.kind == name)
        if match is None or not names:
            raise SimulationError("faults.no_such_fault", word=word, known=", ".join((*FaultKind, *FAULTS)))
        if match["share"] is not None:
            if float(match["share"]) > 1.0:
                raise SimulationError("faults.not_a_share", word=word)
            plan.rates += (Rate(names, float(match["share"])),)
        elif name in FAULTS:
            plan.orders.append(FaultOrder(name, int(match["game"] or 1), int(match["turn"] or 1)))
        else:
            raise SimulationError("faults.not_a_share", word=word)
    return plan


def scenario_words(text: str) -> tuple[str, ...]:
    """Return the words of a scenario file: one or several a line, with blanks or commas between; # begins a remark."""
    lines = (line.split("#", 1)[0] for line in text.splitlines())
    return tuple(word for line in lines for word in line.replace(",", " ").split())


PLAYS: Final = tuple(name for name, fault in FAULTS.items() if fault.kind is FaultKind.PLAYS)
"""The illegal plays; `slips.SLIPS` makes all of them but one."""
DEVICES: Final = tuple(name for name, fault in FAULTS.items() if fault.kind is FaultKind.DEVICES)
"""What happens to the devices."""
if not set(SLIPS) < set(FAULTS):  # pragma: no cover - a mistake in the two tables
    raise AssertionError(sorted(set(SLIPS) - set(FAULTS)))
