"""A position as a picture: SVG that needs nothing from outside, for a page or a file of its own.

The board is seen by the player whose decision it is: he moves from the top right to the bottom right, his home, and
bears off there. Points are numbered as he counts. Lengths are in units of the picture; a checker is 40 across.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules.player import Player
from controller.rules.position import BAR, OFF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.analysis.decisions import CubeDecision
    from controller.rules.dice import Roll
    from controller.rules.notation import Play
    from controller.rules.position import Position

_STEP: Final = 40
"""Width of a point."""
_MARGIN: Final = 44
"""Beside the playing surface: the cube to the left, checkers borne off to the right."""
_TOP: Final = 20
"""Above and below it: the numbers of the points."""
_HEIGHT: Final = 400
_WIDTH: Final = 2 * _MARGIN + 13 * _STEP
_WHOLE: Final = _HEIGHT + 2 * _TOP
_TALL: Final = 5
"""How many checkers of a point are drawn; a number says how many there are."""

_COLOURS: Final = {Player.ONE: ("#33302d", "#f4efe6"), Player.TWO: ("#f4efe6", "#33302d")}
"""Of checkers and dice: the colour, and what is written on it. Player ONE has the dark ones."""
_OUTLINE: Final = "#6b6259"
_FRAME, _SURFACE, _BAR, _POINTS = "#5d4632", "#d9c6a5", "#8a6c4e", ("#a9713f", "#efe3cc")
MADE: Final = "#c62828"
"""The colour of arrows that show what was played."""
BEST: Final = "#1b7a3d"
"""The colour of arrows that show what would have been best."""

_NAMESPACE: Final = 'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"'

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def board_svg(  # noqa: PLR0913 - everything that lies on a board
    position: Position,
    player: Player,
    cube: CubeDecision,
    roll: Roll | None = None,
    *,
    made: Play = (),
    best: Play = (),
    title: str = "",
) -> str:
    """Return a position as SVG.

    Args:
        position: seen by the player.
        player: who he is: his checkers have his colour.
        cube: as it lies; nobody's lies half-way up.
        roll: the dice, if they are thrown.
        made: moves to be shown as arrows.
        best: further moves to be shown as arrows, in another colour.
        title: what is shown, for those who do not see it.
    """
    parts = [
        f'<svg class="board" viewBox="0 0 {_WIDTH} {_WHOLE}" role="img" aria-label="{_escaped(title)}" {_NAMESPACE}>',
        f"<title>{_escaped(title)}</title>" if title else "",
        *_furniture(),
        *_cube(cube, player),
    ]
    for point in range(1, 25):
        parts += _stack(point, position.mine[point], player)
        parts += _stack(25 - point, position.theirs[point], player.other)
    parts += _on_bar(position.mine[BAR], player, 1)
    parts += _on_bar(position.theirs[BAR], player.other, -1)
    parts += _borne_off(position.mine[OFF], player, bottom=True)
    parts += _borne_off(position.theirs[OFF], player.other, bottom=False)
    if roll is not None:
        parts += _dice(roll, player)
    parts += _arrows(best, position, BEST, 9)
    parts += _arrows(made, position, MADE, -9)
    return "".join(parts) + "</svg>"


def _furniture() -> Iterator[str]:
    """Yield frame, surface, bar, points and their numbers."""
    yield f'<rect width="{_WIDTH}" height="{_WHOLE}" rx="8" fill="{_FRAME}"/>'
    for left in (_MARGIN, _MARGIN + 7 * _STEP):
        yield f'<rect x="{left}" y="{_TOP}" width="{6 * _STEP}" height="{_HEIGHT}" fill="{_SURFACE}"/>'
    yield f'<rect x="{_MARGIN + 6 * _STEP}" y="{_TOP}" width="{_STEP}" height="{_HEIGHT}" fill="{_BAR}"/>'
    for point in range(1, 25):
        x, bottom = _middle(point), point <= 12
        foot, tip = (_TOP + _HEIGHT, _TOP + 0.57 * _HEIGHT) if bottom else (_TOP, _TOP + 0.43 * _HEIGHT)
        colour = _POINTS[point % 2]
        half = _STEP / 2
        yield f'<path d="M{x - half:g} {foot}H{x + half:g}L{x:g} {tip:g}Z" fill="{colour}"/>'
        yield _text(x, _WHOLE - 6 if bottom else 15, str(point), 14, "#efe3cc")


def _middle(point: int) -> float:
    """Return how far to the right the middle of a point is."""
    column = 12 - point if point <= 12 else point - 13
    return _MARGIN + (column + (column > 5) + 0.5) * _STEP


def _height(point: int, number: int) -> float:
    """Return how far down the checker of a number, from 0 on, lies on a point."""
    depth = (min(number, _TALL - 1) + 0.5) * 0.95 * _STEP
    return _TOP + _HEIGHT - depth if point <= 12 else _TOP + depth


def _stack(point: int, count: int, player: Player) -> Iterator[str]:
    """Yield the checkers of a point."""
    for number in range(min(count, _TALL)):
        yield _checker(_middle(point), _height(point, number), player)
    if count > _TALL:
        yield _text(_middle(point), _height(point, _TALL) + 6, str(count), 17, _COLOURS[player][1])


def _on_bar(count: int, player: Player, side: int) -> Iterator[str]:
    """Yield the checkers on the bar, from the middle away; side 1 is below."""
    x, middle = _MARGIN + 6.5 * _STEP, _TOP + _HEIGHT / 2
    for number in range(min(count, 4)):
        yield _checker(x, middle - side * (number + 0.8) * 0.95 * _STEP, player)
    if count > 4:
        yield _text(x, middle - side * 3.8 * 0.95 * _STEP + 6, str(count), 17, _COLOURS[player][1])


def _borne_off(count: int, player: Player, *, bottom: bool) -> Iterator[str]:
    """Yield the checkers borne off, lying on edge in the right margin."""
    colour = _COLOURS[player][0]
    for number in range(count):
        depth = (number + 1) * 11
        y = _TOP + _HEIGHT - depth if bottom else _TOP + depth - 9
        left = _WIDTH - _MARGIN + 6
        yield f'<rect x="{left}" y="{y}" width="32" height="9" rx="2" fill="{colour}" stroke="{_OUTLINE}"/>'


def _checker(x: float, y: float, player: Player) -> str:
    """Return one checker."""
    colour = _COLOURS[player][0]
    return f'<circle cx="{x:g}" cy="{y:g}" r="{0.46 * _STEP:g}" fill="{colour}" stroke="{_OUTLINE}" stroke-width="2"/>'


def _cube(cube: CubeDecision, player: Player) -> Iterator[str]:
    """Yield the cube: at its owner's edge, or half-way up."""
    y = _WHOLE / 2 if cube.owner is None else _WHOLE - 42 if cube.owner is player else 42
    yield f'<rect x="7" y="{y - 15:g}" width="30" height="30" rx="5" fill="#fff" stroke="#333"/>'
    yield _text(22, y + 6, str(cube.value if cube.value > 1 else 64), 16 if cube.value < 100 else 12, "#222")


def _dice(roll: Roll, player: Player) -> Iterator[str]:
    """Yield the dice, in the right half."""
    face, pip = _COLOURS[player]
    for number, value in enumerate((roll.high, roll.low)):
        x, y = _MARGIN + (9.2 + 1.6 * number) * _STEP, _TOP + _HEIGHT / 2
        yield (
            f'<rect x="{x - 17:g}" y="{y - 17:g}" width="34" height="34" rx="6" fill="{face}" stroke="{_OUTLINE}"'
            ' stroke-width="1.5"/>'
        )
        for across, down in _PIPS[value]:
            yield f'<circle cx="{x + 9 * across:g}" cy="{y + 9 * down:g}" r="3.2" fill="{pip}"/>'


def _arrows(play: Play, position: Position, colour: str, aside: int) -> Iterator[str]:
    """Yield an arrow for each move, a little beside the middle so that those of two plays are told apart."""
    for number, move in enumerate(play):
        same = sum(one.source == move.source for one in play[:number])
        x1, y1 = _end(move.source, max(0, position.mine[min(move.source, BAR)] - 1 - same))
        held = position.mine[move.target] if 0 < move.target < BAR else 0
        x2, y2 = _end(move.target, held)
        x1, x2 = x1 + aside, x2 + aside
        length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        across, down = (x2 - x1) / length, (y2 - y1) / length
        foot = (x2 - 12 * across, y2 - 12 * down)
        left = (foot[0] - 7 * down, foot[1] + 7 * across)
        right = (foot[0] + 7 * down, foot[1] - 7 * across)
        yield (
            f'<path d="M{x1:.1f} {y1:.1f}L{foot[0]:.1f} {foot[1]:.1f}" stroke="{colour}" stroke-width="4.5"'
            ' stroke-linecap="round" opacity="0.9"/>'
            f'<path d="M{x2:.1f} {y2:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z" fill="{colour}"/>'
        )


def _end(point: int, number: int) -> tuple[float, float]:
    """Return where an arrow begins or ends: at a checker of a point, on the bar, or beside the board."""
    if point >= BAR:
        return _MARGIN + 6.5 * _STEP, _TOP + _HEIGHT / 2 - 0.76 * _STEP
    if point == OFF:
        return _WIDTH - _MARGIN / 2, _TOP + _HEIGHT - 60
    return _middle(point), _height(point, number)


def _text(x: float, y: float, text: str, size: int, colour: str) -> str:
    """Return a text in the middle of a place."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" fill="{colour}">{text}</text>'


def _escaped(text: str) -> str:
    """Return a text as an attribute or an element may hold it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
