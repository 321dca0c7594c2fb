"""What is generated is checked in as generated, and the host's side of the golden vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import frames, generate, messages, vectors
from firmware_bridge.errors import MessageError
from firmware_bridge.frames import Decoder, WireFrame
from tests.paths import ROOT

HEADER = ROOT / "hardware" / "firmware" / "core" / "proto.h"
VECTORS = Path(__file__).with_name("vectors.json")
EXCHANGES: list[dict[str, Any]] = json.loads(VECTORS.read_text())["exchanges"]


def test_the_header_that_is_checked_in_is_the_one_that_is_generated() -> None:
    assert HEADER.read_text() == generate.header(), "run python -m firmware_bridge.generate with the header's path"


def test_the_vectors_that_are_checked_in_are_those_that_are_generated() -> None:
    assert VECTORS.read_text() == generate.vectors_text(), "the wire has changed: is that meant?"


@pytest.mark.parametrize("option", [[], ["--vectors"]])
def test_the_command_prints_or_writes_the_same(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out"
    assert generate.main([*option, str(path)]) == 0
    assert generate.main(option) == 0
    assert capsys.readouterr().out == path.read_text() != ""


@pytest.mark.parametrize(
    ("exchange", "golden"),
    tuple(zip(vectors.CONVERSATION, EXCHANGES, strict=True)),
    ids=[exchange["what"] for exchange in EXCHANGES],
)
def test_the_host_reads_every_golden_reply_and_writes_every_golden_request(
    exchange: vectors.Exchange, golden: dict[str, Any]
) -> None:
    _, (request,) = frames.decode(Decoder(), bytes.fromhex(golden["request"]))
    assert isinstance(request, WireFrame)
    assert (request.session, request.seq) == (exchange.session, exchange.seq)
    assert frames.encode(request).hex() == golden["request"]
    if isinstance(exchange.request, tuple):
        assert (request.type, request.payload) == exchange.request
    else:
        assert messages.unpack(request.type, request.payload) == exchange.request
    if exchange.reply is None:
        assert golden["reply"] == ""
        return
    _, (reply,) = frames.decode(Decoder(), bytes.fromhex(golden["reply"]))
    assert isinstance(reply, WireFrame)
    assert messages.unpack(reply.type, reply.payload) == exchange.reply


def test_the_conversation_uses_every_message_and_every_refusal() -> None:
    requests = {type(exchange.request) for exchange in vectors.CONVERSATION}
    replies = {type(exchange.reply) for exchange in vectors.CONVERSATION}
    assert set(messages.TYPES) <= requests | replies
    reasons = {exchange.reply.reason for exchange in vectors.CONVERSATION if isinstance(exchange.reply, messages.Nak)}
    assert reasons == set(messages.NakReason)


def test_a_request_of_the_future_is_refused_here_too() -> None:
    with pytest.raises(MessageError):
        messages.unpack(0x55, b"?")
