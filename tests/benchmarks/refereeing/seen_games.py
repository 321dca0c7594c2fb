"""Games of transcripts as a referee would see them: perfect readings of boards and dice, words, and the written end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from controller.record.replay import replay
from controller.record.transcript import Beaver, Double, Drop, MatchRecord, Raccoon, RollAndPlay, Take
from controller.referee.inputs import Action, Said, Seen
from controller.referee.layout import Layout
from controller.rules import BAR, OFF, Level, Player, Position, Roll, all_borne_off
from tests.controller.rules.boards import shared_points
from vision.reading import PLACES, CountReading, DieReading, PlaceReading, Reading, Shade, content_index

if TYPE_CHECKING:
    from controller.record.replay import GameReplay
    from controller.record.transcript import GameRecord
    from controller.record.transcript import RecordedAction as Written
    from controller.rules import MatchState

LAYOUT = Layout()
_WRONG = -1500
_WORDS = {Double: Action.DOUBLE, Take: Action.TAKE, Drop: Action.DROP, Beaver: Action.BEAVER, Raccoon: Action.RACCOON}
_RESIGN = {
    Level.SINGLE: Action.RESIGN_SINGLE,
    Level.GAMMON: Action.RESIGN_GAMMON,
    Level.BACKGAMMON: Action.RESIGN_BACKGAMMON,
}


@dataclass(frozen=True)
class Turn:
    """A turn as the transcript has it.

    Attributes:
        player: who played.
        roll: his dice.
        before, after: the positions, seen by him.
        declared: the file itself says, or GNU Backgammon does, that the play is not legal.
    """

    player: Player
    roll: Roll
    before: Position
    after: Position
    declared: bool


@dataclass(frozen=True)
class Word:
    """Something about the cube that a player says."""

    player: Player
    action: Action


@dataclass(frozen=True)
class Game:
    """A game that can be shown to a referee.

    Attributes:
        record: as written.
        match: the match before it.
        jacoby: gammons count only after the cube was turned, as the file's heading says.
        parts: turns and words in order.
        contradicts: the written result does not follow from the written plays; the player may have resigned so.
        ends: "borne-off", "dropped", "resigned", or "broken" where the record stops or cannot be followed to its end.
    """

    record: GameRecord
    match: MatchState
    jacoby: bool
    parts: tuple[Turn | Word, ...]
    contradicts: bool
    ends: str


def games_of(record: MatchRecord) -> list[Game]:
    """Return the games of a record, each as far as its positions are known."""
    return [_game(record, one) for one in replay(record)]


def _game(record: MatchRecord, replayed: GameReplay) -> Game:
    """Return one game as turns and words."""
    game = replayed.game
    judged = {id(play.action): play for play in replayed.plays}
    parts: list[Turn | Word] = []
    whole = True
    for action in game.actions:
        if type(action) in _WORDS:
            parts.append(Word(action.player, _WORDS[type(action)]))
            continue
        play = judged.get(id(action))
        if play is None or play.after is None:
            whole = not _is_turn(action)
            break
        declared = isinstance(action, RollAndPlay) and (action.declared_illegal or action.after is not None)
        parts.append(Turn(action.player, play.roll, play.before, play.after, declared or not play.legal))
    jacoby = (record.tag("Jacoby") or "").casefold() in {"on", "true", "yes", "1"}
    contradicts = any(one.key in ("replay.points", "replay.winner") for one in replayed.disagreements)
    return Game(game, record.before(game), jacoby, tuple(parts), contradicts, _ending(game, parts, whole=whole))


def _is_turn(action: Written) -> bool:
    """Return whether the written action moved checkers, so that the game cannot be followed without it."""
    return isinstance(action, RollAndPlay)


def _ending(game: GameRecord, parts: list[Turn | Word], *, whole: bool) -> str:
    """Return how a game ends, by the record."""
    last = parts[-1] if parts else None
    if game.outcome is None or not whole or last is None:
        return "broken"
    if isinstance(last, Turn) and all_borne_off(last.after.mine):
        return "borne-off"
    if isinstance(last, Word):
        return "dropped" if last.action is Action.DROP else "broken"
    return "resigned"


def resignation(game: Game, cube: int) -> tuple[Said, Said] | None:
    """Return the words by which the written result comes about, None where no level gives it."""
    outcome = game.record.outcome
    if outcome is None:
        return None
    short = game.match.points_short(outcome.winner)
    for level in Level:
        points = cube * level
        if outcome.points in (points, points if short is None else min(points, short)):
            return (
                Said(0.0, outcome.winner.other, _RESIGN[level]),
                Said(0.0, outcome.winner, Action.CONFIRM),
            )
    return None


@lru_cache(maxsize=64)
def _place(index: int) -> PlaceReading:
    """Return the perfect reading of a point with this content."""
    return PlaceReading(tuple(0 if content == index else _WRONG for content in range(31)))


@lru_cache(maxsize=16)
def _count(count: int) -> CountReading:
    """Return the perfect reading of a count."""
    return CountReading(tuple(0 if one == count else _WRONG for one in range(16)))


def shown(position: Position, player: Player, time: float, dice: tuple[DieReading, ...] = ()) -> Seen:
    """Return the perfect reading of a position, seen by `player`, trays included."""
    contents = dict.fromkeys(PLACES, 0)
    for owner, counts in ((player, position.mine), (player.other, position.theirs)):
        shade = LAYOUT.shade(owner)
        for point in range(1, 25):
            if counts[point] > contents[LAYOUT.place(owner, point)] % 15:
                contents[LAYOUT.place(owner, point)] = content_index(shade, counts[point])
    shared = frozenset(LAYOUT.place(player, point) for point in shared_points(position))
    sides = {LAYOUT.shade(player): position.mine, LAYOUT.shade(player.other): position.theirs}
    dark, light = sides[Shade.DARK], sides[Shade.LIGHT]
    return Seen(
        Reading(
            time=time,
            points=tuple(_place(contents[name]) for name in PLACES),
            bar_dark=_count(dark[BAR]),
            bar_light=_count(light[BAR]),
            off_dark=_count(dark[OFF]),
            off_light=_count(light[OFF]),
            hidden=frozenset(),
            dice=dice,
            cube=None,
            shared=shared,
        )
    )


def thrown(player: Player, roll: Roll, *, opening: bool) -> tuple[DieReading, ...]:
    """Return the dice of a roll as they lie: both in the player's half, or one each in the opening."""
    values = roll.dice[:2]
    right = LAYOUT.throws_right(player)
    first = _die(values[0], 0.6 if right else 0.2)
    second_right = right is not opening
    return first, _die(values[1], 0.75 if second_right else 0.3)


def _die(value: int, x: float) -> DieReading:
    """Return a die that lies flat and shows its value."""
    return DieReading(x, 0.5, 0.0, 0.0, tuple(0 if face == value else _WRONG for face in range(1, 7)), 900, (9, 9, 9))


def later(seen: Seen, time: float) -> Seen:
    """Return the same picture some time later."""
    return Seen(replace(seen.reading, time=time))
