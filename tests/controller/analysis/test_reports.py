"""Reports: the same figures as text, as JSON and as a page that needs nothing else."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from controller.analysis.analysed import report
from controller.analysis.decisions import Ledger, LeftOut
from controller.analysis.following import follow
from controller.analysis.page import html_page
from controller.analysis.plain import json_report
from controller.analysis.plots import error_plot, games_plot, luck_plot
from controller.analysis.text import text_report
from tests.controller.analysis.answers import prepared, said
from tests.controller.analysis.test_board_picture import SVG, drawn

READY = prepared()
REPORT = report(READY.record, follow(READY, said(READY)), 2)
EMPTY = report(READY.record, Ledger((), (), (), (0, 0)), 0)
OPEN_ENDED = {"meta", "br", "!doctype"}


class Nesting(HTMLParser):
    """A reader that fails where an element is closed that is not open, and notes what is asked for from outside."""

    def __init__(self) -> None:
        """Nothing has been read."""
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.seen.append(tag)
        self.outside += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "data", "action")
        ]
        if tag not in OPEN_ENDED:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element without content."""
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        assert self.open.pop() == tag


def read(page: str) -> Nesting:
    """Return what a page is made of."""
    nesting = Nesting()
    nesting.feed(page)
    nesting.close()
    return nesting


def test_the_page_is_well_formed_and_asks_for_nothing_from_outside() -> None:
    page = html_page(REPORT)
    nesting = read(page)
    assert nesting.open == []
    assert nesting.outside == []
    assert not {"script", "link", "img", "iframe", "object"} & set(nesting.seen)
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "@import" not in page
    assert "url(" not in page


def test_the_page_is_for_phones_and_for_dark_and_light() -> None:
    page = html_page(REPORT)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
    assert "prefers-color-scheme: dark" in page
    defined = set(re.findall(r"(--[a-z]+):", page))
    assert set(re.findall(r"var\((--[a-z]+)\)", page)) <= defined


def test_every_worst_decision_and_every_illegal_play_has_its_picture() -> None:
    page = html_page(REPORT)
    shown = sum(len(one.plays) + len(one.cubes) for one in REPORT.players)
    assert page.count('<svg class="board"') == shown + 2 * len(REPORT.ledger.illegal)
    assert page.count('<svg class="plot"') == 3
    assert len(REPORT.ledger.illegal) == 1


def test_names_cannot_break_the_page() -> None:
    page = html_page(REPORT)
    assert "Boris <b>" not in page
    assert "Boris &lt;b&gt;" in page


@pytest.mark.parametrize("plot", [error_plot, luck_plot, games_plot])
def test_plots_are_drawn_within_their_frame(plot: object) -> None:
    assert callable(plot)
    for one in (REPORT, EMPTY):
        picture = drawn(plot(one))
        _, _, width, height = (float(number) for number in picture.get("viewBox", "").split())
        for path in picture.iter(f"{SVG}path"):
            for axis, number in re.findall(r"([HV])(-?[\d.]+)", path.get("d", "")):
                assert 0 <= float(number) <= (width if axis == "H" else height)


def test_the_lines_of_a_plot_end_at_what_was_lost_in_all() -> None:
    picture = drawn(error_plot(REPORT))
    ends = {}
    for path in picture.iter(f"{SVG}path"):
        if path.get("class") in ("one", "two"):
            ends[path.get("class")] = float(path.get("d", "").rpartition("V")[2])
    # Anna has lost 0.8 in all, Boris 0.1: hers ends higher.
    assert ends["one"] < ends["two"]


def test_the_text_tells_figures_worst_plays_and_the_illegal_play() -> None:
    text = text_report(REPORT)
    assert "Anna against Boris <b>, a match to 5: 0-2" in text
    assert re.search(r"error rate +160\.0 +33\.3", text)
    assert "game 1, turn 3, double, best: no double" in text
    assert "game 1, turn 4: Boris <b>, 11, from " in text
    assert "1 illegal play that stood is shown apart, and left out of the rates." in text


def test_what_could_not_be_followed_is_told() -> None:
    left_out = (LeftOut(game=1, turns=2, turn=5, line=7), LeftOut(game=2, turns=1, turn=3, line=0))
    told = report(READY.record, Ledger((), (), (), (0, 0), left_out), 0)
    sentence = (
        "3 turns could not be followed, and are left out: 2 of game 1, from line 7 on; 1 of game 2, from turn 3 on"
    )
    assert sentence in text_report(told)
    document = json.loads(json_report(told))
    assert document["left_out"] == 3
    assert document["left_out_of"][0] == {"game": 1, "turns": 2, "turn": 5, "line": 7}
    assert "error rate                                        -" in text_report(EMPTY)


def test_the_json_says_all_of_it() -> None:
    document = json.loads(json_report(REPORT))
    assert document["format"] == "tavola-analysis"
    assert document["engine"] == {"name": "GNU Backgammon", "plies": 2}
    anna, boris = document["players"]
    assert (anna["name"], anna["plays"], round(anna["error_rate"])) == ("Anna", 3, 160)
    assert boris["illegal"] == 1
    assert len(document["decisions"]) == 9
    assert document["illegal"][0]["dice"] == [1, 1]
    assert [one["luck"] for one in document["rolls"]] == [0.2] * 4
    assert document["score"] == [0, 2]
