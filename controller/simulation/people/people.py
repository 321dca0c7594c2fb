"""Two simulated players at the table: they set up, throw, move, slip, correct, and listen to the referee.

They know what really lies on the table, and hear what the referee says at the table; the referee knows only what the
camera shows. What he announces wrongly they have put right, as a director would order it.
What they did is kept as `truth`, in words of their own, for comparison afterwards; who wants it with times gives them
a `diary`. What their hands do is in `company`, what goes wrong on purpose in `mischief`, what people do besides in
`manners`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

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
    OpeningWon,
    PlayAccepted,
    PlayDiffers,
    PlayIllegal,
    PlayUnsure,
    ResignationRefused,
    Rolled,
    RollRefused,
    Ruled,
    RulingRefused,
    Taken,
    TurnStarted,
)
from controller.referee.inputs import Action
from controller.rules import (
    STANDARD,
    Ending,
    Level,
    Payoff,
    Player,
    Position,
    Roll,
    RulesProfile,
    all_borne_off,
    checkers_left,
    legal_plays,
    level_of_loss,
    staged_rolls,
)
from controller.simulation.errors import ResignsError, SimulationError
from controller.simulation.faults import DEVICES, PLAYS, Plan
from controller.simulation.people import alone, doubling, manners, mischief
from controller.simulation.people.choosing import Chooser, Simple
from controller.simulation.people.company import TRIES, Company, E
from controller.simulation.people.diary import board
from controller.simulation.people.games import best_way, name_of
from controller.simulation.people.slips import SLIPS, slip_result
from controller.simulation.table import BLINK, Beat, set_up
from hardware.simulated.scene.checkers import arrange_in_order
from hardware.simulated.scene.dice import lie_of, lift_dice
from hardware.simulated.scene.table import Hand, with_hand, without_hands

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from controller.referee.commands import Command
    from controller.simulation.people.company import Acting
    from controller.simulation.people.slips import Slip
    from hardware.simulated.scene.dice import Lie
    from hardware.simulated.scene.table import Die

T = TypeVar("T")

_OVER: Final = (PlayAccepted, Danced, IllegalPlayStands, TurnStarted, GameWon)
"""What says that a turn is over."""
_VERDICTS: Final = (*_OVER, PlayIllegal, PlayUnsure, PlayDiffers)
"""What is said to the end of a turn."""
_DECIDED: Final = (Ending.RULING, Ending.TIME)
"""How a game ends that nobody has ended on the board or by word."""
_RESIGN: Final = {
    Level.SINGLE: Action.RESIGN_SINGLE,
    Level.GAMMON: Action.RESIGN_GAMMON,
    Level.BACKGAMMON: Action.RESIGN_BACKGAMMON,
}
NAMED: Final = 0.5
"""How often the double that is played after 1 and 2 is said aloud; else the board has to tell it."""


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
class People(Company):
    """Two players who play by the rules of a game, and know what they really did.

    Attributes:
        slips: mistakes still to be made: (number of the turn in the game, kind), each at the first chance from then.
        clock: they press the clock when a turn is over and leave the dice where they are; else they lift them.
        doubles: they double with the cube on the table, where the score lets them.
        truth: the turns played so far.
        chooser: says what they throw and play.
        plan: what is to go wrong besides the slips.
        early: a roll that was thrown before the turn before it had ended, and stands.
        profile: the rules of the game that they play.
        computer: whose checkers a computer plays; the other one is alone, and moves them too.
        games: after how many games they get up; None where they play until the match is won.
        careful: the computer's checkers are never moved otherwise than it plays.
    """

    slips: list[tuple[int, Slip]] = field(default_factory=list)
    clock: bool = False
    doubles: bool = False
    truth: list[TrueTurn] = field(default_factory=list)
    chooser: Chooser = field(default_factory=Simple)
    plan: Plan = field(default_factory=Plan)
    early: Roll | None = None
    profile: RulesProfile = STANDARD
    computer: Player | None = None
    games: int | None = None
    careful: bool = False
    _cube: tuple[int, Player | None] = (1, None)
    _roll_set: bool = False
    _rolls_again: bool = False

    def play_match(self) -> Acting:
        """Play game after game until the referee declares the match won, or they have played enough.

        Raises:
            SimulationError: the referee does not answer, or what he says leaves the players no way on.
        """
        game = 1
        while self.chooser.begin(game):
            yield from self._until_decided(self._play_game(game))
            yield from self.show(Beat(self.scene, 3 * BLINK))
            if self.heard(MatchWon) or not self.heard(GameWon) or game == self.games:
                return
            game += 1

    def _until_decided(self, acting: Acting) -> Acting:
        """Act to the end, or until it is said that a director or the clock has ended the game, whatever lies there."""
        beat = next(acting)
        while True:
            said = yield beat
            told = [event for event in said if event.audience is Audience.BOTH]
            won = next((event for event in told if isinstance(event, GameWon | MatchWon)), None)
            if isinstance(won, MatchWon) or (won is not None and won.ending in _DECIDED):
                break
            try:
                beat = acting.send(said)
            except StopIteration:
                return
        acting.close()
        self.scene, self.early = without_hands(beat.scene), None
        if isinstance(won, GameWon):
            self.note("won", player=int(won.winner), points=won.points)
        self.forget()
        self._heard.extend(told[told.index(won) :])
        yield from self.show(Beat(self.scene, happens=("well",)))

    def _play_game(self, game: int) -> Acting:
        """Set up and play one game to its end, or until whoever chooses has them get up."""
        yield from self._set_up(game)
        player, roll = yield from self._open(game)
        position = self.profile.variant.start
        position = position if player is Player.ONE else position.turned()
        turn = 1
        while True:
            before = position
            played = yield from self._take_turn((game, turn), player, roll, before)
            if played is None:
                return
            position = played
            if self.heard(GameWon):
                self._note_won(player, position)
                return
            if all_borne_off(position.mine):
                raise SimulationError("people.game_goes_on", game=game)
            turn += 1
            if not self._rolls_again:
                player, position = player.other, position.turned()
            if not (yield from self._goes_on(player, position)):
                return
            yield from mischief.slide(self, (game, turn), player, position)
            roll = yield from self._throw((game, turn), player)

    def _goes_on(self, player: Player, position: Position) -> Generator[Beat, tuple[Event, ...], bool]:
        """Double, resign, or get up before a throw; return whether the game goes on."""
        if player is self.computer:
            self._cube = yield from alone.before_its_roll(self, player, self._cube, position)
        elif self._may_double(player) and (yield from self._chosen(player, partial(self.chooser.doubles, position))):
            yield from self._double(player, position)
        if self.heard(GameWon):
            return False
        if (resigned := self.chooser.resigns()) is not None:
            yield from self._resign(*resigned)
            return False
        return not self.chooser.is_over(position)

    def _set_up(self, game: int) -> Acting:
        """Set the checkers up and wait until the referee sees it; where they lie so still, he may have said it."""
        if self.heard(GameStarted):
            yield from self._begin()
            return
        hands = (Hand(-60.0, -40.0, side="bottom"), Hand(60.0, 40.0, side="top"))
        busy = lift_dice(self.scene)
        for hand in hands:
            busy = with_hand(busy, hand)
        self.forget()
        yield from self.show(Beat(busy, 3 * BLINK))
        ready = arrange_in_order(
            without_hands(busy), set_up(self.scene, self.seats, self.profile.variant.start), self.rng
        )
        yield from mischief.start_wrong(self, game, ready)
        yield from self.show(Beat(ready))
        self.note("set-up", since_left=True, game=game)
        yield from self._begin()

    def _begin(self) -> Acting:
        """Wait until the referee says that the game begins."""
        started = yield from self.wait_for(GameStarted)
        # In the Crawford game nobody has the cube.
        self._cube = (0 if started.crawford else 1, None)

    def _open(self, game: int) -> Generator[Beat, tuple[Event, ...], tuple[Player, Roll]]:
        """Throw one die each until they differ; return who begins with which roll.

        Where the referee announces something else than what lies there, they have it put right; a tie that he took for
        a roll is thrown again.
        """
        refused = 0
        for _ in range(10 * TRIES):
            values = self.chooser.opening(self.rng)
            self.forget()
            for seat, value in zip(self.seats, values, strict=True):
                yield from self.cast(seat, (value,))
            first, roll = (Player.ONE if values[0] > values[1] else Player.TWO), Roll.of(*values)
            self.note("tie" if roll.is_doublet else "roll", game=game, turn=1, player=int(first), dice=list(values))
            answer = yield from self.answer(Rolled, OpeningWon, OpeningTie, RollRefused)
            if self.profile.starter_throws_both and not roll.is_doublet:
                if not (isinstance(answer, OpeningWon) and answer.player is first):
                    yield from self.contest(SetTurn(first), wanted=TurnStarted)
                return first, (yield from self._throw((game, 1), first))
            refused += not isinstance(answer, Rolled | OpeningTie)
            if isinstance(answer, Rolled) and not roll.is_doublet and (answer.player, answer.roll) == (first, roll):
                return first, roll
            if not roll.is_doublet and (isinstance(answer, Rolled | OpeningTie) or refused == TRIES):
                yield from self.contest(SetTurn(first), SetRoll(roll))
                return first, roll
            yield from self.lift(self.seats[Player.ONE])
            if isinstance(answer, Rolled):
                yield from self.contest(Undo(), wanted=GameStarted)
        raise SimulationError("people.no_opening_roll")

    def _throw(self, number: tuple[int, int], player: Player) -> Generator[Beat, tuple[Event, ...], Roll]:
        """Throw both dice until the referee accepts the roll; have it set where he announces another one, or none.

        Dice that came to lie as they may not are thrown again, whatever he says.
        """
        facts: dict[str, Any] = {"game": number[0], "turn": number[1], "player": int(player)}
        refused, self._roll_set = 0, False
        while True:
            lies: tuple[Lie | None, ...] = ("flat", "flat")
            roll = self.early
            if roll is None:
                if self.scene.dice:
                    yield from self.lift(self.seats[player])
                roll = Roll.of(*(values := self.chooser.dice(self.rng)))
                lies = (self.manners.lie(self.rng), self.manners.lie(self.rng))
                self.forget()
                yield from self.cast(self.seats[player], values, lies)
                lies = _lying_so(self.scene.dice, lies)
            self.note("roll", **facts, dice=[roll.high, roll.low], lies=lies, early=self.early is not None)
            self.early = None
            valid = lies == ("flat", "flat")
            answer = yield from self.answer(Rolled, RollRefused, tries=TRIES if valid else 1)
            if not valid:
                if isinstance(answer, Rolled):
                    yield from self.contest(SetRoll(None), wanted=Ruled)
                continue
            if isinstance(answer, Rolled) and (answer.player, answer.roll) == (player, roll):
                return roll
            refused += 1
            if not isinstance(answer, RollRefused) or refused == TRIES:
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
        self.forget()
        for beat in doubling.offer(self.scene, self.seats[player], value):
            yield from self.show(beat)
        self.note("double", since_left=True, player=int(player), value=value)
        answer = yield from self._seen_or_said(player, Action.DOUBLE, Doubled, CubeRefused)
        if isinstance(answer, CubeRefused):
            self._cube = (0, None)
            return
        if other is self.computer:
            self._cube = yield from alone.its_answer(self, other, self._cube)
            return
        self.forget()
        if not self.chooser.takes(position):
            yield from self.show(Beat(self.scene, BLINK, ((other, Action.DROP),)))
            self.note("drop", player=int(other))
            self.note("won", player=int(player), points=self._cube[0])
            yield from self.wait_for(Dropped)
            return
        for beat in doubling.take(self.scene, self.seats[other], value):
            yield from self.show(beat)
        self.note("take", since_left=True, player=int(other))
        yield from self._seen_or_said(other, Action.TAKE, Taken)
        self._cube = (value, other)

    def _seen_or_said(self, player: Player, action: Action, *wanted: type[E]) -> Generator[Beat, tuple[Event, ...], E]:
        """Return the referee's answer to a cube that was moved; say what was meant by it where he gives none."""
        answer = yield from self.answer(*wanted)
        if answer is not None:
            return answer
        self.note("touch", why=f"said {action}")
        yield from self.show(Beat(self.scene, BLINK, ((player, action),)))
        return (yield from self.wait_for(*wanted))

    def _chosen(self, player: Player, choose: Callable[[], T]) -> Generator[Beat, tuple[Event, ...], T | None]:
        """Return what is chosen; None where a player has resigned instead, and the other one has accepted.

        Raises:
            SimulationError: a resignation is not answered ("people.no_answer").
        """
        while True:
            try:
                return choose()
            except ResignsError as error:
                level = error.level
            self.forget()
            yield from self.show(Beat(self.scene, BLINK, ((player, _RESIGN[level]),)))
            answer = yield from self.answer(GameWon, ResignationRefused)
            if answer is None:
                raise SimulationError("people.no_answer", waited_for=[GameWon.__name__])
            if isinstance(answer, GameWon):
                self.note("resign", player=int(player), level=int(level))
                self.note("won", player=int(player.other), points=answer.points)
                return None

    def _resign(self, loser: Player, level: Level) -> Acting:
        """Resign, and have it accepted."""
        self.forget()
        yield from self.show(Beat(self.scene, BLINK, ((loser, _RESIGN[level]),)))
        yield from self.show(Beat(self.scene, BLINK, ((loser.other, Action.CONFIRM),)))
        self.note("resign", player=int(loser), level=int(level))
        self.note("won", player=int(loser.other), points=max(1, self._cube[0]) * level)
        yield from self.wait_for(GameWon)

    def contest(self, *orders: Command, wanted: type[Event] = Rolled) -> Acting:
        """Have something put right, as both players agree, and wait until the referee has done it."""
        self.forget()
        self.note("touch", why=" ".join(type(order).__name__ for order in orders))
        self._roll_set = any(isinstance(order, SetRoll) and order.roll is not None for order in orders)
        yield from self.show(Beat(self.scene, BLINK, ordered=orders))
        if self.heard(RulingRefused):
            raise SimulationError("people.order_refused", orders=[type(order).__name__ for order in orders])
        yield from self.wait_for(wanted)

    def _take_turn(
        self, number: tuple[int, int], player: Player, roll: Roll, before: Position
    ) -> Generator[Beat, tuple[Event, ...], Position | None]:
        """Play a roll, end the turn and put right what the referee flags; return the position, seen by `player`.

        None where the game was resigned instead.
        """
        wanted = yield from self._wanted(player, before, roll)
        if wanted is None:
            return None
        dances = legal_plays(before, roll, self.profile).is_dance
        slip, fault = (None, None) if dances else self._slip(number, before, roll)
        if player is self.computer and not dances and slip is None and not self.careful:
            slip = alone.misplayed(self, before, roll, wanted)
        way = best_way(before, roll, wanted, self.profile)
        self._rolls_again = way is not None and way.again
        name = name_of(way, roll, self.profile)
        if name is not None and not dances and player is not self.computer and self.rng.random() < NAMED:
            yield from self.show(Beat(self.scene, BLINK, ((player, name),)))
        yield from self._dither(player, before, roll)
        if slip is not None and slip[0] == "dice-turned":
            yield from mischief.turn_die(self, player, roll)
        first = slip[1] if slip else wanted
        if player is self.computer and slip is None and fault not in DEVICES:
            yield from alone.follow(self, player, before, roll, wanted)
        else:
            yield from self.move(player, (before, first), fault if fault in DEVICES else None)
        if fault in {"camera-blocked", "camera-unplugged"}:
            yield from self.show(Beat(self.scene, happens=("well",)))
        if fault == "premature-roll":
            yield from mischief.throw_early(self, player)
        self.forget()
        if self.clock and not self._rolls_again:
            yield from self.show(Beat(self.scene, BLINK, pressed=(player,)))
        else:
            yield from self.lift(self.seats[player], None if self.early is None else self.seats[player].shade)
        facts: dict[str, Any] = {"game": number[0], "turn": number[1], "player": int(player)}
        dice = [roll.high, roll.low]
        self.note(
            "play", since_left=True, **facts, dice=dice, before=board(before), after=board(first),
            slip=slip[0] if slip else None, fault=fault,
        )  # fmt: skip
        after = yield from self._settle(player, first, wanted)
        if fault in DEVICES:
            yield from self.show(Beat(self.scene, happens=("well",)))
        self.note("done", **facts, dice=dice, before=board(before), after=board(after))
        self.truth.append(TrueTurn(number[0], player, roll, before, slip, after))
        return after

    def _wanted(
        self, player: Player, before: Position, roll: Roll
    ) -> Generator[Beat, tuple[Event, ...], Position | None]:
        """Return what is to be played; None where the game was resigned instead."""
        if player is self.computer:
            return (yield from alone.announced(self, before, roll))
        return (yield from self._chosen(player, partial(self.chooser.play, before, roll)))

    def _settle(
        self, player: Player, shown: Position, wanted: Position
    ) -> Generator[Beat, tuple[Event, ...], Position]:
        """Wait for the verdict on `shown` and put right what is flagged; return the position that is accepted.

        Where the referee is in doubt, or sees no correction, they first lay the checkers neatly, as he asks them to.
        Where that is no help they say what was played, and where he says nothing they ask; that somebody's turn has
        begun, or the game is won, is an answer too. What he did not notice they put right themselves.
        """
        flagged = tidied = believed = False
        for number in range(2 * TRIES):
            answer = yield from self.answer(*_VERDICTS, tries=2 if flagged and (believed or not tidied) else TRIES)
            if answer is None and flagged and not tidied:
                tidied = True
                yield from self._tidy(player)
                continue
            if answer is None:
                # Where the referee never saw the dice he cannot see them go either.
                ends = (player, Action.CONFIRM) if self._roll_set else (player.other, Action.ASK)
                yield from self._say(*((player.other, Action.CONFIRM) if believed else ends))
                answer = yield from self.wait_for(*_VERDICTS, LastPlayLegal)
            if isinstance(answer, (*_OVER, LastPlayLegal)):
                return (yield from mischief.own_up(self, player, (shown, wanted), answer))
            self.forget()
            flagged = True
            believed = isinstance(answer, PlayUnsure) and answer.likeliest == shown == wanted
            if isinstance(answer, PlayIllegal) and shown == wanted and player is not self.computer:
                wanted = self.chooser.corrected(shown)
            if shown != wanted:
                yield from self.move(player, (shown, wanted))
                self.note("corrected", since_left=True, player=int(player), after=board(wanted))
                shown = wanted
            elif (tidied and believed) or (number > TRIES and isinstance(answer, PlayIllegal)):
                yield from self._say(player.other, Action.CONFIRM)
            else:
                tidied = True
                yield from self._tidy(player)
        raise SimulationError("people.play_never_accepted", player=int(player))

    def _tidy(self, player: Player) -> Acting:
        """Lay every checker neatly again, and write it down."""
        yield from self.straighten(player)
        self.note("tidied", since_left=True, player=int(player))

    def _say(self, player: Player, action: Action) -> Acting:
        """Say something that nobody would have to say if the referee had seen all."""
        who = player.other if player is self.computer else player
        self.note("touch", why=f"said {action}")
        yield from self.show(Beat(self.scene, BLINK, ((who, action),)))

    def _slip(
        self, number: tuple[int, int], before: Position, roll: Roll
    ) -> tuple[tuple[Slip, Position] | None, str | None]:
        """Return the mistake to be made in this turn, if one is due and the position offers it, and what else is."""
        for due in self.slips:
            if number[1] < due[0]:
                continue
            after = slip_result(due[1], before, roll, self.rng, self.profile)
            if after is not None:
                self.slips.remove(due)
                return (due[1], after), None
        for name in self.plan.due(*number, (*PLAYS, *DEVICES, "premature-roll"), self.rng):
            after = None
            if name in SLIPS:
                after = slip_result(name, before, roll, self.rng)
            elif name == "dice-turned":
                after = mischief.turned_result(before, roll, self.rng)
            elif name == "premature-roll" and (self.clock or number[1] == 1):
                continue  # one of his dice lies in the opening roll
            if name in PLAYS and after is None:
                continue
            self.plan.note(name)
            return (None, name) if after is None else ((name, after), None)
        return None, None

    def _dither(self, player: Player, before: Position, roll: Roll) -> Acting:
        """Do what people do between the roll and the play: think, try, bump, drop, lean in."""
        seat, how = self.seats[player], self.manners
        for beat in manners.think(self.scene, how, self.rng):
            yield from self.show(beat)
        for share, act in ((how.bumps, manners.bumped), (how.drops, manners.dropped), (how.leans, manners.leaned)):
            if manners.happens(share, self.rng):
                for beat in act(self.scene, seat, self.rng):
                    yield from self.show(beat)
        legal = legal_plays(before, roll, self.profile)
        if not legal.is_dance and len(staged_rolls(roll, self.profile)) == 1 and manners.happens(how.tries, self.rng):
            tried = self.rng.choice(sorted(legal, key=lambda after: (after.mine, after.theirs)))
            yield from self.move(player, (before, tried))
            for beat in manners.think(self.scene, how, self.rng):
                yield from self.show(beat)
            yield from self.move(player, (tried, before))

    def _note_won(self, winner: Player, position: Position) -> None:
        """Write down who has won a game that was played to its end, and for how much."""
        if self.profile.variant.payoff is Payoff.CHECKERS_LEFT:
            level = checkers_left(position.theirs)
        else:
            level = int(level_of_loss(position.theirs, self.profile))
        self.note("won", player=int(winner), points=max(1, self._cube[0]) * level)


def _lying_so(dice: Sequence[Die], lies: tuple[Lie | None, ...]) -> tuple[Lie | None, ...]:
    """Return how thrown dice have come to lie, None off the board: where there is no checker none can lie on one."""
    there = iter(dice)
    return tuple(None if lie is None else lie_of(next(there)) for lie in lies)
