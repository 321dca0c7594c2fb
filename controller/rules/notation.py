"""The moves of a play: choosing them for a legal result, writing them and reading them.

The written form is the usual one, and what GNU Backgammon reads in a .mat file: "24/18*/13", "8/5(2) 6/3(2)",
"bar/22*", "6/off". A single move is written source/target; moves of one checker that follow one another are joined,
the point between named only when a checker was hit on it; equal moves are counted; the higher source comes first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError
from controller.rules.plays import legal_plays
from controller.rules.position import BAR, OFF, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules.dice import Roll


class NotationError(RulesError, ValueError):
    """A text that is no play; the key names what is wrong."""


class IllegalPlayError(RulesError, ValueError):
    """A position that no legal play leaves, or a move that cannot be made."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved, by one die or (as read from a text such as "24/13") by several.

    Attributes:
        source: the own point it leaves, 1..24, or 25 for the bar.
        target: the own point it reaches, 1..24, or 0 for off.
        hit: whether it hits a blot on its target.
    """

    source: int
    target: int
    hit: bool = False


Play = tuple[Move, ...]
"""The moves of one turn in an order in which they can be made; empty when the turn is passed."""


def apply_move(position: Position, move: Move) -> Position:
    """Return the position after one move, whether or not a die allows it.

    Raises:
        IllegalPlayError: no checker on the source ("play.no_checker"), a closed target ("play.point_closed"),
            or a hit marked where there is no blot or not marked where there is one ("play.hit_mismatch").
    """
    mine, theirs = list(position.mine), list(position.theirs)
    if not mine[move.source]:
        raise IllegalPlayError("play.no_checker", source=move.source)
    blot = theirs[25 - move.target] if move.target != OFF else 0
    if blot > 1:
        raise IllegalPlayError("play.point_closed", target=move.target)
    if bool(blot) != move.hit:
        raise IllegalPlayError("play.hit_mismatch", target=move.target, hit=move.hit)
    mine[move.source] -= 1
    mine[move.target] += 1
    if move.hit:
        theirs[25 - move.target] = 0
        theirs[BAR] += 1
    return Position(tuple(mine), tuple(theirs))


def apply_play(position: Position, play: Play) -> Position:
    """Return the position after all moves of a play, made in order.

    Raises:
        IllegalPlayError: see `apply_move`.
    """
    for move in play:
        position = apply_move(position, move)
    return position


def find_play(before: Position, roll: Roll, after: Position, *, lenient_last_checker: bool = False) -> Play:
    """Return the moves of a legal play that leaves a position, one move a die, in an order in which they can be made.

    Where several do, the one that starts with the highest checker and the larger die is chosen.

    Args:
        before: the position before the play, seen by the player who moves.
        roll: the dice.
        after: the position it leaves, still seen by the same player.
        lenient_last_checker: see `legal_plays`.

    Raises:
        IllegalPlayError: no legal play leaves that position ("play.not_legal").
    """
    legal = legal_plays(before, roll, lenient_last_checker=lenient_last_checker)
    if not legal.allows(after):
        raise IllegalPlayError("play.not_legal", before=before, roll=roll, after=after)
    if after == before:
        return ()
    found = [
        play
        for order in set(permutations(roll.dice))
        for play in _sequences(before, order)
        if apply_play(before, play) == after and (len(play) == legal.dice_used or lenient_last_checker)
    ]
    return min(found, key=lambda play: (-len(play), [(-move.source, move.target) for move in play]))


def _sequences(position: Position, dice: tuple[int, ...]) -> Iterator[Play]:
    """Yield every sequence of moves that plays these dice in this order, stopping anywhere."""
    yield ()
    if dice:
        for source in range(BAR, 0, -1):
            if not position.mine[source] or (position.mine[BAR] and source != BAR):
                continue
            target = max(OFF, source - dice[0])
            if target == OFF and (any(position.mine[7:]) or (source < dice[0] and any(position.mine[source + 1 :]))):
                continue
            blot = position.theirs[25 - target] if target else 0
            if blot < 2:
                move = Move(source, target, blot == 1)
                for rest in _sequences(apply_move(position, move), dice[1:]):
                    yield (move, *rest)


_MOVE: Final = re.compile(
    r"(?P<points>(?:\d+|bar|off)\*?(?:/(?:\d+|bar|off)\*?)+)(?P<times>\(\d\))?(?P<star>\*?)", re.IGNORECASE
)


def format_play(play: Play) -> str:
    """Return the written form of a play; the empty text when the turn is passed."""
    parts: list[str] = []
    for chain in _chains(play):
        text = _point(chain[0].source)
        for i, move in enumerate(chain):
            if move.hit or i == len(chain) - 1:
                text += f"/{_point(move.target)}{'*' * move.hit}"
        parts.append(text)
    written: list[str] = []
    for part in dict.fromkeys(parts):
        times = parts.count(part)
        written.append(part if times == 1 else f"{part}({times})")
    return " ".join(written)


def _chains(play: Play) -> list[list[Move]]:
    chains: list[list[Move]] = []
    for move in play:
        for chain in chains:
            if chain[-1].target == move.source:
                chain.append(move)
                break
        else:
            chains.append([move])
    return sorted(chains, key=lambda chain: -chain[0].source)


def _point(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def parse_play(text: str) -> Play:
    """Return the moves that a text such as "bar/22* 8/5(2)" writes.

    Raises:
        NotationError: the text is no play.
    """
    moves: list[Move] = []
    for word in text.split():
        match = _MOVE.fullmatch(word)
        if match is None:
            raise NotationError("notation.not_a_move", text=word)
        stops = match["points"].lower().split("/")
        if match["star"]:
            stops[-1] += "*"
        points = [{"bar": BAR, "off": OFF}.get(stop.rstrip("*")) for stop in stops]
        numbers = [int(stop.rstrip("*")) if point is None else point for stop, point in zip(stops, points, strict=True)]
        moves.extend(
            Move(numbers[i - 1], numbers[i], stops[i].endswith("*") and n == 0)
            for n in range(int(match["times"][1]) if match["times"] else 1)
            for i in range(1, len(numbers))
        )
    return tuple(moves)
