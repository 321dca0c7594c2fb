"""The image that a Nano is flashed with, cycle by cycle in simavr: what it does with time, the wire and the lights."""

from __future__ import annotations

import dataclasses
import itertools
import json
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.messages import Ack, Board, HelloAck, Message, Ping, Pong, ResetCause, Show
from hardware.firmware import avr
from hardware.simulated.strip.model import render
from tests.paths import ROOT
from tests.rigs.avr import avr_figures
from tests.rigs.avr.avr_figures import started
from tests.rigs.avr.avr_rig import UNIQUE_ID, AvrRig, stored
from tests.rigs.avr.avr_strip import AvrStrip
from tests.rigs.avr.avr_talk import Talk
from tests.rigs.fault_classes import FaultClass
from tests.rigs.fault_rig import Rig, storm
from tests.rigs.numbers import DARK, SAFE, cells

if TYPE_CHECKING:
    from pathlib import Path

VECTORS = json.loads((ROOT / "tests" / "firmware_bridge" / "vectors.json").read_text())


def test_it_leaves_three_quarters_of_the_flash_free(nano: Path) -> None:
    taken = avr.usage(nano)
    assert 2000 < taken.flash <= 0.25 * avr.FLASH
    assert 300 < taken.ram <= 0.40 * avr.RAM


def test_variables_and_the_deepest_stack_leave_most_of_the_memory_untouched(nano: Path) -> None:
    talk = started(nano)
    talk.hello()
    for number in range(1, 40):
        talk.ask(Show(number, cells(number)))
        talk.ask(Ping())
        talk.rig.write(bytes(range(255, -1, -1)))
        talk.rig.run_until_arrived()
    assert avr.usage(nano).ram < talk.rig.ram_used <= 0.40 * avr.RAM


def test_from_power_on_it_is_safe_within_a_few_milliseconds(nano: Path) -> None:
    rig = AvrRig(nano)
    rig.run(5_000)
    first = rig.shown()[0]
    assert first.grb == SAFE
    assert first.latched_us < 5_000


def test_its_pulses_are_what_every_maker_of_such_lights_asks_for(nano: Path) -> None:
    talk = started(nano)
    talk.hello()
    for number in range(1, 60):
        talk.ask(Show(number, cells(number)))
    counts = talk.rig.counts
    assert counts.frames > 60
    assert counts.bad_pulses == counts.bad_lows == counts.joined == 0
    assert counts.zero == (5, 5), "312 ns; a light takes 220 to 380"
    assert counts.one == (11, 11), "688 ns; a light takes 580 to 850"
    assert counts.low is not None
    shortest, longest = counts.low
    assert shortest >= 10, "625 ns; a light wants 580"
    assert longest <= 80, "5 us; some lights take 6 us for the end of a frame"


def test_a_state_is_lit_within_ten_milliseconds_of_being_written(nano: Path) -> None:
    took = sorted(avr_figures.latch_ms(nano, 200))
    assert took[0] > 4, "the wire alone needs that"
    assert took[197] <= 10


@pytest.mark.faults(FaultClass.SILENT_HOST)
def test_a_host_that_falls_silent_leaves_safe_lights_within_a_second(nano: Path) -> None:
    took = avr_figures.lost_to_safe_ms(nano, 6)
    assert len(took) == 6
    assert min(took) > 990
    assert max(took) <= 1050


@pytest.mark.faults(FaultClass.HANG)
def test_a_program_that_hangs_is_restarted_and_safe_in_300_milliseconds(nano: Path) -> None:
    took = avr_figures.hang_to_safe_ms(nano, 6)
    assert len(took) == 6
    assert min(took) > 150
    assert max(took) <= 300


@pytest.mark.faults(FaultClass.FULL_LINE)
def test_a_wire_that_never_rests_loses_no_byte_while_the_strip_is_drawn(nano: Path) -> None:
    load = avr_figures.full_load(nano, 400, short=False)
    assert load.counts.overruns == load.told == load.wrong == 0
    assert load.answered == load.sent
    assert load.counts.frames >= load.sent, "the strip was drawn all the time"


@pytest.mark.faults(FaultClass.FULL_LINE)
def test_short_frames_without_a_pause_lose_no_byte_either(nano: Path) -> None:
    load = avr_figures.full_load(nano, 1500, short=True)
    assert load.counts.overruns == load.told == load.wrong == 0
    assert load.counts.joined == 0
    assert load.counts.frames > 300


@pytest.mark.faults(FaultClass.SHORT_GAP)
@pytest.mark.parametrize("leds", [34, 4, 1])
def test_the_lights_have_300_microseconds_of_silence_between_two_frames(simavr: Path, leds: int) -> None:
    shortest, joined = avr_figures.shortest_gap_us(avr.elf(leds=leds), leds, 600)
    assert shortest >= 300
    assert joined == 0


def test_the_golden_conversation_goes_the_same_way(nano: Path) -> None:
    rig = AvrRig(nano, eeprom=stored(int(VECTORS["unique_id"], 16)))
    rig.run(20_000)
    rig.hang(interrupts_off=False)  # the controller of the conversation was started by its watchdog
    while not rig.counts.resets:
        rig.run(1_000)
    rig.run(2_000)
    latest = b""
    at_ms = 0
    for exchange in VECTORS["exchanges"]:
        rig.run(1 + 1_000 * (exchange["at_ms"] - at_ms))
        at_ms = exchange["at_ms"]
        rig.read()
        rig.write(bytes.fromhex(exchange["request"]))
        rig.run_until_arrived()
        rig.run(9_000)
        assert plain(rig.read()) == plain(bytes.fromhex(exchange["reply"])), exchange["what"]
        latest = next((one.grb for one in reversed(rig.shown())), latest)
        assert latest == bytes.fromhex(exchange["grb"]), exchange["what"]


def plain(data: bytes) -> list[Message]:
    """What is said, but for the board and the time, in which the conversation's controller is another."""
    _, found = frames.decode(Decoder(), data)
    out: list[Message] = []
    for one in found:
        assert isinstance(one, WireFrame)
        message = messages.unpack(one.type, one.payload)
        if isinstance(message, HelloAck):
            message = dataclasses.replace(message, board=Board.NANO)
        if isinstance(message, Pong):
            message = dataclasses.replace(message, uptime_ms=0)
        out.append(message)
    return out


def test_effects_keep_their_time(nano: Path) -> None:
    talk = started(nano)
    talk.hello()
    blinking = bytes((Cell(Colour.RED, Effect.BLINK).code,)) + bytes(33)
    assert isinstance(talk.ask(Show(1, blinking)), Ack)
    talk.rig.shown()
    changes = []
    for _ in range(9):
        talk.rig.run(250_000)
        talk.ask(Ping())
        changes += [one for one in talk.rig.shown() if not one.cut]
    assert [one.grb for one in changes] == [render(blinking, 400, step) for step in (16, 32, 48, 64)]
    spans = [after.latched_us - before.latched_us for before, after in itertools.pairwise(changes)]
    assert spans == pytest.approx([512_000] * 3, abs=3_000)


def test_it_has_the_number_that_its_eeprom_holds_for_life(nano: Path) -> None:
    talk = started(nano)
    assert talk.hello().unique_id == UNIQUE_ID
    talk.rig.reset()
    talk.rig.run(20_000)
    again = talk.hello()
    assert again.unique_id == UNIQUE_ID
    assert again.reset_cause == ResetCause.EXTERNAL
    assert again.board == Board.NANO


@pytest.mark.parametrize("eeprom", [b"", bytes(12), stored(UNIQUE_ID)[:11]], ids=["blank", "zeros", "cut short"])
def test_a_nano_without_a_number_makes_one_and_keeps_it(nano: Path, eeprom: bytes) -> None:
    rig = AvrRig(nano, eeprom=eeprom)
    rig.run(500_000)
    talk = Talk(rig)
    first = talk.hello().unique_id
    assert first not in (0, UNIQUE_ID, 2**64 - 1)
    assert rig.eeprom == stored(first)
    rig.reset()
    rig.run(20_000)
    assert talk.hello().unique_id == first


@pytest.mark.faults(FaultClass.RESET_IN_A_FRAME)
def test_a_reset_in_the_midst_of_a_frame_ends_the_session_and_goes_dark(nano: Path) -> None:
    talk = started(nano)
    talk.hello()
    talk.ask(Show(1, cells(1)))
    data = talk.data(Show(2, cells(2)))
    talk.rig.write(data[:20])
    talk.rig.run_until_arrived()
    talk.rig.shown()
    talk.rig.reset()
    talk.rig.write(data[20:])
    talk.rig.run(20_000)
    assert [one.grb for one in talk.rig.shown()] == [SAFE]
    talk.hello()
    talk.rig.run(5_000)
    assert talk.rig.shown()[-1].grb == DARK


@pytest.mark.faults(FaultClass.BROWN_OUT)
def test_a_brown_out_that_comes_again_and_again_never_shows_anything_but_safe_lights(nano: Path) -> None:
    talk = started(nano)
    talk.hello()
    talk.ask(Show(1, cells(9)))
    talk.rig.shown()
    for pause in range(300, 30_000, 700):
        talk.rig.reset()
        talk.rig.run(pause)
    talk.rig.run(20_000)
    seen = {one.grb for one in talk.rig.shown() if not one.cut}
    assert seen == {SAFE}
    assert talk.rig.counts.resets > 40
    talk.hello()


@pytest.mark.films
def test_the_link_in_front_of_it_survives_a_storm_without_a_wrong_light(nano: Path) -> None:
    strip = AvrStrip(nano)
    rig = Rig(strip, 7)
    storm(rig, 40_000, 0.5)
    assert len(rig.seen) > 200, "the rig is alive: states were shown"
    assert rig.to_strip.hurt_count > 200
    counts = strip.rig.counts
    assert counts.bad_pulses == counts.bad_lows == counts.joined == 0
    assert counts.resets > 0
