"""The table of messages: packing and unpacking are inverses, and lengths are checked."""

from __future__ import annotations

import dataclasses
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames, messages
from firmware_bridge.errors import MessageError
from firmware_bridge.messages import Bright, Hello, HelloAck, Message, Nak, Ping, Show


def a_message(kind: type[Message]) -> st.SearchStrategy[Message]:
    fields = {
        name: st.integers(0, 256**width - 1) if width else st.binary(max_size=56)
        for name, width in messages.layout(kind)
    }
    return st.builds(kind, **fields)


@settings(max_examples=200)
@given(st.sampled_from(list(messages.TYPES)).flatmap(a_message))
def test_unpacking_is_the_inverse_of_packing(message: Message) -> None:
    payload = messages.pack(message)
    assert messages.unpack(messages.TYPES[type(message)], payload) == message
    assert len(payload) <= frames.MAX_PAYLOAD


@pytest.mark.parametrize("kind", messages.TYPES)
def test_every_field_is_told_in_the_docstring(kind: type[Message]) -> None:
    for field in dataclasses.fields(kind):
        assert f"        {field.name}: " in (kind.__doc__ or "")


def test_requests_and_replies_are_told_apart_by_one_bit() -> None:
    replies = {kind for kind, number in messages.TYPES.items() if number & messages.REPLY}
    assert {kind.__name__ for kind in replies} == {"HelloAck", "Pong", "Ack", "Nak"}
    assert len(set(messages.TYPES.values())) == len(messages.TYPES)


@pytest.mark.parametrize("kind", [kind for kind in messages.TYPES if kind is not Show])
def test_a_payload_of_another_length_is_refused_except_where_a_newer_minor_version_may_append(
    kind: type[Message],
) -> None:
    payload = bytes(messages.size(kind))
    number = messages.TYPES[kind]
    if payload:
        with pytest.raises(MessageError):
            messages.unpack(number, payload[:-1])
    if kind in messages.GROWING:
        assert messages.unpack(number, payload + b"more") == messages.unpack(number, payload)
    else:
        with pytest.raises(MessageError):
            messages.unpack(number, payload + b"\0")


def test_only_hello_and_its_answer_may_grow() -> None:
    assert {Hello, HelloAck} == messages.GROWING


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(MessageError) as caught:
        messages.unpack(0x55, b"")
    assert caught.value.key == "message.type"
    assert caught.value.params == {"type": 0x55}


@pytest.mark.parametrize("message", [Bright(65536), Bright(-1), Nak(256, 1, 0, 0), Hello(2**32, 1, 0)])
def test_a_field_that_does_not_fit_is_named(message: Message) -> None:
    with pytest.raises(MessageError) as caught:
        messages.pack(message)
    assert caught.value.key == "message.range"


def test_a_show_of_the_standard_strip_fits_a_frame() -> None:
    assert messages.size(Show) + messages.LEDS <= frames.MAX_PAYLOAD
    assert messages.layout(Ping) == ()


def test_the_digest_is_the_crc_of_the_cells_and_the_cap() -> None:
    cells = bytes(range(34))
    assert messages.digest(cells, 400) == zlib.crc32(cells + b"\x90\x01")
    assert messages.digest(cells, 400) != messages.digest(cells, 399)
