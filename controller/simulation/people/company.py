"""Two people at a table: what their hands do, act by act, and how they listen to the referee.

They throw and lift dice, move and straighten checkers, sit still and wait for his word. Each act is a generator of
`Beat`s, which are shown to the camera, and is sent what was said meanwhile. What game they play is in `people`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from controller.referee.events import Audience, Event
from controller.simulation.errors import SimulationError
from controller.simulation.people import manners
from controller.simulation.people.manners import NEAT, Manners
from controller.simulation.table import BLINK, Beat, Seat, rearrange
from hardware.simulated.scene.checkers import Arrangement, arrange
from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from hardware.simulated.scene.table import Hand, Scene, census, with_hand, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Generator

    from controller.rules import Player, Position
    from controller.simulation.people.diary import Diary
    from hardware.simulated.scene.board import Shade, Side
    from hardware.simulated.scene.dice import Lie

    Acting = Generator[Beat, tuple[Event, ...], None]

E = TypeVar("E", bound=Event)

PATIENCE: Final = 20
"""Blinks that people sit still and wait for the referee's word before they fidget."""

TRIES: Final = 4
"""How often they fidget, throw again or straighten the checkers before they give up."""


@dataclass(slots=True)
class Company:
    """Two people and the table between them.

    Attributes:
        scene: the table now.
        seats: both players, ONE first; ONE sits at the bottom.
        rng: their chance: dice, crookedness, choice of mistakes.
        manners: what they do besides playing.
        diary: where they write down what they do, None for nowhere.
    """

    scene: Scene
    seats: tuple[Seat, Seat]
    rng: random.Random
    manners: Manners = NEAT
    diary: Diary | None = None
    _heard: list[Event] = field(default_factory=list)
    _reaching: bool = False

    def cast(self, seat: Seat, values: tuple[int, ...], lies: tuple[Lie | None, ...] = ()) -> Acting:
        """Throw dice with `seat`'s hand into the half to his right; one that comes to lie as None has fallen off."""
        half: Side = "right" if seat.end == "bottom" else "left"
        sign = 1.0 if half == "right" else -1.0
        over = Hand(sign * 120.0, sign * -60.0, height=60.0, side=seat.hand)
        yield from self.show(Beat(with_hand(self.scene, over)))
        lying = self.scene
        flat: Lie = "flat"
        how = lies or (flat,) * len(values)
        if self.manners.tumbles == 1:
            rolling = tuple(self.rng.randint(1, 6) for _ in values)
            yield from self.show(Beat(throw_dice(lying, Throw(rolling, half, seat.shade), self.rng)))
        kept: list[tuple[int, Lie]] = [(v, lie) for v, lie in zip(values, how, strict=True) if lie is not None]
        throw = Throw(tuple(value for value, _ in kept), half, seat.shade, tuple(lie for _, lie in kept))
        landed = throw_dice(lying, throw, self.rng)
        if self.manners.tumbles > 1:
            for scene in manners.tumbling(lying, landed, self.manners.tumbles, self.rng):
                yield from self.show(Beat(scene))
        yield from self.show(Beat(landed))

    def lift(self, seat: Seat, shade: Shade | None = None) -> Acting:
        """Lift all dice from the board with `seat`'s hand, or those of one shade."""
        for die in self.scene.dice:
            if shade in {None, die.shade}:
                yield from self.show(Beat(with_hand(without_hands(self.scene), Hand(die.x, die.y, side=seat.hand))))
        yield from self.show(Beat(lift_dice(without_hands(self.scene), shade)))

    def move(self, player: Player, change: tuple[Position, Position], happening: str | None = None) -> Acting:
        """Bring the board from one position to another with `player`'s hand, both seen by him.

        Args:
            player: whose hand it is.
            change: from where to where.
            happening: what happens to the devices after the first checker.
        """
        for number, beat in enumerate(rearrange(self.scene, self.seats, self.seats[player], change, self.rng)):
            yield from self.show(beat)
            if happening is not None and number == 1:
                self.note("happens", name=happening)
                yield from self.show(Beat(self.scene, happens=(happening,)))

    def straighten(self, player: Player) -> Acting:
        """Lay every checker on the board neatly again, under both hands of `player`."""
        end = self.seats[player].hand
        busy = with_hand(with_hand(self.scene, Hand(-60.0, 0.0, side=end)), Hand(60.0, 0.0, side=end))
        yield from self.show(Beat(busy, 2 * BLINK))
        yield from self.show(Beat(_relaid(self.scene, self.rng)))

    def wait_for(self, *wanted: type[E]) -> Generator[Beat, tuple[Event, ...], E]:
        """Return the referee's answer, which has to be one of these."""
        answer = yield from self.answer(*wanted)
        if answer is None:
            raise SimulationError("people.no_answer", waited_for=[kind.__name__ for kind in wanted])
        return answer

    def answer(self, *wanted: type[E], tries: int = TRIES) -> Generator[Beat, tuple[Event, ...], E | None]:
        """Sit still until the referee says one of these, and return it; fidget now and then, and give up at last."""
        for number in range(tries):
            for _ in range(PATIENCE):
                for event in self._heard:
                    if isinstance(event, wanted):
                        return event
                yield from self.show(Beat(without_hands(self.scene)))
            if number + 1 < tries or tries == TRIES:
                yield from self.show(Beat(with_hand(self.scene, Hand(0.0, -150.0, side="bottom")), 2 * BLINK))
        return None

    def show(self, beat: Beat) -> Acting:
        """Show one beat, remember the table without hands, and listen to what is said at the table."""
        if self.diary is not None and self._reaching and not beat.scene.hands:
            self.diary.leave()
        self._reaching = bool(beat.scene.hands)
        said = yield beat
        self.scene = without_hands(beat.scene)
        self._heard.extend(event for event in said if event.audience is Audience.BOTH)

    def heard(self, kind: type[Event]) -> bool:
        """Return whether an event of this kind has been heard since the last act."""
        return any(isinstance(event, kind) for event in self._heard)

    def forget(self) -> None:
        """Begin to listen anew."""
        self._heard.clear()

    def note(self, what: str, *, since_left: bool = False, **facts: Any) -> None:
        """Write into the diary, if there is one; see `Diary.note`."""
        if self.diary is not None:
            self.diary.note(what, since_left=since_left, **facts)


def _relaid(scene: Scene, rng: random.Random) -> Scene:
    """Return the scene with as many checkers on every place, each put down anew."""
    lying = census(scene)
    columns: list[tuple[Shade | None, int]] = []
    for column in range(1, 25):
        dark, light = lying[column, "dark"], lying[column, "light"]
        columns.append(("dark", dark) if dark else ("light", light) if light else (None, 0))
    arrangement = Arrangement(
        tuple(columns), lying["bar", "dark"], lying["bar", "light"], lying["off", "dark"], lying["off", "light"]
    )
    return replace(arrange(scene, arrangement, rng), cube=scene.cube)
