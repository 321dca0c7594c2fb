"""Two players whose hands somebody else leads: what is asked for is done on the simulated table, legal or not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.referee.inputs import Action
from controller.rules import STANDARD, Player
from controller.simulation.people import doubling
from controller.simulation.people.company import Company
from controller.simulation.table import BLINK, Beat, carry, lying_in, set_up
from hardware.simulated.errors import SceneError
from hardware.simulated.scene.checkers import Bump, arrange_in_order, bump
from hardware.simulated.scene.dice import lift_dice
from hardware.simulated.scene.table import CUBE_VALUES, Hand, checkers_on, with_hand, with_light, without_hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.rules import Position, RulesProfile
    from controller.simulation.people.company import Acting
    from controller.simulation.people.people import TrueTurn
    from hardware.simulated.scene.checkers import Arrangement
    from hardware.simulated.scene.dice import Lie

_STAYS: Final = 20
"""Blinks that a hand stays over the board."""
_DIM: Final = 0.5
"""What is left of the light where half of it goes out."""
_KNOCK: Final = 14.0
"""How far checkers slide at most that are knocked against, in millimetres."""


class DeedKind(StrEnum):
    """What a hand does."""

    MOVE = "move"
    """A checker goes from one place of its player to another."""
    DIE = "die"
    DICE = "dice"
    """One die, or both, are thrown."""
    COCKED = "cocked"
    """Both are thrown, and one comes to lie against something."""
    LIFT = "lift"
    DOUBLE = "double"
    """The cube is turned and put into the middle of a half."""
    TAKE = "take"
    """The cube is taken to the player's side."""
    CLOCK = "clock"
    SAY = "say"
    SET_UP = "set-up"
    STRAIGHTEN = "straighten"
    KNOCK = "knock"
    """Checkers are knocked aside with a sleeve."""
    REACH = "reach"
    """A hand stays over the board for two seconds."""
    DIM = "dim"
    """Half of the light goes out, or comes back."""


@dataclass(frozen=True, slots=True)
class HandDeed:
    """Something to be done.

    Attributes:
        kind: what.
        player: whose hand does it; of a move, whose checker it is.
        source, target: of a move: his own points 1..24, 25 the bar, 0 off.
        action: what is said.
    """

    kind: DeedKind
    player: Player
    source: int = 0
    target: int = 0
    action: Action = Action.CONFIRM


@dataclass(frozen=True, slots=True)
class LaidTable:
    """What lies on a table at which a match is gone on with.

    Attributes:
        position: the checkers, seen by player ONE.
        cube: its value, and at whose side it lies, None for nobody's.
        offered: who has offered it, and lets it lie in the middle of a half; None for nobody.
        dice: whose dice lie there, and what they show; None where none do.
    """

    position: Position
    cube: tuple[int, Player | None] = (1, None)
    offered: Player | None = None
    dice: tuple[Player, tuple[int, ...]] | None = None


@dataclass(slots=True)
class ByHand(Company):
    """Two players who do as they are asked, and nothing else.

    Attributes:
        take: returns what is to be done next, None where nothing is for the length of a blink.
        profile: the rules of the game that is set up.
        lying: what is set up before anything is asked for; None for the start of a game.
        computer, truth: nobody's, and nothing: nobody knows here what was meant.
    """

    take: Callable[[], HandDeed | None] = lambda: None
    profile: RulesProfile = STANDARD
    lying: LaidTable | None = None
    computer: Player | None = None
    truth: list[TrueTurn] = field(default_factory=list)
    _dimmed: bool = False

    def play_match(self) -> Acting:
        """Set the checkers up, and do what is asked for as long as anybody looks on."""
        if self.lying is None:
            yield from self.do(HandDeed(DeedKind.SET_UP, Player.ONE))
        else:
            yield from self._lay_as(self.lying)
        while True:
            deed = self.take()
            if deed is None:
                yield from self.show(Beat(self.scene))
            else:
                yield from self.do(deed)

    def do(self, deed: HandDeed) -> Acting:  # noqa: C901, PLR0912 - a case for each kind
        """Do something; what cannot be done, as moving a checker that is not there, is left undone."""
        player, seat = deed.player, self.seats[deed.player]
        match deed.kind:
            case DeedKind.MOVE:
                yield from self._carry(deed)
            case DeedKind.DIE | DeedKind.DICE | DeedKind.COCKED:
                count = 1 if deed.kind is DeedKind.DIE else 2
                if any(die.shade == seat.shade for die in self.scene.dice):
                    yield from self.lift(seat, seat.shade)
                first: Lie = "cocked" if deed.kind is DeedKind.COCKED else "flat"
                values = tuple(self.rng.randint(1, 6) for _ in range(count))
                yield from self.cast(seat, values, (first, "flat")[:count])
            case DeedKind.LIFT:
                yield from self.lift(seat)
            case DeedKind.DOUBLE | DeedKind.TAKE if self.scene.cube is not None:
                yield from self._move_cube(deed)
            case DeedKind.CLOCK:
                yield from self.show(Beat(self.scene, pressed=(player,)))
            case DeedKind.SAY:
                yield from self.show(Beat(self.scene, said=((player, deed.action),)))
            case DeedKind.SET_UP:
                yield from self._lay_out()
            case DeedKind.STRAIGHTEN:
                yield from self.straighten(player)
            case DeedKind.KNOCK:
                yield from self._knock(player)
            case DeedKind.REACH:
                reaching = with_hand(self.scene, Hand(0.0, 0.0, side=seat.hand))
                for _ in range(_STAYS):
                    yield from self.show(Beat(reaching))
                yield from self.show(Beat(self.scene))
            case DeedKind.DIM:
                self._dimmed = not self._dimmed
                light = self.scene.light
                factor = _DIM if self._dimmed else 1 / _DIM
                yield from self.show(Beat(with_light(self.scene, replace(light, brightness=factor * light.brightness))))

    def _carry(self, deed: HandDeed) -> Acting:
        """Carry a checker, if one lies there."""
        seat = self.seats[deed.player]
        source, target = seat.place(deed.source), seat.place(deed.target)
        if source == target or not checkers_on(self.scene, source, seat.shade):
            return
        try:
            for beat in carry(self.scene, seat, (seat.shade, source, target), self.rng):
                yield from self.show(beat)
        except SceneError:  # it lies under another one, or there is no room
            pass
        yield from self.show(Beat(self.scene))

    def _move_cube(self, deed: HandDeed) -> Acting:
        """Turn the cube and offer it, or take it as it lies."""
        seat, cube = self.seats[deed.player], self.scene.cube
        if cube is None:
            return
        if deed.kind is DeedKind.TAKE:
            beats = doubling.take(self.scene, seat, cube.value)
        else:
            turned = CUBE_VALUES[(CUBE_VALUES.index(cube.value) + 1) % len(CUBE_VALUES)]
            beats = doubling.offer(self.scene, seat, turned)
        for beat in beats:
            yield from self.show(beat)

    def _lay_out(self) -> Acting:
        """Set the checkers up for a game."""
        yield from self._arrange(set_up(self.scene, self.seats, self.profile.variant.start))

    def _lay_as(self, lying: LaidTable) -> Acting:
        """Set checkers, cube and dice up as they lay when a match was interrupted."""
        yield from self._arrange(lying_in(self.seats, lying.position))
        value, owner = lying.cube
        if lying.offered is not None:
            for beat in doubling.offer(self.scene, self.seats[lying.offered], value):
                yield from self.show(beat)
        elif owner is not None:
            for beat in doubling.take(self.scene, self.seats[owner], value):
                yield from self.show(beat)
        if lying.dice is not None:
            player, values = lying.dice
            yield from self.cast(self.seats[player], values)

    def _arrange(self, wanted: Arrangement) -> Acting:
        """Arrange all checkers, with hands over the board meanwhile; no dice lie there then."""
        busy = lift_dice(self.scene)
        for hand in (Hand(-60.0, -40.0, side="bottom"), Hand(60.0, 40.0, side="top")):
            busy = with_hand(busy, hand)
        yield from self.show(Beat(busy, 3 * BLINK))
        yield from self.show(Beat(arrange_in_order(without_hands(busy), wanted, self.rng)))

    def _knock(self, player: Player) -> Acting:
        """Knock against the checkers about one of a player's."""
        shade = self.seats[player].shade
        lying = [one for one in self.scene.checkers if one.shade == shade and isinstance(one.place, int)]
        if not lying:
            return
        one = self.rng.choice(lying)
        hand = Hand(one.x, one.y, side=self.seats[player].hand)
        yield from self.show(Beat(with_hand(self.scene, hand)))
        yield from self.show(Beat(bump(self.scene, Bump(one.x, one.y, strength=_KNOCK), self.rng)))
