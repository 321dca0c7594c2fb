"""The sheet with the four stickers, to be printed: in millimetres first, then as PDF, SVG or PNG in true size."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

import cv2
import numpy as np

from controller.errors import PictureError
from vision.locate.stickers import CELLS, NAMES, PATTERN, pattern

if TYPE_CHECKING:
    from pathlib import Path

PAGES: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of pages, millimetres."""

SMALLEST, LARGEST = 15.0, 35.0
"""Sides of the paper of a sticker that can be printed, millimetres."""

_CORNERS: Final = ("top left", "top right", "bottom right", "bottom left")
_DPI: Final = 300
_MARGIN: Final = 20.0
_CUT: Final = (1.5, 5.0)
"""From where to where off a corner a cut mark goes, millimetres."""
_OVERLAP: Final = 0.04


@dataclass(frozen=True, slots=True)
class Black:
    """A black rectangle, millimetres from the page's top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line, millimetres."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class SheetText:
    """A line of text: where its baseline begins and its size, millimetres."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page with what is on it, lengths in millimetres."""

    width: float
    height: float
    parts: tuple[Black | Line | SheetText, ...]


def make_sheet(page: str, paper: float) -> Sheet:
    """Return the sheet with the four stickers and what to do with them, in words.

    Args:
        page: one of PAGES.
        paper: side of a sticker, millimetres.
    """
    width, height = PAGES[page]
    parts: list[Black | Line | SheetText] = [
        SheetText(_MARGIN, 24, 6.5, "Tavola: stickers for the corners of the board"),
        *(
            SheetText(_MARGIN, 33 + 5.2 * number, 3.8, text)
            for number, text in enumerate(
                (
                    "1. Print in true size (100 %, no fitting to the page).",
                    "2. Cut along the marks; keep the white margins.",
                    "3. Stick each on the upper face of the frame, outside the playing",
                    "    surface: the corner of the paper that is nearest to the middle of",
                    "    the board lies on the inside corner of the frame.",
                    "4. Measure how high the frame stands above the surface:",
                    f"    tavola calibrate PICTURE --size {paper:g} --height MILLIMETRES",
                )
            )
        ),
        *_board(width - _MARGIN - 48, 32, 48),
    ]
    step = (height - 84 - 22) / 4
    for number, name in enumerate(NAMES):
        left, top = _MARGIN + 8, 84 + number * step
        parts += _sticker(number, left, top, paper)
        beside, middle = left + paper + 12, top + paper / 2
        parts.append(SheetText(beside, middle - 1, 6.0, f"{name}: {_CORNERS[number]}"))
        parts.append(
            SheetText(beside, middle + 5, 3.8, f"as the player at the bottom sees the board; {paper:g} mm wide")
        )
    low = height - 14
    parts += [Line(_MARGIN, low, _MARGIN + 100, low), *(_tick(_MARGIN + x, low) for x in range(0, 101, 10))]
    parts.append(SheetText(_MARGIN + 104, low + 1, 3.8, "100 mm: measure it"))
    return Sheet(width, height, tuple(parts))


def _tick(x: float, y: float) -> Line:
    return Line(x, y - 2, x, y)


def _sticker(number: int, left: float, top: float, paper: float) -> list[Black | Line | SheetText]:
    """Return a sticker's pattern and its cut marks."""
    side = PATTERN * paper
    cell = side / CELLS
    x, y = left + (paper - side) / 2, top + (paper - side) / 2
    parts: list[Black | Line | SheetText] = []
    for row, cells in enumerate(pattern(number)):
        # Cells beside each other are one rectangle, rows overlap a little: no printer leaves a gap between them.
        edges = np.flatnonzero(np.diff(np.concatenate([[False], cells, [False]])))
        parts += [
            Black(x + start * cell, y + row * cell, (end - start) * cell, cell + (_OVERLAP if row < CELLS - 1 else 0))
            for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        ]
    near, far = _CUT
    for corner_x, out_x in ((left, -1), (left + paper, 1)):
        for corner_y, out_y in ((top, -1), (top + paper, 1)):
            parts.append(Line(corner_x + out_x * near, corner_y, corner_x + out_x * far, corner_y))
            parts.append(Line(corner_x, corner_y + out_y * near, corner_x, corner_y + out_y * far))
    return parts


def _board(left: float, top: float, width: float) -> list[Black | Line | SheetText]:
    """Return a small drawing of a board with the stickers on its frame."""
    depth, frame = 0.8 * width, 5.0
    parts = [*_outline(left, top, width, depth)]
    x0, y0, x1, y1 = left + frame, top + frame, left + width - frame, top + depth - frame
    parts += _outline(x0, y0, x1 - x0, y1 - y0)
    middle = left + width / 2
    parts += [Line(middle - 1.5, y0, middle - 1.5, y1), Line(middle + 1.5, y0, middle + 1.5, y1)]
    spots = ((x0 - 4, y0 - 4), (x1, y0 - 4), (x1, y1), (x0 - 4, y1))
    names = ((x0 + 1.5, y0 + 5), (x1 - 5, y0 + 5), (x1 - 5, y1 - 1.5), (x0 + 1.5, y1 - 1.5))
    for (x, y), (text_x, text_y), name in zip(spots, names, NAMES, strict=True):
        parts += [Black(x + 0.5, y + 0.5, 3, 3), SheetText(text_x, text_y, 4.5, name)]
    return parts


def _outline(x: float, y: float, width: float, height: float) -> list[Black | Line | SheetText]:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return [Line(*corners[i], *corners[(i + 1) % 4]) for i in range(4)]


def sheet_bytes(sheet: Sheet, name: Path) -> bytes:
    """Return the sheet as a file of the kind that its name ends in.

    Raises:
        PictureError: `sheet.other_kind`: the name ends neither in .pdf, .svg nor .png.
    """
    kinds = {".pdf": as_pdf, ".svg": as_svg, ".png": as_png}
    if name.suffix.lower() not in kinds:
        raise PictureError("sheet.other_kind", name=str(name))
    return kinds[name.suffix.lower()](sheet)


def as_svg(sheet: Sheet) -> bytes:
    """Return the sheet as SVG; its units are millimetres."""
    size = f'width="{sheet.width}mm" height="{sheet.height}mm" viewBox="0 0 {sheet.width} {sheet.height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} stroke-width="0.2">',
        f'<rect width="{sheet.width}" height="{sheet.height}" fill="white"/>',
    ]
    for part in sheet.parts:
        if isinstance(part, Black):
            lines.append(
                f'<rect x="{part.x:.3f}" y="{part.y:.3f}" width="{part.width:.3f}" height="{part.height:.3f}"/>'
            )
        elif isinstance(part, Line):
            lines.append(f'<path d="M{part.x1:.3f} {part.y1:.3f}L{part.x2:.3f} {part.y2:.3f}" stroke="black"/>')
        else:
            lines.append(
                f'<text x="{part.x:.3f}" y="{part.y:.3f}" font-family="Helvetica, Arial, sans-serif"'
                f' font-size="{part.size}" xml:space="preserve">{escape(part.text)}</text>'
            )
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()


def as_pdf(sheet: Sheet) -> bytes:
    """Return the sheet as PDF 1.4 with one page; its letters are those that every reader has."""
    point = 72 / 25.4
    drawn = [f"{point:.6f} 0 0 {-point:.6f} 0 {sheet.height * point:.4f} cm 0.2 w"]
    for part in sheet.parts:
        if isinstance(part, Black):
            drawn.append(f"{part.x:.3f} {part.y:.3f} {part.width:.3f} {part.height:.3f} re f")
        elif isinstance(part, Line):
            drawn.append(f"{part.x1:.3f} {part.y1:.3f} m {part.x2:.3f} {part.y2:.3f} l S")
        else:
            text = part.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            drawn.append(f"BT /F1 {part.size} Tf 1 0 0 -1 {part.x:.3f} {part.y:.3f} Tm ({text}) Tj ET")
    stream = "\n".join(drawn).encode("latin-1")
    box = f"[0 0 {sheet.width * point:.3f} {sheet.height * point:.3f}]"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R"
            " /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
        ).encode(),
        f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream",
    ]
    out = b"%PDF-1.4\n"
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()


def as_png(sheet: Sheet) -> bytes:
    """Return the sheet as a PNG picture that says how large it is on paper."""
    dot = _DPI / 25.4
    page = np.full((round(sheet.height * dot), round(sheet.width * dot)), 255, dtype=np.uint8)
    for part in sheet.parts:
        if isinstance(part, Black):
            x0, y0, x1, y1 = (round(v * dot) for v in (part.x, part.y, part.x + part.width, part.y + part.height))
            page[y0:y1, x0:x1] = 0
        elif isinstance(part, Line):
            ends = [(round(x * dot), round(y * dot)) for x, y in ((part.x1, part.y1), (part.x2, part.y2))]
            cv2.line(page, ends[0], ends[1], 0, 2, cv2.LINE_AA)
        else:
            at, scale = (round(part.x * dot), round(part.y * dot)), part.size * dot / 31
            cv2.putText(page, part.text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 0, max(1, round(2 * scale)), cv2.LINE_AA)
    _, encoded = cv2.imencode(".png", page)
    plain = encoded.tobytes()
    a_metre = round(_DPI / 0.0254)
    size = b"pHYs" + struct.pack(">IIB", a_metre, a_metre, 1)
    chunk = struct.pack(">I", 9) + size + struct.pack(">I", zlib.crc32(size))
    header = 8 + 25  # the signature, and the chunk IHDR that comes first
    return plain[:header] + chunk + plain[header:]
