"""Following a match with GNU Backgammon's answer in hand: what was decided, and what it has cost.

What is a cube decision, which decisions count for the rates, and what a wrong one costs is as in GNU Backgammon's own
statistics (`updateStatcontext` in its analysis.c): a player who could double and did not decides as much as one who
does; of those only the close ones count, in which doubling would have cost less than 0.16. A beaver is no decision, the
take of one is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.analysis.decisions import CubeDecision, Decision, DecisionKind, IllegalPlay, Ledger, LeftOut, LuckOfRoll
from controller.record.transcript import RollAlone, is_turn
from controller.rules.notation import IllegalPlayError, Move, apply_move, apply_play, format_play
from controller.rules.player import Player
from controller.rules.plays.legal import legal_plays

if TYPE_CHECKING:
    from controller.analysis.prepared import PreparedRecord
    from controller.engine.analysis_answer import EngineMatch, EngineRecord
    from controller.record.replay import GameReplay, JudgedPlay
    from controller.rules.notation import Play
    from controller.rules.position import Position

CLOSE: Final = 0.16
"""What doubling may cost for the decision not to double to be a close one."""

_BEST: Final = (DecisionKind.NO_DOUBLE.value, "double, take", "double, pass")


@dataclass(slots=True)
class _Book:
    """What has been found so far."""

    decisions: list[Decision] = field(default_factory=list)
    throws: list[LuckOfRoll] = field(default_factory=list)
    illegal: list[IllegalPlay] = field(default_factory=list)
    turns: list[int] = field(default_factory=lambda: [0, 0])
    left_out: list[LeftOut] = field(default_factory=list)


@dataclass(slots=True)
class _FollowedGame:
    """A game in the course of being followed.

    Attributes:
        replayed: the game.
        book: where findings go.
        cube: as it lies.
        at: how many of its plays have been passed.
        offered: the value of the cube on offer; 0 while none is.
        doubler: who has doubled first, and leaves the cube to the other.
        doubled: the double that waits for its answer and counts, and the board seen by who doubled.
        known: the turns that were followed, and those of illegal plays, by the identity of their actions.
    """

    replayed: GameReplay
    book: _Book
    cube: CubeDecision
    at: int = 0
    offered: int = 0
    doubler: Player = Player.ONE
    doubled: tuple[EngineRecord, Position] | None = None
    known: set[int] = field(default_factory=set)

    @property
    def number(self) -> int:
        """The game's number in the record."""
        return self.replayed.game.number


def follow(prepared: PreparedRecord, answer: EngineMatch) -> Ledger:
    """Return everything that was decided in a match, with what it has cost."""
    book = _Book()
    for number, replayed in enumerate(prepared.games):
        game = _FollowedGame(replayed, book, CubeDecision(replayed.game.cube))
        for record in answer.games[number] if number < len(answer.games) else ():
            _follow_record(game, record)
        while game.at < len(replayed.plays):
            _pass_by(game)
        book.left_out.extend(_left_out(game))
    turns = (book.turns[0], book.turns[1])
    return Ledger(tuple(book.decisions), tuple(book.throws), tuple(book.illegal), turns, tuple(book.left_out))


def _left_out(game: _FollowedGame) -> list[LeftOut]:
    """Return the turns of a game of which nothing is known, if there are any."""
    turns = [action for action in game.replayed.game.actions if is_turn(action)]
    if turns and isinstance(turns[-1], RollAlone):
        turns.pop()  # the roll on which somebody resigned
    missing = [number for number, action in enumerate(turns) if id(action) not in game.known]
    if not missing:
        return []
    return [LeftOut(game.number, len(missing), missing[0] + 1, turns[missing[0]].line)]


def _follow_record(game: _FollowedGame, record: EngineRecord) -> None:
    """Take one record into account."""
    match record.action:
        case "move":
            _follow_turn(game, record)
        case "set":
            _note_luck(game, record, game.at + 1)
        case "double":
            _follow_double(game, record)
        case "take" | "drop" if game.offered:
            _follow_answer(game, record)
        case _:
            pass


def _follow_turn(game: _FollowedGame, record: EngineRecord) -> None:
    """Take a roll and its play into account, and the double that was not made before it."""
    play = _found(game, record)
    if play is None:
        return
    _note_luck(game, record, game.at)
    game.book.turns[record.player] += 1
    where = (game.number, game.at, record.player)
    if record.no_double is not None and record.double_take is not None:
        best, worth = _best_cube(record.no_double, record.double_take)
        close = worth - min(record.double_take, 1.0) < CLOSE
        error = worth - record.no_double
        made = DecisionKind.NO_DOUBLE.value
        game.book.decisions.append(
            Decision(*where, DecisionKind.NO_DOUBLE, play.before, game.cube, None, made, best, error, close)
        )
    if record.choices:
        moves, best_moves = _play(play.before, record.moves), _play(play.before, record.best)
        known = record.equity is not None and record.best_equity is not None
        # A last checker borne off with either die is none of the plays that GNU Backgammon knows; it costs nothing.
        error = (record.best_equity or 0.0) - (record.equity or 0.0) if known else 0.0
        texts = (format_play(moves), format_play(best_moves))
        counts = record.choices > 1
        game.book.decisions.append(
            Decision(
                *where, DecisionKind.PLAY, play.before, game.cube, play.roll, *texts, error, counts, moves, best_moves
            )
        )


def _follow_double(game: _FollowedGame, record: EngineRecord) -> None:
    """Take a double into account; one on top of another is a beaver."""
    first = not game.offered
    game.offered = 2 * (game.offered or game.cube.value)
    if not first:
        return
    game.doubler, game.doubled = record.player, None
    if record.no_double is None or record.double_take is None:
        return
    position = _board(game, record.player)
    if position is None:
        return
    best, worth = _best_cube(record.no_double, record.double_take)
    error = worth - min(record.double_take, 1.0)
    where = (game.number, game.at + 1, record.player)
    made = DecisionKind.DOUBLE.value
    game.book.decisions.append(
        Decision(*where, DecisionKind.DOUBLE, position, game.cube, None, made, best, error, counts=True)
    )
    game.doubled = (record, position)


def _follow_answer(game: _FollowedGame, record: EngineRecord) -> None:
    """Take a take or a pass into account."""
    double, position = game.doubled or (None, None)
    if double is not None and double.double_take is not None and position is not None:
        kind = DecisionKind.TAKE if record.action == "take" else DecisionKind.PASS
        cost = double.double_take - 1.0 if kind is DecisionKind.TAKE else 1.0 - double.double_take
        best = DecisionKind.TAKE if double.double_take <= 1.0 else DecisionKind.PASS
        where = (game.number, game.at + 1, record.player)
        error = max(0.0, cost)
        seen = position if record.player is game.doubler else position.turned()
        game.book.decisions.append(
            Decision(*where, kind, seen, game.cube, None, kind.value, best.value, error, counts=True)
        )
    if record.action == "take":
        game.cube = CubeDecision(game.offered, game.doubler.other)
    game.offered, game.doubled = 0, None


def _found(game: _FollowedGame, record: EngineRecord) -> JudgedPlay | None:
    """Return the play of the record that GNU Backgammon speaks of, and pass it; None if it is none of those left.

    Illegal plays before it are passed by: of those it knows only what they have left. It is the same play if the same
    player has played the same dice to the same end, and if there were as many plays to choose from: so the position
    was the same, too.
    """
    if record.dice is None:
        return None
    plays = game.replayed.plays
    while game.at < len(plays):
        play = plays[game.at]
        if (
            play.action.player is record.player
            and (play.roll.high, play.roll.low) == (max(record.dice), min(record.dice))
            and _same_play(play, record)
        ):
            game.at += 1
            game.known.add(id(play.action))
            return play
        if play.legal:
            break
        _pass_by(game)
    return None


def _board(game: _FollowedGame, player: Player) -> Position | None:
    """Return the board seen by a player who may now double, from the plays before and after; None if that is not known.

    Illegal plays of the other's before it are passed by.
    """
    plays = game.replayed.plays
    while game.at < len(plays):
        play = plays[game.at]
        if play.action.player is player:
            return play.before
        if play.legal:
            return None
        _pass_by(game)
    last = plays[-1] if plays else None
    return last.after.turned() if last and last.after and last.action.player is player.other else None


def _same_play(play: JudgedPlay, record: EngineRecord) -> bool:
    """Return whether a record speaks of a play, the dice being the same."""
    legal = legal_plays(play.before, play.roll)
    if record.choices != (0 if legal.is_dance else len(legal)):
        return False
    try:
        return apply_play(play.before, _play(play.before, record.moves)) == play.after
    except IllegalPlayError:
        return False


def _pass_by(game: _FollowedGame) -> None:
    """Pass a play by that GNU Backgammon has said nothing of."""
    play = game.replayed.plays[game.at]
    game.at += 1
    if not play.legal and play.after is not None:
        game.known.add(id(play.action))
        where = (game.number, game.at, play.action.player)
        game.book.illegal.append(IllegalPlay(*where, play.roll, play.before, play.after, game.cube))


def _note_luck(game: _FollowedGame, record: EngineRecord, turn: int) -> None:
    """Note what a roll has brought."""
    if record.luck is not None:
        game.book.throws.append(LuckOfRoll(game.number, turn, record.player, record.luck))


def _best_cube(no_double: float, double_take: float) -> tuple[str, float]:
    """Return what a player who may double should do, and what that is worth; a pass is worth 1 to him."""
    if no_double > double_take or no_double > 1.0:
        return _BEST[0], no_double
    return (_BEST[1], double_take) if double_take < 1.0 else (_BEST[2], 1.0)


def _play(before: Position, moves: tuple[tuple[int, int], ...]) -> Play:
    """Return moves as a play, with what each hits."""
    play: list[Move] = []
    position = before
    for source, target in moves:
        plain = Move(source, target)
        hits = target > 0 and position.theirs[25 - target] == 1
        move = Move(source, target, hits)
        try:
            position = apply_move(position, move)
        except IllegalPlayError:
            return tuple(Move(*one) for one in moves)
        play.append(move if hits else plain)
    return tuple(play)
