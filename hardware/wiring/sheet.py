"""A drawing in SVG: wires, parts and words, on a grid of pixels with y downward."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["power", "ground", "data", "usb", "plain"]
"""What a wire carries."""

Anchor = Literal["start", "middle", "end"]

INK: Final = "#222222"
_COLOURS: Final[dict[Kind, str]] = {
    "power": "#c62828",
    "ground": "#222222",
    "data": "#1565c0",
    "usb": "#6a6a6a",
    "plain": "#555555",
}
_WIDTHS: Final[dict[Kind, float]] = {"power": 2.5, "ground": 2.5, "data": 2, "usb": 5, "plain": 1.5}
_LETTER: Final = 0.52
"""Width of a letter of the fonts that are named, as a part of their size: on the safe side."""


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """Where words are, with their size: left, top, right, bottom."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: DrawnWords) -> bool:
        """Tell whether two words lie on each other."""
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)


@dataclass(slots=True)
class SvgSheet:
    """A drawing under way.

    Attributes:
        width, height: pixels.
        title: what it shows.
        words: all words so far, for who wants to know whether any lie on each other.
    """

    width: int
    height: int
    title: str
    words: list[DrawnWords] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)

    def wire(self, kind: Kind, *points: tuple[float, float], dashed: bool = False) -> None:
        """Draw a wire along points."""
        where = " ".join(f"{x:g},{y:g}" for x, y in points)
        style = f'fill="none" stroke="{_COLOURS[kind]}" stroke-width="{_WIDTHS[kind]:g}" stroke-linejoin="round"'
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        self._parts.append(f'<polyline points="{where}" {style}{dashes}/>')

    def joint(self, x: float, y: float, kind: Kind = "ground") -> None:
        """Draw the dot that says that wires are joined."""
        self.disc(x, y, 4, fill=_COLOURS[kind], edge=_COLOURS[kind])

    def disc(self, x: float, y: float, radius: float, *, fill: str = "#ffffff", edge: str = INK) -> None:
        """Draw a disc."""
        style = f'fill="{fill}" stroke="{edge}" stroke-width="1.5"'
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>')

    def box(  # noqa: PLR0913 - a box has four sides
        self, x: float, y: float, width: float, height: float, *, fill: str = "#f4f1ea", dashed: bool = False
    ) -> None:
        """Draw a box."""
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        style = f'rx="4" fill="{fill}" stroke="{INK}" stroke-width="1.5"{dashes}'
        self._parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {style}/>')

    def polygon(self, points: Iterable[tuple[float, float]], fill: str) -> None:
        """Draw a filled polygon."""
        where = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polygon points="{where}" fill="{fill}" stroke="{INK}" stroke-width="0.75"/>')

    def text(  # noqa: PLR0913 - words have a place, a size and a weight
        self, x: float, y: float, text: str, *, size: float = 14, anchor: Anchor = "start", bold: bool = False
    ) -> None:
        """Write words; y is their base line."""
        width = len(text) * size * (_LETTER + (0.04 if bold else 0))
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        self.words.append(DrawnWords(text, left, y - 0.8 * size, left + width, y + 0.22 * size))
        weight = ' font-weight="bold"' if bold else ""
        style = f'font-size="{size:g}" text-anchor="{anchor}"{weight} fill="{INK}"'
        self._parts.append(f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>')

    def lines(self, x: float, y: float, *texts: str, size: float = 14, anchor: Anchor = "start") -> None:
        """Write lines below each other."""
        for number, text in enumerate(texts):
            self.text(x, y + 1.35 * size * number, text, size=size, anchor=anchor)

    def resistor(self, x: float, y: float, words: str, kind: Kind = "data") -> None:
        """Draw a resistor 50 wide from (x, y) to the right."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y - 8:g}" width="50" height="16" fill="#ffffff" '
            f'stroke="{_COLOURS[kind]}" stroke-width="2"/>'
        )
        self.text(x + 25, y - 15, words, size=13, anchor="middle")

    def capacitor(self, x: float, top: float, bottom: float, at: float) -> None:
        """Draw a capacitor in a vertical wire from the supply at `top` to ground at `bottom`, its plates at `at`."""
        self.wire("power", (x, top), (x, at - 5))
        self.wire("ground", (x, at + 5), (x, bottom))
        for y in (at - 5, at + 5):
            self.wire("ground", (x - 15, y), (x + 15, y))
        self.joint(x, top, "power")
        self.joint(x, bottom)

    def svg(self) -> str:
        """Return the drawing."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="DejaVu Sans Condensed, Arial, sans-serif">'
        )
        title = f"<title>{escape(self.title)}</title>"
        paper = f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>'
        return "\n".join([head, title, paper, *self._parts, "</svg>"]) + "\n"
