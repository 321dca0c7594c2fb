"""The controller's core, in virtual time: the compiled C and its model in Python pass the same tests."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames, messages
from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.messages import Ack, Bright, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, ResetCause, Show
from hardware.simulated.strip.core import StripCore
from hardware.simulated.strip.model import Identity, StripLogic, StripModel, render
from tests.paths import ROOT

VECTORS = json.loads((ROOT / "tests" / "firmware_bridge" / "vectors.json").read_text())
NONCE = 0x1234_5607
SESSION = NONCE & 0xFF
SAFE = Cell(Colour.AMBER, Effect.BLINK)
LEDS = messages.LEDS
CELLS = st.builds(Cell, st.sampled_from(Colour), st.sampled_from(Effect)).map(lambda cell: cell.code)
STATES = st.lists(CELLS, min_size=LEDS, max_size=LEDS).map(bytes)

Maker = Callable[..., StripLogic]


def compiled(unique_id: int = 1, reset_cause: int = 1) -> StripLogic:
    return StripCore(unique_id=unique_id, reset_cause=reset_cause)


def modelled(unique_id: int = 1, reset_cause: int = 1) -> StripLogic:
    return StripModel(Identity(unique_id=unique_id, board=messages.Board.PC), reset_cause)


@pytest.fixture(params=[compiled, modelled])
def make(request: pytest.FixtureRequest) -> Maker:
    maker: Maker = request.param
    return maker


@pytest.fixture
def strip(make: Maker) -> StripLogic:
    """A strip in a session, at 0 ms, dark."""
    logic = make()
    assert isinstance(ask(logic, Hello(NONCE, messages.MAJOR, messages.MINOR)), HelloAck)
    return logic


def encoded(message: Message, session: int = SESSION, seq: int = 1) -> bytes:
    return frames.encode(WireFrame(messages.TYPES[type(message)], session, seq, messages.pack(message)))


def replies(data: bytes) -> list[Message]:
    _, found = frames.decode(Decoder(), data)
    assert all(isinstance(item, WireFrame) for item in found), "a controller never sends half a frame"
    return [messages.unpack(item.type, item.payload) for item in found if isinstance(item, WireFrame)]


def ask(strip: StripLogic, message: Message, session: int = SESSION) -> Message:
    (reply,) = replies(strip.feed(encoded(message, session)))
    return reply


def lit(*cells: tuple[int, Cell]) -> bytes:
    out = bytearray(LEDS)
    for at, cell in cells:
        out[at] = cell.code
    return bytes(out)


RED = lit((3, Cell(Colour.RED)))
SAFE_COLOURS = render(lit((LEDS - 1, SAFE)), 400, 0)
DARK_COLOURS = bytes(3 * LEDS)


def test_it_gives_every_golden_reply_and_shows_every_golden_state(make: Maker) -> None:
    strip = make(int(VECTORS["unique_id"], 16), VECTORS["reset_cause"])
    for exchange in VECTORS["exchanges"]:
        strip.tick(exchange["at_ms"])
        reply = strip.feed(bytes.fromhex(exchange["request"]))
        assert reply.hex() == exchange["reply"], exchange["what"]
        assert strip.render().hex() == exchange["grb"], exchange["what"]


def test_it_starts_safe_and_says_so_with_its_first_colours(make: Maker) -> None:
    strip = make()
    assert strip.dirty()
    assert strip.render() == SAFE_COLOURS
    assert not strip.dirty()


def test_it_falls_safe_exactly_one_second_after_the_last_good_frame(strip: StripLogic) -> None:
    strip.tick(400)
    ask(strip, Show(1, RED))
    strip.tick(1399)
    assert strip.render() == render(RED, 400, 0)
    strip.dirty()
    strip.tick(1400)
    assert strip.dirty()
    assert strip.render() == SAFE_COLOURS
    assert ask(strip, Show(2, RED)) == Nak(NakReason.SESSION, messages.MAJOR, messages.MINOR, 0)
    assert strip.render() == SAFE_COLOURS, "a verdict from before is not brought back"


@pytest.mark.parametrize(
    "alive", [Ping(), Show(1, RED), Show(0, b"too short"), Bright(0), Hello(NONCE, messages.MAJOR, messages.MINOR)]
)
def test_any_right_frame_of_the_session_keeps_it_alive(strip: StripLogic, alive: Message) -> None:
    for now in range(0, 5000, 999):
        strip.tick(now)
        ask(strip, alive)
    assert isinstance(ask(strip, Ping()), Pong)


@pytest.mark.parametrize(
    "dead", [encoded(Ping(), session=SESSION + 1), encoded(Ping())[:-3] + b"\1\1\0", b"\0" * 50, b"\x55\0"]
)
def test_nothing_else_keeps_it_alive(strip: StripLogic, dead: bytes) -> None:
    ask(strip, Show(1, RED))
    for now in range(0, 1001, 100):
        strip.tick(now)
        strip.feed(dead)
    assert strip.render() == SAFE_COLOURS


def test_the_safe_light_blinks(make: Maker) -> None:
    strip = make()
    on = []
    for now in range(0, 2048, 32):
        strip.tick(now)
        on.append(strip.render() == SAFE_COLOURS)
        assert on[-1] or strip.render() == DARK_COLOURS
    assert on == ([True] * 16 + [False] * 16) * 2


def test_the_uptime_may_pass_the_end_of_its_32_bits(make: Maker) -> None:
    strip = make()
    strip.tick(2**32 - 300)
    ask(strip, Hello(NONCE, messages.MAJOR, messages.MINOR))
    ask(strip, Show(1, lit((0, SAFE))))
    strip.tick(2**32 - 1)
    first = strip.render()
    strip.tick(2**32 + 200)  # 500 ms after the light began to blink
    assert strip.render() == first != DARK_COLOURS
    strip.tick(2**32 + 220)
    assert strip.render() == DARK_COLOURS
    strip.tick(2**32 + 699)
    assert isinstance(ask(strip, Ping()), Pong)
    strip.tick(2**32 + 699 + 1000)
    assert isinstance(ask(strip, Ping()), Nak)


def test_a_session_begins_dark_with_full_power(strip: StripLogic) -> None:
    ask(strip, Show(1, RED))
    ask(strip, Bright(10))
    ack = ask(strip, Hello(NONCE + 1, messages.MAJOR, messages.MINOR), session=SESSION + 1)
    assert isinstance(ack, HelloAck)
    assert ack.power_ma == messages.POWER_MA
    assert strip.render() == DARK_COLOURS
    pong = ask(strip, Ping(), session=SESSION + 1)
    assert isinstance(pong, Pong)
    assert (pong.gen, pong.digest) == (0, messages.digest(bytes(LEDS), messages.POWER_MA))


def test_another_major_version_ends_a_session_and_its_verdict(strip: StripLogic) -> None:
    ask(strip, Show(1, RED))
    assert ask(strip, Hello(NONCE, messages.MAJOR + 1, 0)) == Nak(NakReason.PROTO, messages.MAJOR, messages.MINOR, 0)
    assert strip.render() == SAFE_COLOURS


@pytest.mark.films
@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 65535), STATES), min_size=1, max_size=6))
@pytest.mark.parametrize("maker", [compiled, modelled])
def test_only_a_newer_generation_is_ever_shown(maker: Maker, shows: list[tuple[int, bytes]]) -> None:
    strip = maker()
    ask(strip, Hello(NONCE, messages.MAJOR, messages.MINOR))
    newest, cells = shows[0]
    for number, (gen, wanted) in enumerate(shows):
        newer = number == 0 or 0 < (gen - newest) % 65536 < 32768
        reply = ask(strip, Show(gen, wanted))
        if newer:
            newest, cells = gen, wanted
        if newer or gen == newest:
            assert reply == Ack(newest, messages.digest(cells, 400))
        else:
            assert reply == Nak(NakReason.STALE, messages.MAJOR, messages.MINOR, newest)
        pong = ask(strip, Ping())
        assert isinstance(pong, Pong)
        assert (pong.gen, pong.digest) == (newest, messages.digest(cells, 400))


@pytest.mark.films
@settings(max_examples=100)
@given(STATES, st.integers(1, 400), st.integers(0, 9000))
@pytest.mark.parametrize("maker", [compiled, modelled])
def test_the_strip_never_draws_more_than_the_cap(maker: Maker, cells: bytes, cap_ma: int, later: int) -> None:
    strip = maker()
    ask(strip, Hello(NONCE, messages.MAJOR, messages.MINOR))
    ask(strip, Bright(cap_ma))
    ask(strip, Show(1, cells))
    for now in range(0, later, 900):
        strip.tick(now)
        ask(strip, Ping())
        assert sum(strip.render()) * 20 / 255 <= cap_ma


def test_a_strip_under_its_cap_shows_the_palette_as_it_is(strip: StripLogic) -> None:
    cells = lit(*((at, Cell(colour)) for at, colour in enumerate(Colour)))
    ask(strip, Show(1, cells))
    for at, colour in enumerate(Colour):
        green, red, blue = strip.render()[3 * at : 3 * at + 3]
        assert (red, green, blue) == Cell(colour).rgb


@pytest.mark.films
@pytest.mark.parametrize("effect", Effect)
def test_every_effect_starts_at_full_light_and_flashes_less_than_three_times_a_second(
    strip: StripLogic, effect: Effect
) -> None:
    strip.tick(777)
    ask(strip, Ping())
    strip.tick(1234)
    ask(strip, Show(1, lit((0, Cell(Colour.RED, effect)))))
    assert strip.render()[1] == 80
    light = []
    for now in range(1234, 1234 + 8192):
        strip.tick(now)
        if now % 500 == 0:
            ask(strip, Ping())
        light.append(strip.render()[1])
    flashes = sum(before == 0 < after for before, after in itertools.pairwise(light))
    assert flashes / 8.192 < 3
    assert (flashes == 0) == (effect is Effect.STEADY)
    assert max(abs(after - before) for before, after in itertools.pairwise(light)) <= {
        Effect.STEADY: 0,
        Effect.BREATHE: 3,
    }.get(effect, 80)


def test_lights_that_move_keep_their_beat_when_another_joins(strip: StripLogic) -> None:
    ask(strip, Show(1, lit((0, SAFE))))
    strip.tick(600)
    ask(strip, Show(2, lit((0, SAFE), (1, Cell(Colour.RED)))))
    assert strip.render()[:3] == b"\0\0\0", "in the dark half of its beat, which began at 0 ms"
    strip.tick(1024)
    assert strip.render()[:3] != b"\0\0\0"


def test_a_steady_strip_is_latched_only_when_it_changes(strip: StripLogic) -> None:
    ask(strip, Show(1, RED))
    assert strip.dirty()
    for now in range(0, 900, 7):
        strip.tick(now)
    ask(strip, Show(1, RED))
    ask(strip, Ping())
    assert not strip.dirty()


def test_replies_without_room_are_dropped_whole_and_counted(strip: StripLogic) -> None:
    assert strip.feed(b"".join(encoded(Ping(), seq=seq) for seq in range(10)), 0) == b""
    waiting = strip.feed(b"", 1000)
    got = replies(waiting)
    assert got
    assert len(waiting) <= 95
    pong = ask(strip, Ping())
    assert isinstance(pong, Pong)
    assert pong.tx_drops == 10 - len(got)


def test_replies_leave_in_pieces_as_the_wire_has_room(strip: StripLogic) -> None:
    pieces = [strip.feed(encoded(Ping()), 5)]
    while pieces[-1]:
        pieces.append(strip.feed(b"", 5))
    assert all(len(piece) <= 5 for piece in pieces)
    assert len(replies(b"".join(pieces))) == 1


def test_replies_of_a_controller_are_never_answered(strip: StripLogic) -> None:
    for kind in (HelloAck, Pong, Ack, Nak):
        number = messages.TYPES[kind]
        assert strip.feed(frames.encode(WireFrame(number, SESSION, 1, bytes(messages.size(kind))))) == b""
    pong = ask(strip, Ping())
    assert isinstance(pong, Pong)
    assert pong.frame_errors == 4


def test_a_restart_gives_its_cause_and_forgets_the_rest(strip: StripLogic) -> None:
    ask(strip, Show(1, RED))
    half = encoded(Show(2, RED))
    strip.feed(half[:20])
    strip.restart(ResetCause.BROWN_OUT)
    assert strip.render() == SAFE_COLOURS
    strip.feed(half[20:])
    ack = ask(strip, Hello(NONCE, messages.MAJOR, messages.MINOR))
    assert isinstance(ack, HelloAck)
    assert ack.reset_cause == ResetCause.BROWN_OUT


def test_bytes_that_the_port_lost_are_told(strip: StripLogic) -> None:
    strip.overrun()
    strip.overrun()
    pong = ask(strip, Ping())
    assert isinstance(pong, Pong)
    assert pong.overruns == 2
