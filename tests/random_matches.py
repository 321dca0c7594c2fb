"""Matches played at random by the rules: random legal plays, random doubles, answers and resignations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Outcome,
    RecordedAction,
    Resign,
    RollAndPlay,
    Take,
)
from controller.rules.cube import (
    CubeMoment,
    CubeState,
    automatic_double,
    beaver,
    double,
    take,
    why_no_beaver,
    why_no_double,
)
from controller.rules.dice import Roll
from controller.rules.match import MatchState, after_game, is_crawford_game, match_to, money_session
from controller.rules.notation import format_play
from controller.rules.player import Player
from controller.rules.plays.legal import find_play, legal_plays
from controller.rules.position import Position
from controller.rules.profile import STANDARD, RulesProfile
from controller.rules.scoring import GameResult, Level, all_borne_off, borne_off, dropped, resigned

if TYPE_CHECKING:
    from random import Random


@dataclass(slots=True)
class _Game:
    rng: Random
    match: MatchState
    profile: RulesProfile
    position: Position
    """Seen by the player on roll."""
    cube: CubeState = field(default_factory=CubeState)
    actions: list[RecordedAction] = field(default_factory=list)
    illegal: bool = False


def random_match(
    rng: Random, length: int, *, games: int = 100, profile: RulesProfile = STANDARD, illegal: bool = False
) -> tuple[MatchRecord, MatchState]:
    """Return the record of a random match and the match at its end.

    Args:
        rng: where chance comes from.
        length: the points that win it; 0 for money.
        games: after how many games to stop in any case.
        profile: the rules; its variant is played.
        illegal: now and then a play is made that is not legal, and stands.
    """
    match = match_to(length) if length else money_session()
    records: list[GameRecord] = []
    while not match.is_over and len(records) < games:
        game = _Game(rng, match, profile, profile.variant.start, illegal=illegal)
        result = _play(game)
        after = after_game(match, result)
        outcome = Outcome(result.winner, result.points, after.is_over)
        crawford = is_crawford_game(match, profile)
        cube = 2**game.cube.automatic_doubles
        records.append(GameRecord(len(records) + 1, match.score, crawford, tuple(game.actions), outcome, cube))
        match = after
    return MatchRecord(("Ada", "Grace Hopper"), length, tuple(records), variant=profile.variant), match


def _play(game: _Game) -> GameResult:
    rng = game.rng
    opening = [rng.randint(1, 6), rng.randint(1, 6)]
    while opening[0] == opening[1]:
        game.cube = automatic_double(game.cube, game.match, game.profile)
        opening = [rng.randint(1, 6), rng.randint(1, 6)]
    player = Player.ONE if opening[0] > opening[1] else Player.TWO
    roll = Roll.of(*opening)
    while True:
        _turn(game, player, roll)
        if all_borne_off(game.position.mine):
            return borne_off(game.position, player, game.cube, game.match, game.profile)
        player, game.position = player.other, game.position.turned()
        if rng.random() < 0.01:
            level = rng.choice(list(Level))
            game.actions.append(Resign(player=player, level=level))
            return resigned(level, player, game.cube, game.match, game.profile)
        if rng.random() < 0.06 and not why_no_double(game.cube, player, CubeMoment(player), game.match, game.profile):
            result = _double(game, player)
            if result is not None:
                return result
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))


def _double(game: _Game, player: Player) -> GameResult | None:
    game.cube = double(game.cube, player, CubeMoment(player), game.match, game.profile)
    game.actions.append(Double(player=player, value=2 * game.cube.value))
    answerer = player.other
    if game.rng.random() < 0.3 and not why_no_beaver(game.cube, answerer, game.match, game.profile):
        game.cube = beaver(game.cube, answerer, game.match, game.profile)
        game.actions.append(Beaver(player=answerer, value=4 * game.cube.value))
        answerer = player
    elif game.rng.random() < 0.3:
        game.actions.append(Drop(player=answerer))
        return dropped(game.cube)
    game.cube = take(game.cube, answerer)
    game.actions.append(Take(player=answerer))
    return None


def _turn(game: _Game, player: Player, roll: Roll) -> None:
    before = game.position
    legal = sorted(legal_plays(before, roll), key=lambda after: (_pips(after), after.mine, after.theirs))
    if not legal:
        game.actions.append(Dance(player=player, roll=roll))
    elif game.illegal and game.rng.random() < 0.05 and (after := _too_far(before, legal)):
        game.position = after
        game.actions.append(RollAndPlay(player=player, roll=roll, play="", after=after, declared_illegal=True))
    else:
        game.position = game.rng.choice(legal[: 1 + len(legal) // 2])
        play = format_play(find_play(before, roll, game.position))
        game.actions.append(RollAndPlay(player=player, roll=roll, play=play))


def _too_far(before: Position, legal: list[Position]) -> Position | None:
    """Return the position with one checker moved by seven points, if there is one and it is not legal."""
    for point in range(24, 7, -1):
        if before.mine[point] and not before.theirs[25 - (point - 7)]:
            mine = list(before.mine)
            mine[point] -= 1
            mine[point - 7] += 1
            after = Position(tuple(mine), before.theirs)
            return None if after in legal else after
    return None


def _pips(position: Position) -> int:
    return sum(point * count for point, count in enumerate(position.mine))
