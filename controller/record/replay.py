"""Replaying a record: every play judged against the rules, every score against the game's value.

A transcript names the points from which and to which checkers went, which may fit several legal results: they then
differ only in what was hit on the way. Stars decide where there are any; where there are none, what was written does:
the points on which the written hops land are hit if a blot stands there, the others are not.

A play that is not legal is accepted as it was made, and the game goes on from there. Where a transcript hides or leaves
out a play that could have been one of several, the rest of that game cannot be judged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.record.agreed import rules_of
from controller.record.given import can_be_played, given_score
from controller.record.transcript import (
    TURNS,
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    RollAlone,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules.cube import (
    NO_REFUSAL,
    CubeMoment,
    CubeState,
    Offer,
    OfferKind,
    Refusal,
    why_no_answer,
    why_no_double,
)
from controller.rules.notation import IllegalPlayError, NotationError, Play, apply_play, parse_play
from controller.rules.player import Player
from controller.rules.plays.game_plays import GamePlays
from controller.rules.plays.legal import legal_plays
from controller.rules.position import BAR, OFF, Position
from controller.rules.profile import STANDARD
from controller.rules.scoring import Level, all_borne_off, borne_off, dropped, points_for

if TYPE_CHECKING:
    from controller.rules.dice import Roll
    from controller.rules.plays.backgammon import LegalPlays
    from controller.rules.plays.legal import Plays
    from controller.rules.profile import RulesProfile

_NEVER: Final = Refusal.FIRST_ROLL | Refusal.OPPONENT_OWNS_CUBE | Refusal.CRAWFORD_GAME | Refusal.OFFER_PENDING
"""Why a double is wrong at every table."""

MOST_MOVES: Final = 10
"""The most checkers that a turn moves in any game: a 1, a 2 and two doubles."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play as the record has it, and whether the rules allow it.

    Attributes:
        action: what the record says.
        roll: the dice.
        before: the position before the play, seen by the player who made it.
        after: the position that it left, still seen by him; as recorded if the play is not legal, and None if it
            cannot be made at all (see `play_as_written`).
        legal: whether the rules allow it.
    """

    action: RecordedAction
    roll: Roll
    before: Position
    after: Position | None
    legal: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that the record says of cube or score and that does not follow from the game.

    Attributes:
        key: what it is about, such as "replay.points".
        line: the line of the file, 0 if there is none.
        written: what the record says.
        expected: what follows from the rules.
    """

    key: str
    line: int
    written: object
    expected: object


@dataclass(frozen=True, slots=True)
class GameReplay:
    """One game replayed.

    Attributes:
        game: the record.
        plays: the plays whose position before and after is known, in order: those written, dances, and forced plays
            that the record leaves out.
        unjudged: how many written plays come after a gap, or after the last checker is off, and cannot be judged.
        unreadable: what could not be read or made sense of.
        disagreements: what the record says of cube and score against the rules.
    """

    game: GameRecord
    plays: tuple[JudgedPlay, ...]
    unjudged: int
    unreadable: tuple[Unreadable, ...]
    disagreements: tuple[Disagreement, ...]


@dataclass(slots=True)
class _ReplayedGame:
    """A game in the course of its replay; `position` is seen by `Player.ONE`, None where it is not known any more."""

    position: Position | None
    cube: CubeState
    profile: RulesProfile
    plays: list[JudgedPlay] = field(default_factory=list)
    unjudged: int = 0
    unreadable: list[Unreadable] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)

    def seen_by(self, player: Player) -> Position | None:
        """Return the position seen by a player."""
        return self.position if player is Player.ONE or self.position is None else self.position.turned()

    @property
    def is_over(self) -> bool:
        """Whether a player has borne off all his checkers."""
        board = self.position
        return board is not None and (all_borne_off(board.mine) or all_borne_off(board.theirs))

    def put(self, player: Player, position: Position | None) -> None:
        """Set the position as a player sees it."""
        self.position = position if player is Player.ONE or position is None else position.turned()


def replay(record: MatchRecord, profile: RulesProfile = STANDARD) -> tuple[GameReplay, ...]:
    """Replay every game of a record.

    Args:
        record: the match.
        profile: the rules by which the games are judged and valued; the variant is the record's own, and so is what it
            says was agreed on.
    """
    profile = rules_of(record, profile)
    return tuple(
        _replay_game(record, game, following, profile)
        for game, following in zip(record.games, [*record.games[1:], None], strict=True)
    )


def resolve_play(before: Position, play: Play, legal: LegalPlays) -> Position | None:
    """Return the legal result that a written play names; None if none does.

    Args:
        before: the position before the play, seen by the player who makes it.
        play: the moves as written; a move may span several dice.
        legal: the legal results of the roll.
    """
    mine = _mine_after(before, play)
    matching = [after for after in legal if after.mine == mine]
    if len(matching) < 2:
        return matching[0] if matching else None
    stars = {move.target for move in play if move.hit}
    landed = {move.target for move in play if move.target != OFF and before.theirs[BAR - move.target] == 1}
    wanted = stars or landed

    def distance(after: Position) -> tuple[int, list[int]]:
        hit = {BAR - point for point in range(1, BAR) if after.theirs[point] < before.theirs[point]}
        return len(hit ^ wanted), sorted(hit)

    return min(matching, key=distance)


def play_as_written(before: Position, play: Play) -> Position | None:
    """Return the position that a play leaves if it is made as written, legal or not.

    None if it cannot be made: a checker is said to move where there is none, or to stay where the other player's
    stand. A lone enemy checker on a written point goes to the bar.
    """
    mine = _mine_after(before, play)
    if mine is None:
        return None
    theirs = list(before.theirs)
    for move in play:
        if move.target not in (OFF, BAR) and theirs[BAR - move.target] == 1:
            theirs[BAR - move.target] = 0
            theirs[BAR] += 1
    shared = any(mine[point] and theirs[BAR - point] for point in range(1, BAR))
    return None if shared else Position(mine, tuple(theirs))


def _mine_after(before: Position, play: Play) -> tuple[int, ...] | None:
    """Return the player's own counts after a play as written; None if it moves checkers that are not there."""
    change = Counter(move.target for move in play)
    change.subtract(move.source for move in play)
    mine = tuple(count + change[point] for point, count in enumerate(before.mine))
    return mine if min(mine) >= 0 else None


def _replay_game(
    record: MatchRecord, game: GameRecord, following: GameRecord | None, profile: RulesProfile
) -> GameReplay:
    """Replay one game; `following` is the next one of the record."""
    cube = CubeState(game.cube, automatic_doubles=game.cube.bit_length() - 1)
    table = _ReplayedGame(game.start or record.variant.start, cube, profile)
    last = max((at for at, action in enumerate(game.actions) if isinstance(action, TURNS)), default=-1)
    for index, action in enumerate(game.actions):
        match action:
            case RollAndPlay():
                _replay_play(table, action)
            case Dance() | RollAlone():
                _replay_pass(table, action, last=index == last)
            case HiddenPlay():
                table.position = None
            case Unreadable():
                table.unreadable.append(action)
                table.position = None
            case _:
                _check_cube_action(table, record, game, action)
                _replay_cube(table, action)
    if game.outcome is not None:
        if can_be_played(game.outcome, table.cube.value):
            _check_outcome(table, record, game, game.outcome, profile)
        _check_next_score(table, record, game, game.outcome, following)
    return GameReplay(game, tuple(table.plays), table.unjudged, tuple(table.unreadable), tuple(table.disagreements))


def _replay_play(table: _ReplayedGame, action: RollAndPlay) -> None:
    """Judge a written play and make it."""
    before = table.seen_by(action.player)
    if before is None or table.is_over:
        table.unjudged += 1
        table.put(action.player, action.after)
        return
    legal = legal_plays(before, action.roll, table.profile, action.named)
    try:
        after = _position_after(before, action, legal)
    except NotationError:
        table.unreadable.append(Unreadable(player=action.player, text=action.play, row=action.row, line=action.line))
        after = None
    else:
        allowed = after is not None and legal.allows(after)
        table.plays.append(JudgedPlay(action, action.roll, before, after, allowed))
    table.put(action.player, after)


def _position_after(before: Position, action: RollAndPlay, legal: Plays) -> Position | None:
    """Return the position that a recorded play has left; None if it cannot be made.

    Raises:
        NotationError: the play is not written in notation.
    """
    if action.after is not None:
        return min((action.after, *action.other_readings), key=lambda after: _displaced(before, after))
    if isinstance(legal, GamePlays):
        return _in_other_game(before, parse_play(action.play, most=MOST_MOVES))
    play = parse_play(action.play)
    if any(not OFF <= point <= BAR for move in play for point in (move.source, move.target)):
        raise NotationError("notation.no_such_point", text=action.play)
    return resolve_play(before, play, legal) or play_as_written(before, play)


def _in_other_game(before: Position, play: Play) -> Position | None:
    """Return what a play leaves that is written as it was made, in a game of which only our own records tell."""
    try:
        return apply_play(before, play)
    except IllegalPlayError:
        return None


def _displaced(before: Position, after: Position) -> int:
    """Return by how many checkers two positions differ, point by point."""
    return sum(
        abs(old - new)
        for counts, others in ((before.mine, after.mine), (before.theirs, after.theirs))
        for old, new in zip(counts, others, strict=True)
    )


def _replay_pass(table: _ReplayedGame, action: Dance | RollAlone, *, last: bool) -> None:
    """Replay a turn without a written play: a dance, a forced play, the roll before a resignation, or a gap."""
    before = table.seen_by(action.player)
    if before is None or action.roll is None or table.is_over:
        return
    legal = legal_plays(before, action.roll, table.profile)
    if legal.is_dance or isinstance(action, Dance):
        after: Position | None = before
    elif last:
        return
    else:
        after = next(iter(legal)) if len(legal) == 1 else None
    if after is not None:
        table.plays.append(JudgedPlay(action, action.roll, before, after, legal.allows(after)))
    table.put(action.player, after)


def _replay_cube(table: _ReplayedGame, action: RecordedAction) -> None:
    """Follow the cube; a value that does not follow from the one before is noted."""
    cube = table.cube
    match action:
        case Double() | Beaver() | Raccoon():
            kinds = {Double: OfferKind.DOUBLE, Beaver: OfferKind.BEAVER, Raccoon: OfferKind.RACCOON}
            value = 2 * (cube.offer.value if cube.offer else cube.value)
            if action.value not in (None, value):
                table.disagreements.append(Disagreement("replay.cube", action.line, action.value, value))
            table.cube = CubeState(
                cube.value, cube.owner, Offer(kinds[type(action)], action.player, value), cube.turned
            )
        case Take() if cube.offer is not None:
            owner = cube.offer.by if cube.offer.kind is OfferKind.BEAVER else action.player
            table.cube = CubeState(cube.offer.value, owner, turned=True)
        case Drop() | Take() if cube.offer is None:
            table.disagreements.append(Disagreement("replay.no_offer", action.line, type(action).__name__, None))
        case _:
            pass


def _check_cube_action(table: _ReplayedGame, record: MatchRecord, game: GameRecord, action: RecordedAction) -> None:
    """Note a double or an answer that the rules forbid, whatever was agreed on: by whose cube it is, and in which game.

    What comes before is known of the cube alone: whether dice had been thrown, or what a table allows, is not judged.
    """
    match, cube = record.before(game), table.cube
    refusal = NO_REFUSAL
    match action:
        case Double():
            begun = game.start is not None or any(
                isinstance(one, TURNS) for one in game.actions[: game.actions.index(action)]
            )
            moment = CubeMoment(action.player, first_roll=not begun)
            refusal = why_no_double(cube, action.player, moment, match, table.profile) & _NEVER
        case Take() | Drop() | Beaver() | Raccoon() if cube.offer is not None:
            refusal = why_no_answer(cube, action.player)
        case _:
            pass
    if isinstance(action, Beaver | Raccoon) and record.length:
        refusal |= Refusal.MONEY_ONLY
    if refusal:
        names = [str(one.name).lower() for one in Refusal if one in refusal]
        table.disagreements.append(Disagreement("replay.cube_refused", action.line, type(action).__name__, names))


def _check_outcome(
    table: _ReplayedGame, record: MatchRecord, game: GameRecord, outcome: Outcome, profile: RulesProfile
) -> None:
    """Compare the written winner and points with what the game is worth."""
    line = game.actions[-1].line if game.actions else game.line
    match = record.before(game)
    winner: Player | None = None
    possible = {points_for(level, table.cube, match, profile) for level in Level}
    last = game.actions[-1] if game.actions else None
    finished = [player for player in Player if (seen := table.seen_by(player)) and all_borne_off(seen.mine)]
    if isinstance(last, Drop) and table.cube.offer is not None:
        result = dropped(table.cube)
        winner, possible = result.winner, {result.points}
    elif finished and (position := table.seen_by(finished[0])) is not None:
        winner = finished[0]
        possible = {borne_off(position, winner, table.cube, match, profile).points}
    if winner is not None and outcome.winner is not winner:
        table.disagreements.append(Disagreement("replay.winner", line, outcome.winner, winner))
    caps = (match.points_short(outcome.winner), match.length or None)  # sites cap points at either
    allowed = possible | {min(points, cap) for points in possible for cap in caps if cap is not None}
    if outcome.points not in allowed:
        table.disagreements.append(Disagreement("replay.points", line, outcome.points, sorted(possible)))


def _check_next_score(
    table: _ReplayedGame, record: MatchRecord, game: GameRecord, outcome: Outcome, following: GameRecord | None
) -> None:
    """Compare the score before the next game with the one that this game leaves, unless games are missing.

    A remark may say that the director has made it.
    """
    if following is None or following.number != game.number + 1:
        return
    if any(given_score(remark) == (following.number, following.score) for remark in record.remarks):
        return
    expected = list(game.score)
    expected[outcome.winner] += outcome.points
    if tuple(expected) != following.score:
        table.disagreements.append(Disagreement("replay.next_score", following.line, following.score, tuple(expected)))
