"""`tavola lights test` on simulated strips, and where there is none."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.announce.error_messages import trouble
from controller.outputs.light_samples import samples
from controller.setup.strip import source as strip_source
from controller.setup.strip.source import WHY, StripLost, StripMissing, StripSource
from controller.setup.strip.walk import WALKED, name, walk
from firmware_bridge.cells import PALETTE
from firmware_bridge.strip_map import NAMES, POINTS
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.model import Identity, StripModel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WHITE = PALETTE[WALKED.colour]
DARK = (0, 0, 0)


@pytest.fixture
def strip(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryStrip]:
    """The simulated strip that a command will be given."""
    with MemoryStrip() as one:
        monkeypatch.setattr(strip_source, "simulated_strip", lambda: one)
        yield one


def console() -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(file=out, width=200), out


def test_each_light_is_lit_alone_in_order_then_every_pattern_and_all_is_named(strip: MemoryStrip) -> None:
    screen, out = console()
    walk(StripSource(simulated=True), screen, 0.01)
    alone = [
        [at for at, rgb in enumerate(latched.colours) if rgb == WHITE]
        for latched in strip.history
        if set(latched.colours) == {WHITE, DARK} and latched.colours.count(WHITE) == 1
    ]
    assert alone == [[at] for at in range(34)]
    lines = out.getvalue().splitlines()
    walked = [line for line in lines if line.startswith("light ")]
    assert [int(line[6:8]) for line in walked] == list(range(34))
    assert "point 6: bottom edge, 6 from the right" in walked[5]
    assert walked[-1].endswith("link to the program")
    assert [line[10:] for line in lines if line.startswith("pattern")] == [sample.words for sample in samples()]
    assert any(line.startswith("link=live round_trip=") for line in lines)


def test_each_light_stays_as_long_as_asked_for(strip: MemoryStrip) -> None:
    waits: list[float] = []
    walk(StripSource(simulated=True), console()[0], 0.25, waits.append)
    assert waits[:34] == [0.25] * 34
    assert waits[34:] == [1.5] * len(samples())


def test_a_strip_that_was_built_otherwise_is_walked_by_its_own_map(strip: MemoryStrip, tmp_path: Path) -> None:
    built = tmp_path / "strip.toml"
    built.write_text("clockwise = false\nstart = 24\n[names]\ncube = false\n")
    screen, out = console()
    walk(StripSource(simulated=True, map_file=built), screen, 0.0)
    lines = out.getvalue().splitlines()
    assert "light  0  point 24: top edge, 12 from the left" in lines
    assert "light 28  (no place on the board)" in lines


def test_a_strip_with_another_number_of_lights_is_refused_with_both_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    with MemoryStrip(StripModel(Identity(leds=30))) as short:
        monkeypatch.setattr(strip_source, "simulated_strip", lambda: short)
        with pytest.raises(StripMissing) as missing:
            walk(StripSource(simulated=True, wait=0.3), console()[0], 0.0)
    assert trouble(missing.value) == ("no strip of lights can be used: it has 30 lights, and the map says 34")


def test_only_the_controller_with_the_number_asked_for_is_used(strip: MemoryStrip) -> None:
    with pytest.raises(StripMissing) as missing:
        walk(StripSource(simulated=True, device_id=0xAB, wait=0.3), console()[0], 0.0)
    assert "the number 0000000000000001, and 00000000000000AB is wanted" in trouble(missing.value)


def test_where_nothing_is_connected_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip_source, "usb", lambda: ())
    with pytest.raises(StripMissing) as missing:
        walk(StripSource(wait=0.1), console()[0], 0.0)
    assert trouble(missing.value) == "no strip of lights is connected"


def test_a_port_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StripMissing) as missing:
        walk(StripSource(port=str(tmp_path / "ttyACM9"), wait=0.1), console()[0], 0.0)
    assert trouble(missing.value) == f"no strip of lights can be used: {tmp_path / 'ttyACM9'} is not there"


def test_a_strip_that_is_pulled_out_ends_the_walk_with_the_reason(
    strip: MemoryStrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.setup.strip.walk.SHOWN_WITHIN", 0.3)
    waits: list[float] = []

    def pull_at_the_fifth(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 5:
            strip.unplug()

    screen, out = console()
    with pytest.raises(StripLost) as lost:
        walk(StripSource(simulated=True), screen, 0.01, pull_at_the_fifth)
    assert "\n" not in trouble(lost.value)
    assert "light  5" in out.getvalue()
    assert "light  6" not in out.getvalue()


def test_every_place_of_the_board_has_words_of_its_own() -> None:
    words = [name(place) for place in (*range(1, POINTS + 1), *NAMES)]
    assert len(set(words)) == 34


def test_every_reason_for_which_a_link_may_be_lost_has_words() -> None:
    named = {"theirs": 1, "ours": 2, "reason": 3, "port": "p", "error": "e"}
    assert all(sentence.format(**named) for sentence in WHY.values())
