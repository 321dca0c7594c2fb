"""Each class of fault on its own, and that no class is left without a test."""

from __future__ import annotations

import ast
import random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.link_state import LinkSettings, LinkState, Lit, Opened, PortFound, Received, Want
from hardware.simulated.strip.core import StripCore
from hardware.simulated.strip.faults import WireFault
from tests.paths import ROOT
from tests.rigs.fault_classes import FaultClass
from tests.rigs.fault_rig import Misfortune, Rig
from tests.rigs.numbers import cells, number_shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.link_state import Input, Link

TESTS = ROOT / "tests"

OF_BYTES = {
    WireFault.FLIP: FaultClass.BIT_FLIPS,
    WireFault.BURST: FaultClass.BURST,
    WireFault.NOISE: FaultClass.BURST,
    WireFault.DROP: FaultClass.DROPPED_BYTE,
    WireFault.DROP_RUN: FaultClass.DROPPED_RUN,
    WireFault.DOUBLE: FaultClass.DOUBLED_BYTE,
    WireFault.SWAP: FaultClass.SWAPPED_BYTES,
    WireFault.TRUNCATE: FaultClass.TRUNCATED_FRAME,
    WireFault.BEHEAD: FaultClass.TRUNCATED_FRAME,
    WireFault.LOSE: FaultClass.TRUNCATED_FRAME,
    WireFault.REPEAT: FaultClass.DOUBLED_FRAME,
    WireFault.SPLICE: FaultClass.SPLICED_FRAME,
    WireFault.REPLAY: FaultClass.OLD_GENERATION,
    WireFault.OLD_SESSION: FaultClass.OLD_SESSION,
    WireFault.ZEROS: FaultClass.ZEROS,
    WireFault.ONES: FaultClass.ONES,
    WireFault.ALTER: FaultClass.ALTERED_FRAME,
}
OF_MISFORTUNES = {
    Misfortune.RESET: FaultClass.RESET_IN_A_FRAME,
    Misfortune.BROWN_OUT: FaultClass.BROWN_OUT,
    Misfortune.HANG: FaultClass.HANG,
    Misfortune.UNPLUG: FaultClass.UNPLUGGED,
    Misfortune.STALL: FaultClass.STALL,
    Misfortune.FREEZE: FaultClass.SILENT_HOST,
    Misfortune.LIE: FaultClass.WRONG_DIGEST,
}


def classes_with_a_test() -> set[str]:
    """Return the names of the classes that some test is marked with."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.faults":
                    found |= {one.attr for one in decorator.args if isinstance(one, ast.Attribute)}
    return found


def test_every_class_of_fault_has_a_test_and_every_named_fault_a_class() -> None:
    by_bytes_and_misfortunes = {one.name for one in (*OF_BYTES.values(), *OF_MISFORTUNES.values())}
    assert classes_with_a_test() | by_bytes_and_misfortunes == {one.name for one in FaultClass}
    assert set(OF_BYTES) == set(WireFault)
    assert set(OF_MISFORTUNES) == set(Misfortune)


@pytest.mark.parametrize("at_strip", [True, False], ids=["to the strip", "to the host"])
@pytest.mark.parametrize("what", [*OF_BYTES, *OF_MISFORTUNES], ids=lambda one: one.name)
def test_a_fault_that_comes_again_and_again_lights_no_wrong_light_and_is_overcome(
    what: WireFault | Misfortune, *, at_strip: bool
) -> None:
    rig = Rig(StripCore(), seed=5)
    rig.run(60)
    if what is WireFault.OLD_SESSION:  # there must have been one
        rig.want()
        rig.run(40)
        rig.strike(Misfortune.RESET, at_strip=True)
        rig.run(600)
    for _ in range(12):
        rig.want()
        rig.strike(what, at_strip=at_strip)
        rig.run(rig.chance.choice((3, 20, 80)))
    rig.run(1_600)
    rig.want()
    rig.settle()
    assert isinstance(what, Misfortune) or rig.to_strip.hurt_count + rig.to_host.hurt_count >= 5


def conversation(reads: Callable[[bytes], list[bytes]]) -> tuple[Link, StripCore]:
    """A link and a core after 39 states; what the core replies is read in pieces."""
    strip = StripCore()
    one = link.new_link(LinkSettings(), Lit(bytes(messages.LEDS)), 3)
    now = 0.0
    happenings: list[Input] = [PortFound(), Opened(), *(Want(Lit(cells(number)), number) for number in range(1, 40))]
    for happens in happenings:
        now += 0.005
        inputs: list[Input] = [happens]
        while inputs:
            result = link.step(one, now, inputs.pop(0))
            one = result.link
            strip.tick(int(now * 1000))
            if result.send and (reply := strip.feed(result.send)):
                inputs += [Received(data) for data in reads(reply)]
    return one, strip


@pytest.mark.faults(FaultClass.ONE_BYTE_READS)
@pytest.mark.parametrize("size", [1, 2, 7])
def test_replies_that_come_byte_by_byte_are_understood(size: int) -> None:
    one, strip = conversation(lambda reply: [reply[at : at + size] for at in range(0, len(reply), size)])
    assert one.state is LinkState.LIVE
    assert one.is_shown
    assert number_shown(strip.render()) == 39
    assert one.statistics.crc_errors == one.statistics.frame_errors == one.statistics.lost == 0


@pytest.mark.faults(FaultClass.COALESCED_READ)
def test_a_reply_at_the_end_of_four_kilobytes_of_noise_and_older_replies_is_found() -> None:
    chance = random.Random(9)
    older: list[bytes] = []

    def in_one_piece(reply: bytes) -> list[bytes]:
        before = b"".join(older[-20:])
        older.append(reply)
        return [chance.randbytes(4095 - len(before) - len(reply)) + b"\0" + before + reply]

    one, strip = conversation(in_one_piece)
    assert one.state is LinkState.LIVE
    assert one.is_shown
    assert number_shown(strip.render()) == 39
    assert one.statistics.frame_errors > 100, "there was noise"
    assert one.statistics.strays > 100, "and there were older replies"


@pytest.mark.faults(FaultClass.OLD_SESSION, FaultClass.OLD_GENERATION)
def test_what_is_older_is_refused_and_the_reason_is_told() -> None:
    strip = StripCore()
    strip.tick(1)

    def ask(session: int, request: messages.Message) -> messages.Message:
        data = frames.encode(WireFrame(messages.TYPES[type(request)], session, 1, messages.pack(request)))
        _, found = frames.decode(Decoder(), strip.feed(data))
        assert isinstance(found[0], WireFrame)
        return messages.unpack(found[0].type, found[0].payload)

    ask(5, messages.Hello(0x105, 1, 0))
    ask(5, messages.Show(7, cells(1)))
    ask(6, messages.Hello(0x106, 1, 0))
    ask(6, messages.Show(100, cells(3)))
    for session, gen, reason in ((5, 101, messages.NakReason.SESSION), (6, 99, messages.NakReason.STALE)):
        answer = ask(session, messages.Show(gen, cells(2)))
        assert isinstance(answer, messages.Nak)
        assert answer.reason == reason
        assert number_shown(strip.render()) == 3
