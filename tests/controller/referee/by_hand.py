"""A match whose readings are made by hand: what tests of the referee say that the camera sees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.referee.inputs import Action, Said, Seen
from controller.referee.state import Phase, RefereeState, Setup, Turn
from controller.referee.step import start, step
from controller.rules import BAR, OFF, START, Player, Position, match_to
from tests.controller.referee.boards import dice_of, reading

if TYPE_CHECKING:
    from controller.referee.events import Event
    from vision.reading import DieReading, PlaceReading

ONE, TWO = Player.ONE, Player.TWO


def counts(**places: int) -> tuple[int, ...]:
    """Return 26 counts: p6=5 is five on the own 6-point; bar and off by name."""
    index = {"bar": BAR, "off": OFF}
    found = [0] * 26
    for name, count in places.items():
        found[index.get(name, 0) if name in index else int(name[1:])] = count
    return tuple(found)


def after(position: Position, *moves: tuple[int, int]) -> Position:
    """Return the position after the mover's checkers went from and to some points; blots there are hit."""
    mine, theirs = list(position.mine), list(position.theirs)
    for source, target in moves:
        mine[source] -= 1
        mine[target] += 1
        if target not in (OFF, BAR) and theirs[25 - target] == 1:
            theirs[25 - target] = 0
            theirs[BAR] += 1
    return Position(tuple(mine), tuple(theirs))


@dataclass(slots=True)
class Match:
    """A match at a table of which the test says what the camera sees."""

    length: int = 1
    setup: Setup = field(default_factory=lambda: Setup(("Anna", "Boris")))
    state: RefereeState = field(init=False)
    heard: list[Event] = field(default_factory=list)
    time: float = 0.0

    def __post_init__(self) -> None:
        """Call the referee to the table."""
        self.state, events = start(self.setup, match_to(self.length), 0.0)
        self.heard.extend(events)

    def see(
        self, position: Position, player: Player, *dice: DieReading, blurred: dict[str, PlaceReading] | None = None
    ) -> tuple[Event, ...]:
        """Show the referee a board at rest, and let him look again as long as he wants to."""
        self.time += 1.0
        shown = reading(position, player, dice, time=self.time, blurred=blurred)
        self.state, events = step(self.state, Seen(shown))
        for number in range(1, 6):
            if not self.state.looking:
                break
            self.state, more = step(self.state, Seen(replace(shown, time=self.time + 0.1 * number)))
            events += more
        self.heard.extend(events)
        return events

    def say(self, player: Player, action: Action) -> tuple[Event, ...]:
        """Let a player say something."""
        self.time += 1.0
        self.state, events = step(self.state, Said(self.time, player, action))
        self.heard.extend(events)
        return events

    def open(self, one: int, two: int) -> tuple[Event, ...]:
        """Set up and throw one die each."""
        self.see(START, ONE)
        return self.see(START, ONE, *dice_of(ONE, one), *dice_of(TWO, two))


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    """Return the kinds of some events."""
    return [type(event) for event in events]


def at(state: RefereeState, position: Position, player: Player = ONE) -> RefereeState:
    """Return the state with another position, `player` to throw and a turn behind them."""
    return replace(
        state, phase=Phase.ROLLING, player=player, position=position, first_turn=False, turn=Turn(), base=None
    )
