"""The moves of a play: making them, writing them and reading them.

The written form is the usual one, and one that GNU Backgammon reads in a .mat file: "24/18*/13", "8/5(2) 6/3(2)",
"bar/22*", "6/off"; "hand/22" enters a checker that has never been in play. A move is source/target, "*" marks a hit.
Moves of one checker that follow one another are joined, and the point between is named only when a blot was hit there;
equal moves are counted, "8/5*(2)" when the first of them hits; the highest source comes first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from controller.rules.errors import RulesError
from controller.rules.position import BAR, HAND, OFF, POINTS, Position


class NotationError(RulesError, ValueError):
    """A text that writes no play; the key names what is wrong."""


class IllegalPlayError(RulesError, ValueError):
    """A position that no legal play leaves, or a move that cannot be made."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved, by one die or (as read from a text such as "24/13") by several.

    Attributes:
        source: the own point it leaves, 1..24, or 25 for the bar, or 26 for the checkers never in play (`HAND`).
        target: the own point it reaches, 1..24, or 0 for off.
        hit: whether it hits a blot on its target.
    """

    source: int
    target: int
    hit: bool = False


Play = tuple[Move, ...]
"""The moves of one turn; empty when the turn is passed."""


def apply_move(position: Position, move: Move) -> Position:
    """Return the position after one move, whether or not a die allows it.

    Raises:
        IllegalPlayError: a point that does not exist ("play.no_such_point"), no checker on the source
            ("play.no_checker"), a closed target ("play.point_closed"), or a hit marked where there is no blot or not
            marked where there is one ("play.hit_mismatch").
    """
    if move.source not in range(1, 27) or move.target not in range(25):
        raise IllegalPlayError("play.no_such_point", source=move.source, target=move.target)
    mine, theirs = list(position.mine), list(position.theirs)
    source, waiting = min(BAR, move.source), position.unentered[0]
    held = waiting if move.source == HAND else mine[source] - waiting * (source == BAR)
    if held <= 0:
        raise IllegalPlayError("play.no_checker", source=move.source)
    enemies = theirs[25 - move.target] if move.target != OFF else 0
    if enemies > 1:
        raise IllegalPlayError("play.point_closed", target=move.target)
    if bool(enemies) != move.hit:
        raise IllegalPlayError("play.hit_mismatch", target=move.target, hit=move.hit)
    mine[source] -= 1
    mine[move.target] += 1
    if move.hit:
        theirs[25 - move.target] = 0
        theirs[BAR] += 1
    unentered = (waiting - (move.source == HAND), position.unentered[1])
    been_home = (position.been_home[0] or move.target <= 6, position.been_home[1])
    return Position(tuple(mine), tuple(theirs), unentered, been_home)


def apply_play(position: Position, play: Play) -> Position:
    """Return the position after all moves of a play, made in order.

    Raises:
        IllegalPlayError: see `apply_move`.
    """
    for move in play:
        position = apply_move(position, move)
    return position


def joined(play: Play) -> Play:
    """Return a play with the moves of one checker joined where it hits nothing in between, the highest source first.

    This is what the written form tells: `parse_play(format_play(play)) == joined(play)`. Applied in this order the
    moves leave the same position; a rule may ask for another order (all checkers home before the first is borne off).
    """
    chains: list[list[Move]] = []
    for move in sorted(play, key=lambda move: (-move.source, -move.target)):
        chain = next((chain for chain in chains if chain[-1].target == move.source), None)
        if chain is None:
            chains.append([move])
        else:
            chain.append(move)
    chains.sort(key=lambda chain: (-chain[0].source, -chain[-1].target, [-move.target for move in chain]))
    blots = {move.target for move in play if move.hit}
    moves: list[Move] = []
    for chain in chains:
        source = chain[0].source
        for i, move in enumerate(chain, 1):
            if move.target in blots or i == len(chain):
                moves.append(Move(source, move.target, move.target in blots))
                source = move.target
            blots.discard(move.target)  # whoever comes first hits
    return tuple(moves)


def format_play(play: Play) -> str:
    """Return the written form of a play; the empty text when the turn is passed."""
    chains: list[list[Move]] = []
    for move in joined(play):
        if chains and chains[-1][-1].target == move.source:
            chains[-1].append(move)
        else:
            chains.append([move])
    words: list[str] = []
    counts: list[int] = []
    for chain in chains:
        word = _point(chain[0].source) + "".join(f"/{_point(move.target)}{'*' * move.hit}" for move in chain)
        if words and word == words[-1].removesuffix("*"):
            counts[-1] += 1
        else:
            words.append(word)
            counts.append(1)
    return " ".join(word if count == 1 else f"{word}({count})" for word, count in zip(words, counts, strict=True))


def _point(point: int) -> str:
    """Return the written form of a point."""
    return {HAND: "hand", BAR: "bar", OFF: "off"}.get(point, str(point))


_STOP: Final = r"(?:\d{1,2}|b(?:ar)?|o(?:ff)?|hand)"
_WORD: Final = re.compile(
    rf"(?P<stops>{_STOP}(?:/{_STOP}\*?)*/{_STOP})(?P<star>\*)?(?:\((?P<times>\d)\))?(?P<late_star>\*)?",
    re.IGNORECASE | re.ASCII,
)


def parse_play(text: str, most: int = 4) -> Play:
    """Return the moves that a text such as "bar/22* 8/5(2)" writes, in its order.

    The bar may be written "bar", "B" or 25, off "off", "O" or 0, in any case; a count stands before or after the "*".
    Joined moves stay joined ("24/13" is one move) unless the text names the points between; of counted moves with a "*"
    the first one hits. Whether the play is legal, or possible at all, is not asked here.

    Args:
        text: the moves.
        most: how many moves a turn may have; more than four in acey-deucey.

    Raises:
        NotationError: a word that is no move ("notation.not_a_move"), a point that does not exist
            ("notation.no_such_point"), a move away from home ("notation.wrong_way"), a hit off the board
            ("notation.hit_off"), or too many moves ("notation.too_many_moves").
    """
    moves = [move for word in text.split() for move in _parse_word(word, most)]
    if len(moves) > most:
        raise NotationError("notation.too_many_moves", text=text, moves=len(moves))
    return tuple(moves)


def _parse_word(word: str, most: int) -> list[Move]:
    """Return the moves that one word such as "24/18*/13" or "8/5*(2)" writes."""
    match = _WORD.fullmatch(word)
    if match is None or (match["star"] and match["late_star"]):
        raise NotationError("notation.not_a_move", text=word)
    times = int(match["times"] or 1)
    if not 1 <= times <= most:
        raise NotationError("notation.too_many_moves", text=word, moves=times)
    stops = match["stops"].split("/")
    points = [_parse_point(stop.removesuffix("*"), word) for stop in stops]
    hits = [stop.endswith("*") for stop in stops]
    hits[-1] = bool(match["star"] or match["late_star"])
    moves: list[Move] = []
    for source, target, hit in zip(points, points[1:], hits[1:], strict=False):
        if source <= target:
            raise NotationError("notation.wrong_way", text=word, source=source, target=target)
        if target == OFF and hit:
            raise NotationError("notation.hit_off", text=word)
        moves.append(Move(source, target, hit))
    again = [Move(move.source, move.target) for move in moves]
    return moves + again * (times - 1)


def _parse_point(stop: str, word: str) -> int:
    """Return the point that a part of a move names."""
    point = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF, "hand": HAND}.get(stop.lower())
    if point is None:
        point = int(stop)
    if point not in POINTS and point not in (BAR, OFF) and stop.lower() != "hand":
        raise NotationError("notation.no_such_point", text=word, point=point)
    return point
