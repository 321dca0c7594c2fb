"""The link as a pure state machine: bytes and time in, bytes out. No port, no thread, no clock.

    Absent -> Opening -> Hello -> Live -> Lost -> Opening ...

`step` takes a link, the time and one input, and returns the link after it, the bytes to send and what changed. One
request is under way at a time. What is to be shown is kept here, newest only; whatever happens to the wire, the link
works toward the controller showing it, and believes that it does only when the controller's digest says so.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge import frames, messages
from firmware_bridge.errors import MessageError
from firmware_bridge.frames import Damage, Decoder, WireFrame
from firmware_bridge.link_state import (
    NOTHING_SHOWN,
    Input,
    Link,
    LinkEvent,
    LinkReason,
    LinkSettings,
    LinkState,
    Lit,
    Opened,
    Pending,
    PortFound,
    PortLost,
    Received,
    Step,
    Tick,
    Want,
)
from firmware_bridge.messages import Ack, Bright, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, Request, Show


def new_link(settings: LinkSettings, lit: Lit, seed: int) -> Link:
    """Return a link to nothing yet.

    Args:
        settings: what it expects.
        lit: what is to be shown at first.
        seed: any number; where its nonces come from. Another one for each run of the program keeps frames of an
            earlier run, late in a buffer somewhere, from being taken for new ones.
    """
    return Link(settings, lit, seed=seed)


def deadline(link: Link) -> float | None:
    """Return the time at which the link next wants a `Tick`; None if it waits for nothing but other inputs."""
    if link.state is LinkState.HELLO:
        return min(link.sent_at + link.settings.hello_every, link.since + link.settings.hello_for)
    if link.state is not LinkState.LIVE:
        return None
    if link.pending is not None:
        return link.pending.sent_at + link.pending.wait
    return link.sent_at + link.settings.ping_every


def step(link: Link, now: float, given: Input) -> Step:
    """Take one input.

    Args:
        link: the link before.
        now: seconds on any clock that does not jump; one that does costs time and never a wrong light.
        given: what happened.
    """
    out: list[bytes] = []
    after = _pump(_take(link, now, given, out), now, out)
    send = b"".join(out)
    statistics = after.statistics.plus(
        bytes_out=len(send), lost=after.state is LinkState.LOST and link.state is not LinkState.LOST
    )
    after = replace(after, statistics=statistics)
    changed = after.state is not link.state or (after.reason != link.reason and after.reason is not None)
    return Step(after, send, (LinkEvent(now, after.state, after.reason),) if changed else ())


def _take(link: Link, now: float, given: Input, out: list[bytes]) -> Link:
    match given:
        case Want(lit, number):
            return replace(link, wanted=lit, number=number)
        case PortFound():
            return replace(link, state=LinkState.OPENING)
        case Opened():
            return _hello(replace(link, decoder=Decoder(), resyncs=0), now, out)
        case PortLost(reason):
            return _lost(link, reason)
        case Received(data):
            return _received(link, now, data, out)
        case Tick():
            return link


def _lost(link: Link, reason: LinkReason) -> Link:
    return replace(link, state=LinkState.LOST, reason=reason, pending=None, device=None, shown=NOTHING_SHOWN)


def _due(now: float, since: float, wait: float) -> bool:
    """Tell whether a wait is over; a clock that jumped back has no say in how long it takes."""
    return now < since or now >= since + wait


# ---- HELLO ----


def _hello(link: Link, now: float, out: list[bytes]) -> Link:
    """Begin a session that no frame of the last 254 can be taken for: the sessions are numbered through, 1 to 255."""
    # Knuth's MMIX generator; the high half of its state is the random part.
    seed = (link.seed * 6364136223846793005 + 1442695040888963407) % 2**64
    session = link.session % 255 + 1 if link.nonce else seed % 255 + 1
    nonce = seed >> 40 << 8 | session
    link = replace(
        link,
        state=LinkState.HELLO,
        seed=seed,
        nonce=nonce,
        seq=(link.seq + 1) % 256,
        gen=0,
        device=None,
        pending=None,
        shown=NOTHING_SHOWN,
        since=now,
        identity=None,
    )
    return _say_hello(link, now, out)


def _say_hello(link: Link, now: float, out: list[bytes]) -> Link:
    out.append(frames.DELIMITER + _bytes(link, Hello(link.nonce, messages.MAJOR, messages.MINOR)))
    return replace(link, sent_at=now, statistics=link.statistics.plus(requests=1))


def _on_hello_ack(link: Link, ack: HelloAck) -> Link:
    settings = link.settings
    if ack.nonce != link.nonce:
        return replace(link, statistics=link.statistics.plus(strays=1))
    link = replace(link, identity=ack)
    if ack.major != messages.MAJOR:
        return _lost(link, _version(ack.major, ack.minor))
    if ack.leds != settings.leds:
        return _lost(link, LinkReason("device.leds", (("theirs", ack.leds), ("ours", settings.leds))))
    if settings.device_id is not None and ack.unique_id != settings.device_id:
        return _lost(link, LinkReason("device.other", (("theirs", ack.unique_id), ("ours", settings.device_id))))
    return replace(
        link,
        state=LinkState.LIVE,
        reason=link.reason if link.resyncs else None,
        minor=min(ack.minor, messages.MINOR),
        device=Lit(bytes(settings.leds), ack.power_ma),
    )


def _version(major: int, minor: int) -> LinkReason:
    ours = f"{messages.MAJOR}.{messages.MINOR}"
    return LinkReason("device.version", (("theirs", f"{major}.{minor}"), ("ours", ours)))


def _resync(link: Link, now: float, reason: LinkReason, out: list[bytes]) -> Link:
    """Begin a new session on this port; give the port up if that has not helped."""
    if link.resyncs >= link.settings.resyncs:
        return _lost(link, reason)
    statistics = link.statistics.plus(resyncs=1)
    return _hello(replace(link, resyncs=link.resyncs + 1, reason=reason, statistics=statistics), now, out)


# ---- replies ----


def _received(link: Link, now: float, data: bytes, out: list[bytes]) -> Link:
    if link.state not in (LinkState.HELLO, LinkState.LIVE):
        return link
    decoder, found = frames.decode(link.decoder, data)
    link = replace(link, decoder=decoder, statistics=link.statistics.plus(bytes_in=len(data)))
    for item in found:
        if item is Damage.CRC:
            link = replace(link, statistics=link.statistics.plus(crc_errors=1))
        elif item is Damage.FRAME:
            link = replace(link, statistics=link.statistics.plus(frame_errors=1))
        elif isinstance(item, WireFrame):
            link = _on_frame(link, now, item, out)
        if link.state is LinkState.LOST:
            break
    return link


def _on_frame(link: Link, now: float, frame: WireFrame, out: list[bytes]) -> Link:
    waits = link.state is LinkState.HELLO or link.pending is not None
    if not waits or not frame.type & messages.REPLY or (frame.session, frame.seq) != (link.session, link.seq):
        return replace(link, statistics=link.statistics.plus(strays=1))
    try:
        reply = messages.unpack(frame.type, frame.payload)
    except MessageError:
        return replace(link, statistics=link.statistics.plus(frame_errors=1))
    if isinstance(reply, Nak):
        return _on_nak(link, now, reply, out)
    if link.state is LinkState.HELLO and isinstance(reply, HelloAck):
        return _on_hello_ack(link, reply)
    if isinstance(reply, Ack | Pong) and _answers(link.pending, reply):
        return _on_digest(link, now, reply, out)
    return replace(link, statistics=link.statistics.plus(strays=1))


def _answers(pending: Pending | None, reply: Message) -> bool:
    return pending is not None and isinstance(reply, Pong) == isinstance(pending.request, Ping)


def _on_nak(link: Link, now: float, nak: Nak, out: list[bytes]) -> Link:
    link = replace(link, statistics=link.statistics.plus(naks=1))
    if nak.reason == NakReason.PROTO:
        return _lost(link, _version(nak.major, nak.minor))
    if nak.reason == NakReason.SESSION:
        return _resync(link, now, LinkReason("device.session"), out)
    return _resync(link, now, LinkReason("device.refuses", (("reason", nak.reason),)), out)


def _on_digest(link: Link, now: float, reply: Ack | Pong, out: list[bytes]) -> Link:
    """Compare what the controller says it shows with what it was told to show."""
    pending = link.pending
    if pending is None or link.device is None:  # _answers has said otherwise
        return link
    meant = _after(link.device, pending.request)
    if (reply.digest, reply.gen) != (meant.digest, link.gen):
        link = replace(link, statistics=link.statistics.plus(wrong_digests=1))
        return _resync(link, now, LinkReason("device.digest"), out)
    srtt = link.srtt
    if pending.tries == 1:  # of a repeated request nobody knows which try was answered (Karn's rule)
        took = max(0.0, now - pending.sent_at)
        srtt = took if srtt is None else srtt + (took - srtt) / 8
    return replace(
        link,
        device=meant,
        pending=None,
        srtt=srtt,
        resyncs=0,
        reason=None,
        shown=pending.number if isinstance(pending.request, Show) else link.shown,
        health=reply if isinstance(reply, Pong) else link.health,
        statistics=link.statistics.plus(replies=1),
    )


def _after(lit: Lit, request: Request) -> Lit:
    """Return what is shown after a request, if it is what was shown before."""
    match request:
        case Show(_, cells):
            return replace(lit, cells=cells)
        case Bright(cap_ma):
            return replace(lit, cap_ma=cap_ma)
        case _:
            return lit


# ---- requests ----


def _pump(link: Link, now: float, out: list[bytes]) -> Link:
    """Send whatever is due."""
    if link.state is LinkState.HELLO:
        return _hello_again(link, now, out)
    if link.state is not LinkState.LIVE or link.device is None or link.identity is None:
        return link
    if link.pending is not None:
        return _retry(link, link.pending, now, out)
    cap_ma = min(link.wanted.cap_ma, link.identity.power_ma)
    if link.device.cap_ma != cap_ma:
        return _ask(link, now, Bright(cap_ma), out)
    if link.shown != link.number:
        return _show(link, now, out)
    return _ask(link, now, Ping(), out) if _due(now, link.sent_at, link.settings.ping_every) else link


def _hello_again(link: Link, now: float, out: list[bytes]) -> Link:
    if _due(now, link.since, link.settings.hello_for):
        return _lost(link, LinkReason("hello.silent"))
    return _say_hello(link, now, out) if _due(now, link.sent_at, link.settings.hello_every) else link


def _show(link: Link, now: float, out: list[bytes]) -> Link:
    link = replace(link, gen=(link.gen + 1) % 65536)
    return _ask(link, now, Show(link.gen, link.wanted.cells), out)


def _ask(link: Link, now: float, request: Request, out: list[bytes]) -> Link:
    link = replace(link, seq=(link.seq + 1) % 256, sent_at=now, statistics=link.statistics.plus(requests=1))
    data = _bytes(link, request)
    out.append(data)
    return replace(link, pending=Pending(request, data, link.number, now, link.ack_wait))


def _retry(link: Link, pending: Pending, now: float, out: list[bytes]) -> Link:
    if not _due(now, pending.sent_at, pending.wait):
        return link
    if pending.tries >= link.settings.tries:
        return _lost(link, LinkReason("device.silent", (("tries", pending.tries),)))
    if isinstance(pending.request, Show) and pending.number != link.number:
        # Something newer is wanted: send that in its place. Should the older one have arrived, it is overtaken.
        link = _show(link, now, out)
        newer = link.pending or pending
        pending = replace(newer, tries=pending.tries, wait=pending.wait)
        data = out.pop()
    else:
        data = pending.data
    out.append(frames.DELIMITER + data)
    again = replace(pending, sent_at=now, wait=2 * pending.wait, tries=pending.tries + 1)
    return replace(link, pending=again, sent_at=now, statistics=link.statistics.plus(retries=1))


def _bytes(link: Link, request: Request) -> bytes:
    return frames.encode(WireFrame(messages.TYPES[type(request)], link.session, link.seq, messages.pack(request)))
