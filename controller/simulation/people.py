"""Two simulated players at the table: they set up, throw, move, slip, correct, and listen to the referee.

They know what really lies on the table, and hear what the referee says at the table; the referee knows only what the
camera shows. What he announces wrongly they have put right, as a director would order it.
What they did is kept as `truth`, in words of their own, for comparison afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeVar

from controller.referee.commands import SetRoll, SetTurn, Undo
from controller.referee.events import (
    Audience,
    CubeRefused,
    Danced,
    Doubled,
    Dropped,
    Event,
    GameStarted,
    GameWon,
    IllegalPlayStands,
    LastPlayLegal,
    MatchWon,
    OpeningTie,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    Rolled,
    RollRefused,
    RulingRefused,
    Taken,
    TurnStarted,
)
from controller.referee.inputs import Action
from controller.rules import START, Player, Position, Roll, all_borne_off, legal_plays
from controller.simulation import doubling
from controller.simulation.errors import SimulationError
from controller.simulation.evaluator import best_result
from controller.simulation.slips import slip_result
from controller.simulation.table import BLINK, Beat, Seat, rearrange
from hardware.simulated.checkers import Arrangement, arrange, start_arrangement
from hardware.simulated.dice import Throw, lift_dice, throw_dice
from hardware.simulated.scene import Hand, Scene, census, with_hand, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Generator

    from controller.referee.commands import Command
    from controller.simulation.slips import Slip
    from hardware.simulated.board import Shade, Side

    Acting = Generator[Beat, tuple[Event, ...], None]

E = TypeVar("E", bound=Event)

_PATIENCE: Final = 20
"""Blinks that people sit still and wait for the referee's word before they fidget."""
_OVER: Final = (PlayAccepted, Danced, IllegalPlayStands, TurnStarted, GameWon)
"""What says that a turn is over."""
_TRIES: Final = 4
"""How often they fidget, throw again or straighten the checkers before they give up."""


@dataclass(frozen=True, slots=True)
class TrueTurn:
    """What really happened in one turn.

    Attributes:
        game: the number of the game, from 1.
        player: who played.
        roll: what lay on the table.
        before: the position before, seen by the player.
        slip: the kind of mistake made first, if there was one, and the position that it left.
        after: the position in which the turn ended.
    """

    game: int
    player: Player
    roll: Roll
    before: Position
    slip: tuple[Slip, Position] | None
    after: Position


@dataclass(slots=True)
class People:
    """Two players and the table between them.

    Attributes:
        scene: the table now.
        seats: both players, ONE first; ONE sits at the bottom.
        rng: their chance: dice, crookedness, choice of mistakes.
        slips: mistakes still to be made: (number of the turn in the game, kind), each at the first chance from then.
        clock: they press the clock when a turn is over and leave the dice where they are; else they lift them.
        doubles: they double with the cube on the table, where the score lets them.
        truth: the turns played so far.
    """

    scene: Scene
    seats: tuple[Seat, Seat]
    rng: random.Random
    slips: list[tuple[int, Slip]] = field(default_factory=list)
    clock: bool = False
    doubles: bool = False
    truth: list[TrueTurn] = field(default_factory=list)
    _heard: list[Event] = field(default_factory=list)
    _cube: tuple[int, Player | None] = (1, None)

    def play_match(self) -> Acting:
        """Play game after game until the referee declares the match won.

        Raises:
            SimulationError: the referee does not answer, or what he says leaves the players no way on.
        """
        game = 1
        while True:
            yield from self._set_up()
            yield from self._play_game(game)
            yield from self.show(Beat(self.scene, 3 * BLINK))
            if self._last(MatchWon):
                return
            game += 1

    def _play_game(self, game: int) -> Acting:
        """Play one game to its end."""
        player, roll = yield from self._open()
        position = START
        turn = 1
        while True:
            position = yield from self._take_turn((game, turn), player, roll, position)
            if self._last(GameWon):
                return
            if all_borne_off(position.mine):
                raise SimulationError("people.game_goes_on", game=game)
            player, position, turn = player.other, position.turned(), turn + 1
            if self._may_double(player) and doubling.doubles(position):
                yield from self._double(player, position)
                if self._last(GameWon):
                    return
            roll = yield from self._throw(player)

    def _set_up(self) -> Acting:
        """Set the checkers up and wait until the referee sees it."""
        hands = (Hand(-60.0, -40.0, side="bottom"), Hand(60.0, 40.0, side="top"))
        busy = lift_dice(self.scene)
        for hand in hands:
            busy = with_hand(busy, hand)
        self._heard.clear()
        yield from self.show(Beat(busy, 3 * BLINK))
        ready = arrange(without_hands(busy), start_arrangement(self.scene.seats), self.rng)
        yield from self.show(Beat(ready))
        started = yield from self._wait_for(GameStarted)
        # In the Crawford game nobody has the cube.
        self._cube = (0 if started.crawford else 1, None)

    def _open(self) -> Generator[Beat, tuple[Event, ...], tuple[Player, Roll]]:
        """Throw one die each until they differ; return who begins with which roll.

        Where the referee announces something else than what lies there, they have it put right; a tie that he took for
        a roll is thrown again.
        """
        refused = 0
        for _ in range(10 * _TRIES):
            values = (self.rng.randint(1, 6), self.rng.randint(1, 6))
            self._heard.clear()
            for seat, value in zip(self.seats, values, strict=True):
                yield from self.cast(seat, (value,))
            answer = yield from self.answer(Rolled, OpeningTie, RollRefused)
            first, roll = (Player.ONE if values[0] > values[1] else Player.TWO), Roll.of(*values)
            refused += not isinstance(answer, Rolled | OpeningTie)
            if isinstance(answer, Rolled) and not roll.is_doublet and (answer.player, answer.roll) == (first, roll):
                return first, roll
            if not roll.is_doublet and (isinstance(answer, Rolled | OpeningTie) or refused == _TRIES):
                yield from self.contest(SetTurn(first), SetRoll(roll))
                return first, roll
            yield from self.lift(self.seats[Player.ONE])
            if isinstance(answer, Rolled):
                yield from self.contest(Undo(), wanted=GameStarted)
        raise SimulationError("people.no_opening_roll")

    def _throw(self, player: Player) -> Generator[Beat, tuple[Event, ...], Roll]:
        """Throw both dice until the referee accepts the roll; have it set where he announces another one, or none."""
        for number in range(1, _TRIES + 1):
            if self.scene.dice:
                yield from self.lift(self.seats[player])
            roll = Roll.of(*(values := (self.rng.randint(1, 6), self.rng.randint(1, 6))))
            self._heard.clear()
            yield from self.cast(self.seats[player], values)
            answer = yield from self.answer(Rolled, RollRefused)
            if isinstance(answer, Rolled) and (answer.player, answer.roll) == (player, roll):
                return roll
            if not isinstance(answer, RollRefused) or number == _TRIES:
                break
        yield from self.contest(SetRoll(roll))
        return roll

    def _may_double(self, player: Player) -> bool:
        """Return whether the cube is this player's to turn."""
        value, owner = self._cube
        return self.doubles and value > 0 and owner is not player.other and not self.scene.dice

    def _double(self, player: Player, position: Position) -> Acting:
        """Offer the cube by putting it on the board, and let the other player take it to his side, or pass aloud.

        Where the referee does not see it, they say it.
        """
        value, other = 2 * self._cube[0], player.other
        self._heard.clear()
        for beat in doubling.offer(self.scene, self.seats[player], value):
            yield from self.show(beat)
        answer = yield from self._seen_or_said(player, Action.DOUBLE, Doubled, CubeRefused)
        if isinstance(answer, CubeRefused):
            self._cube = (0, None)
            return
        self._heard.clear()
        if not doubling.takes(position):
            yield from self.show(Beat(self.scene, BLINK, ((other, Action.DROP),)))
            yield from self._wait_for(Dropped)
            return
        for beat in doubling.take(self.scene, self.seats[other], value):
            yield from self.show(beat)
        yield from self._seen_or_said(other, Action.TAKE, Taken)
        self._cube = (value, other)

    def _seen_or_said(self, player: Player, action: Action, *wanted: type[E]) -> Generator[Beat, tuple[Event, ...], E]:
        """Return the referee's answer to a cube that was moved; say what was meant by it where he gives none."""
        answer = yield from self.answer(*wanted)
        if answer is not None:
            return answer
        yield from self.show(Beat(self.scene, BLINK, ((player, action),)))
        return (yield from self._wait_for(*wanted))

    def contest(self, *orders: Command, wanted: type[Event] = Rolled) -> Acting:
        """Have something put right, as both players agree, and wait until the referee has done it."""
        self._heard.clear()
        yield from self.show(Beat(self.scene, BLINK, ordered=orders))
        if self._last(RulingRefused):
            raise SimulationError("people.order_refused", orders=[type(order).__name__ for order in orders])
        yield from self._wait_for(wanted)

    def _take_turn(
        self, number: tuple[int, int], player: Player, roll: Roll, before: Position
    ) -> Generator[Beat, tuple[Event, ...], Position]:
        """Play a roll, end the turn and put right what the referee flags; return the position, seen by `player`."""
        legal = legal_plays(before, roll)
        wanted = best_result(legal) if not legal.is_dance else before
        slip = self._slip(number[1], before, roll) if not legal.is_dance else None
        first = slip[1] if slip else wanted
        yield from self.move(player, (before, first))
        self._heard.clear()
        if self.clock:
            yield from self.show(Beat(self.scene, BLINK, pressed=(player,)))
        else:
            yield from self.lift(self.seats[player])
        after = yield from self._settle(player, first, wanted)
        self.truth.append(TrueTurn(number[0], player, roll, before, slip, after))
        return after

    def _settle(
        self, player: Player, shown: Position, wanted: Position
    ) -> Generator[Beat, tuple[Event, ...], Position]:
        """Wait for the verdict on `shown` and put right what is flagged; return the position that is accepted.

        Where the referee says nothing they ask; that somebody's turn has begun, or the game is won, is an answer too.
        """
        for _ in range(_TRIES):
            answer = yield from self.answer(*_OVER, PlayIllegal, PlayUnsure)
            if answer is None:
                yield from self.show(Beat(self.scene, BLINK, ((player.other, Action.ASK),)))
                answer = yield from self._wait_for(*_OVER, PlayIllegal, LastPlayLegal)
            if isinstance(answer, (*_OVER, LastPlayLegal)):
                return shown
            self._heard.clear()
            if isinstance(answer, PlayUnsure) and answer.likeliest == shown:
                yield from self.show(Beat(self.scene, BLINK, ((player.other, Action.CONFIRM),)))
            elif shown != wanted:
                yield from self.move(player, (shown, wanted))
                shown = wanted
            else:
                yield from self._straighten(player)
        raise SimulationError("people.play_never_accepted", player=int(player))

    def _slip(self, turn: int, before: Position, roll: Roll) -> tuple[Slip, Position] | None:
        """Return the mistake to be made in this turn, if one is due and the position offers it."""
        for due in self.slips:
            if turn < due[0]:
                continue
            after = slip_result(due[1], before, roll, self.rng)
            if after is not None:
                self.slips.remove(due)
                return due[1], after
        return None

    def cast(self, seat: Seat, values: tuple[int, ...]) -> Acting:
        """Throw dice with `seat`'s hand into the half to his right."""
        half: Side = "right" if seat.end == "bottom" else "left"
        sign = 1.0 if half == "right" else -1.0
        over = Hand(sign * 120.0, sign * -60.0, height=60.0, side=seat.end)
        yield from self.show(Beat(with_hand(self.scene, over)))
        lying = self.scene
        tumbling = tuple(self.rng.randint(1, 6) for _ in values)
        yield from self.show(Beat(throw_dice(lying, Throw(tumbling, half, seat.shade), self.rng)))
        yield from self.show(Beat(throw_dice(lying, Throw(values, half, seat.shade), self.rng)))

    def lift(self, seat: Seat) -> Acting:
        """Lift all dice from the board with `seat`'s hand."""
        for die in self.scene.dice:
            yield from self.show(Beat(with_hand(without_hands(self.scene), Hand(die.x, die.y, side=seat.end))))
        yield from self.show(Beat(lift_dice(without_hands(self.scene))))

    def move(self, player: Player, change: tuple[Position, Position]) -> Acting:
        """Bring the board from one position to another with `player`'s hand, both seen by him."""
        for beat in rearrange(self.scene, self.seats, self.seats[player], change, self.rng):
            yield from self.show(beat)

    def _straighten(self, player: Player) -> Acting:
        """Lay every checker on the board neatly again, under both hands of `player`."""
        end = self.seats[player].end
        busy = with_hand(with_hand(self.scene, Hand(-60.0, 0.0, side=end)), Hand(60.0, 0.0, side=end))
        yield from self.show(Beat(busy, 2 * BLINK))
        yield from self.show(Beat(_relaid(self.scene, self.rng)))

    def _wait_for(self, *wanted: type[E]) -> Generator[Beat, tuple[Event, ...], E]:
        """Return the referee's answer, which has to be one of these."""
        answer = yield from self.answer(*wanted)
        if answer is None:
            raise SimulationError("people.no_answer", waited_for=[kind.__name__ for kind in wanted])
        return answer

    def answer(self, *wanted: type[E]) -> Generator[Beat, tuple[Event, ...], E | None]:
        """Sit still until the referee says one of these, and return it; fidget now and then, and give up at last."""
        for _ in range(_TRIES):
            for _ in range(_PATIENCE):
                for event in self._heard:
                    if isinstance(event, wanted):
                        return event
                yield from self.show(Beat(without_hands(self.scene)))
            yield from self.show(Beat(with_hand(self.scene, Hand(0.0, -150.0, side="bottom")), 2 * BLINK))
        return None

    def show(self, beat: Beat) -> Acting:
        """Show one beat, remember the table without hands, and listen to what is said at the table."""
        said = yield beat
        self.scene = without_hands(beat.scene)
        self._heard.extend(event for event in said if event.audience is Audience.BOTH)

    def _last(self, kind: type[Event]) -> bool:
        """Return whether an event of this kind has been heard since the last act."""
        return any(isinstance(event, kind) for event in self._heard)


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
