"""The compiled core and its model, given the same hostile bytes at the same times, do the same."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames, messages
from firmware_bridge.frames import WireFrame
from firmware_bridge.messages import Board, Bright, Hello, Message, Ping, Show
from hardware.simulated.strip.core import StripCore
from hardware.simulated.strip.faults import WireFault, hurt
from hardware.simulated.strip.model import Identity, StripLogic, StripModel

pytestmark = pytest.mark.films

NONCES = (0x0000_0101,) * 8 + (0xABCD_EF02, 0xFFFF_FFFF, 0x0000_0000)
"""Few, so that sessions are begun again, taken for others and left."""

ROOMS = (0, 1, 30, 95, 5000)


@dataclasses.dataclass(frozen=True)
class Stroke:
    """One thing done to both: time passes, bytes come, the wire takes so many bytes of replies."""

    wait_ms: int
    data: bytes
    room: int
    restart: int | None = None


def strokes(seed: int, count: int) -> list[Stroke]:
    """A hostile life, from a seed: mostly a real conversation, with faults of every name."""
    chance = random.Random(seed)
    older: list[bytes] = []
    out = []
    nonce = gen = 0
    for seq in range(count):
        if chance.random() < 0.2:
            nonce = chance.choice(NONCES)
            request: Message = Hello(nonce, chance.choice((1,) * 9 + (2,)), chance.choice((0, 7)))
        elif chance.random() < 0.5:
            gen = (gen + chance.choice((1,) * 12 + (0, -1, 32767, 32768))) % 65536
            limit = chance.choice((0x100, 0x38, 8))
            length = chance.choice((34, 34, 34, 34, 33, 56))
            cells = bytes(chance.choice((0, chance.randrange(limit) & 0x37)) for _ in range(length))
            if chance.random() < 0.1:
                cells = cells[:-1] + bytes((chance.randrange(256),))
            request = Show(gen, cells)
        else:
            request = chance.choice((Ping(), Ping(), Bright(chance.choice((0, 1, 33, 400, 401, 65535)))))
        payload = messages.pack(request) + chance.choice((b"",) * 19 + (b"x",))
        session = chance.choice((nonce & 0xFF,) * 9 + (chance.randrange(256),))
        kind = chance.choice((messages.TYPES[type(request)],) * 19 + (chance.randrange(256),))
        data = frames.encode(WireFrame(kind, session, seq % 256, payload[: frames.MAX_PAYLOAD]))
        sent = hurt(data, chance.choice(list(WireFault)), chance, older) if chance.random() < 0.4 else data
        older.append(data)
        wait = chance.choice((0, 1, 1, 1, 20, 33, 250, 999, 1000, 5000)) if chance.random() < 0.15 else 1
        restart = chance.randrange(256) if chance.random() < 0.01 else None
        out.append(Stroke(wait, sent, chance.choice(ROOMS), restart))
    return out


def live(strip: StripLogic, life: list[Stroke], start_ms: int) -> list[tuple[bytes, bool, bytes]]:
    """What a strip says and shows through a life."""
    now = start_ms
    told = []
    for stroke in life:
        now += stroke.wait_ms
        if stroke.restart is not None:
            strip.restart(stroke.restart)
        strip.tick(now)
        reply = strip.feed(stroke.data, stroke.room)
        told.append((reply, strip.dirty(), strip.render()))
    return told


def both() -> tuple[StripCore, StripModel]:
    return StripCore(unique_id=77), StripModel(Identity(unique_id=77, board=Board.PC))


@pytest.mark.parametrize("seed", range(8))
def test_a_hostile_life_is_the_same_in_c_and_in_python(seed: int) -> None:
    core, model = both()
    life = strokes(seed, 2500)
    start = random.Random(seed).choice((0, 2**32 - 3000))
    of_core, of_model = live(core, life, start), live(model, life, start)
    for number, (here, there) in enumerate(zip(of_core, of_model, strict=True)):
        assert here == there, (number, life[number])
    assert len({colours for _, _, colours in of_core}) > 100, "the rig is alive: many states were shown"
    assert sum(bool(reply) for reply, _, _ in of_core) > 500, "and many replies given"


RAW = st.lists(
    st.builds(
        Stroke,
        st.sampled_from((0, 1, 32, 999, 1000)),
        st.one_of(
            st.binary(max_size=120),
            st.lists(st.sampled_from((b"\0", b"\1", b"\2", b"\xff", b"\x42" * 70)), max_size=20).map(b"".join),
            st.builds(
                lambda kind, session, payload: frames.encode(WireFrame(kind, session, 0, payload)),
                st.integers(0, 255),
                st.sampled_from((0, 1, 2)),
                st.binary(max_size=frames.MAX_PAYLOAD),
            ),
        ),
        st.sampled_from(ROOMS),
    ),
    max_size=12,
)


@settings(max_examples=300, deadline=None)  # the first example may compile the core
@given(RAW)
def test_raw_bytes_of_any_kind_are_the_same_in_c_and_in_python(life: list[Stroke]) -> None:
    core, model = both()
    opening = Stroke(0, frames.encode(WireFrame(1, 1, 0, messages.pack(Hello(0x0101, 1, 0)))), 5000)
    assert live(core, [opening, *life], 0) == live(model, [opening, *life], 0)
