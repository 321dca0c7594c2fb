"""The sheet with the stickers has its true size in every kind of file, and the reader finds what is on it."""

from __future__ import annotations

import itertools
import re
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from controller.errors import PictureError
from controller.setup.marker_sheet import PAGES, Black, SheetText, make_sheet, sheet_bytes
from vision.locate.stickers import NAMES, PATTERN, find_stickers


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("paper", [15.0, 25.0, 35.0])
def test_everything_lies_on_the_page_and_no_two_stickers_meet(page: str, paper: float) -> None:
    sheet = make_sheet(page, paper)
    width, height = PAGES[page]
    for part in sheet.parts:
        if isinstance(part, Black):
            assert 5 < part.x < part.x + part.width < width - 5
            assert 5 < part.y < part.y + part.height < height - 5
        elif isinstance(part, SheetText):
            assert part.x + 0.5 * part.size * len(part.text) < width - 5
    tops = sorted(
        part.y for part in sheet.parts if isinstance(part, SheetText) and part.text[:2] in {f"{n}:" for n in NAMES}
    )
    assert len(tops) == 4
    assert min(b - a for a, b in itertools.pairwise(tops)) > paper + 6


@pytest.mark.parametrize("page", PAGES)
def test_the_png_shows_four_stickers_of_the_size_asked_for(page: str) -> None:
    content = sheet_bytes(make_sheet(page, 30.0), Path("sheet.PNG"))
    at = content.index(b"pHYs") + 4
    dots_a_metre, _, unit = struct.unpack(">IIB", content[at : at + 9])
    assert unit == 1
    picture = cv2.imdecode(np.frombuffer(content, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] / dots_a_metre * 1000 == pytest.approx(PAGES[page][0], abs=0.1)
    found = find_stickers(np.asarray(picture, dtype=np.uint8))
    assert set(found) == {0, 1, 2, 3}
    for corners in found.values():
        side = float(np.linalg.norm(corners[1] - corners[0])) / dots_a_metre * 1000
        assert side == pytest.approx(30 * PATTERN, abs=0.2)


def test_the_svg_is_a_page_in_millimetres() -> None:
    root = ET.fromstring(sheet_bytes(make_sheet("a4", 25.0), Path("sheet.svg")))  # noqa: S314 (our own text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210.0mm", "297.0mm", "0 0 210.0 297.0")
    assert len(root) == 1 + len(make_sheet("a4", 25.0).parts)


def test_the_pdf_is_a_page_in_true_size_whose_table_points_at_its_objects() -> None:
    content = sheet_bytes(make_sheet("letter", 25.0), Path("sheet.pdf"))
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert box is not None
    assert [float(value) for value in box.groups()] == pytest.approx([612, 792])
    starts = [int(start) for start in re.findall(rb"^(\d{10}) 00000 n $", content, flags=re.MULTILINE)]
    assert [content[start : start + 7] for start in starts] == [f"{n} 0 obj".encode() for n in (1, 2, 3, 4)]
    length = re.search(rb"/Length (\d+)", content)
    assert length is not None
    stream = content[content.index(b"stream\n") + 7 :]
    assert stream[int(length[1]) :].startswith(b"\nendstream")


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(PictureError) as caught:
        sheet_bytes(make_sheet("a4", 25.0), Path("sheet.doc"))
    assert caught.value.key == "sheet.other_kind"
