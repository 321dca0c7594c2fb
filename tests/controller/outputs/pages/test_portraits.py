"""Photographs and flags come from files of the settings, are drawn anew and small, and nothing else is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.outputs.pages.portraits import LARGEST_FILE, SIDE, listed, load_portrait
from controller.web.errors import PagesError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "shape", "media_type"),
    [
        ("photo.jpg", (900, 1200, 3), "image/jpeg"),
        ("flag.png", (40, 60, 4), "image/png"),
        ("grey.png", (400, 300), "image/jpeg"),
    ],
)
def test_a_picture_is_sent_small_and_without_what_else_its_file_holds(
    tmp_path: Path, name: str, shape: tuple[int, ...], media_type: str
) -> None:
    assert cv2.imwrite(str(tmp_path / name), np.full(shape, 90, np.uint8))
    with (tmp_path / name).open("ab") as opened:
        opened.write(b"<script>where it was taken</script>")
    made = load_portrait("Anna", "photo", tmp_path / name)
    assert made.media_type == media_type
    assert b"where it was taken" not in made.content
    sent = cv2.imdecode(np.frombuffer(made.content, np.uint8), cv2.IMREAD_UNCHANGED)
    assert sent is not None
    assert max(sent.shape[:2]) == min(SIDE, max(shape[:2]))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\x89PNG\r\n\x1a\nnothing",
        b"\xff\xd8\xff" + b"\0" * LARGEST_FILE,
        b"GIF89a",
    ],
)
def test_what_is_no_picture_is_said_in_a_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "photo.png").write_bytes(content)
    with pytest.raises(PagesError, match=r"pages\.no_portrait"):
        load_portrait("Anna", "photo", tmp_path / "photo.png")


def test_a_file_that_is_missing_is_said_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(PagesError, match=r"pages\.no_portrait"):
        load_portrait("Anna", "photo", tmp_path / "none.png")


def test_they_are_listed_by_name_and_asked_for_by_number(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((9, 9, 3), np.uint8))
    made = tuple(load_portrait(*one, tmp_path / "a.png") for one in (("Anna", "photo"), ("Boris", "flag")))
    assert listed(made) == {"Anna": {"photo": "/players/0"}, "Boris": {"flag": "/players/1"}}
