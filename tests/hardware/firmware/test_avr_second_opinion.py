"""The Nano's image in two simulators, given the same bytes at the same times: they must agree."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, messages
from firmware_bridge.cells import Colour, Effect
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import Bright, Hello, Message, Ping, Pong, Show
from hardware.firmware import avr, build
from hardware.simulated.strip_faults import Fault, hurt
from tests.rigs import avr8js_rig
from tests.rigs.numbers import SAFE
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rigs.avr8js_rig import Opinion, Sends

FIRST_US = 30_000.0
BETWEEN_US = 14_000.0
NONCE = 0x0102_0304
STATES = 90
NOISE = (Fault.FLIP, Fault.DROP, Fault.DOUBLE, Fault.SWAP, Fault.ALTER)


def conversation() -> tuple[Sends, float]:
    """A session with states, moving lights, refusals and damage; each request has time to be answered."""
    chance = random.Random(17)
    requests: list[Message] = [Hello(NONCE, messages.MAJOR, messages.MINOR)]
    for gen in range(1, STATES + 1):
        cells = bytes(chance.randrange(len(Effect)) << 4 | chance.randrange(len(Colour)) for _ in range(34))
        requests.append(chance.choice((Show(gen, cells),) * 5 + (Ping(), Bright(chance.randint(1, 400)))))
    sends = []
    at = FIRST_US
    for seq, request in enumerate(requests):
        kind = messages.TYPES[type(request)]
        data = frames.encode(Frame(kind, NONCE & 0xFF, seq % 256, messages.pack(request)))
        if seq and chance.random() < 0.2:
            data = hurt(data, chance.choice(NOISE), chance) + frames.DELIMITER
        sends.append((at, data))
        at += BETWEEN_US + chance.uniform(0, 3_000)
    return tuple(sends), at + 1_100_000


def said(opinion: Opinion) -> list[Message]:
    _, found = frames.decode(Decoder(), opinion.replies)
    assert all(isinstance(one, Frame) for one in found)
    whole = [messages.unpack(one.type, one.payload) for one in found if isinstance(one, Frame)]
    return [replace(one, uptime_ms=0) if isinstance(one, Pong) else one for one in whole]


@pytest.mark.slow
def test_two_simulators_agree_on_every_answer_and_every_light(nano: Path, tmp_path: Path) -> None:
    sends, end_us = conversation()
    image = or_skip(lambda: avr.build_avr(tmp_path))
    second = or_skip(lambda: avr8js_rig.avr8js(image, sends, end_us))
    first = avr8js_rig.simavr(nano, sends, end_us)
    assert first.bad == second.bad == 0
    assert first.zero == second.zero
    assert first.one == second.one
    assert max(first.low[1], second.low[1]) <= 80
    assert said(first) == said(second)
    assert len(said(first)) > 0.7 * STATES, "the rigs are alive: requests were answered"
    assert [grb for _, grb in first.latched] == [grb for _, grb in second.latched]
    assert len(first.latched) > STATES, "the lights moved between the states"
    for (at, _), (also_at, _) in zip(first.latched, second.latched, strict=True):
        assert at == pytest.approx(also_at, abs=1_500)
    assert first.latched[0][1] == SAFE
    assert SAFE in [grb for _, grb in first.latched[-2:]], "and a host that fell silent left them safe"


def test_a_system_without_node_is_told_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.CompilerMissing) as caught:
        avr8js_rig.avr8js(tmp_path, (), 0)
    assert caught.value.params == {"program": "node", "package": "nodejs"}
