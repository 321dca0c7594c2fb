"""Connection to a hall's broker: one thread that holds it, begins again, and tells what has to be told.

What the broker is to keep is known here by topic, so that nothing depends on what it has kept: at every connection all
of it is told again. What passes is told while there is a connection, and dropped while there is none. Whoever tells
never waits. Only this thread touches the client; a client is used for one connection, so that nothing of an old one
comes later than what is newer.
"""

from __future__ import annotations

import logging
import random
import selectors
import socket
import ssl
import threading
import time
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from paho.mqtt.reasoncodes import ReasonCode

    from controller.hall.membership import Membership

_log: Final = logging.getLogger(__name__)

KEEPALIVE: Final = 15
"""Seconds without a word after which the broker counts a table as lost, half as many added."""
FIRST_PAUSE: Final = 1.0
"""Seconds before the second try; they double..."""
LONGEST_PAUSE: Final = 30.0
"""... up to these; a half of each is left to chance, so that a hall does not come back at once."""
PASSING: Final = 500
"""What passes and waits."""
_UNCONFIRMED: Final = 100
"""Messages on their way that the broker has not confirmed; with more the rest waits here."""
_CONNECTING: Final = 10.0
"""Seconds within which a broker has to let one in."""
_PACE: Final = 1.0
"""Seconds between two looks at what has to be done without being asked."""
_ENDING: Final = 3.0
"""Seconds that the end may take."""
_NO_CHECK_TIME: Final = 0x200000
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME, for which Python has no name."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message that has come.

    Attributes:
        topic, payload: what and where.
        retained: the broker had kept it.
        answer_to: the topic on which an answer is wanted; empty where none is.
        mark: what the answer has to carry.
    """

    topic: str
    payload: bytes
    retained: bool = False
    answer_to: str = ""
    mark: bytes = b""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message that passes.

    Attributes:
        topic, payload: what and where.
        expires: seconds after which the broker drops it; 0 for never.
        answer_to: the topic on which an answer is wanted.
        mark: what the answer has to carry.
    """

    topic: str
    payload: bytes
    expires: int = 0
    answer_to: str = ""
    mark: bytes = b""


@dataclass(slots=True)
class _Kept:
    """What the broker is to keep under a topic."""

    payload: bytes
    every: float
    last: float = float("-inf")


class HallLink:
    """The connection of one program to the broker of its hall.

    Attributes:
        connected: there is a connection, and everything may be told.
        trouble: why there is none; empty while there is.
        connections: how many there have been.
        told: how many messages have been handed to a client.
        dropped: how many that pass were dropped.
    """

    def __init__(  # noqa: PLR0913 - what a connection has
        self,
        membership: Membership,
        will: tuple[str, bytes],
        topics: tuple[str, ...],
        hear: Callable[[Arrived], None],
        attend: Callable[[], None] = lambda: None,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
        name: str = "",
    ) -> None:
        """Prepare the connection; `begin` begins it.

        Args:
            membership: where, and as whom.
            will: topic and message that the broker tells, and keeps, if the connection is lost.
            topics: what is to be heard.
            hear: takes what comes, in this thread; what it raises is logged.
            attend: done about every second, connected or not, in this thread.
            clock: returns seconds, never going back.
            chance: returns a number from 0 to 1.
            name: of the client; empty for the table's.

        Raises:
            OSError: the authority's certificate is none.
        """
        self._tls = None if not membership.authority else _trusting(membership.authority)
        self.connected = False
        self.trouble = ""
        self.connections = self.told = self.dropped = 0
        self._membership, self._will, self._topics = membership, will, topics
        self._hear, self._attend, self._clock, self._chance = hear, attend, clock, chance
        self._name = name or f"tavola-{membership.hall}-{membership.table}"
        self._lock = threading.Lock()
        self._kept: dict[str, _Kept] = {}
        self._untold: dict[str, None] = {}
        self._passing: deque[Letter] = deque()
        self._unconfirmed = 0
        self._closing = threading.Event()
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        self._refused = ""
        self._until: float | None = None
        self._attended = float("-inf")
        self._thread = threading.Thread(target=self._run, name=f"hall-{membership.table}", daemon=True)

    def begin(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def keep(self, topic: str, payload: bytes, *, every: float = 0.0) -> None:
        """Have the broker keep a message under a topic; an empty one empties it. Returns at once.

        Args:
            topic: the topic.
            payload: the message.
            every: seconds between two messages of this topic; of several in between only the last is told.
        """
        with self._lock:
            kept = self._kept.get(topic)
            if kept is None:
                self._kept[topic] = _Kept(payload, every)
            elif kept.payload != payload:
                kept.payload = payload
            else:
                return
            self._untold[topic] = None
        self._wake()

    def send(self, letter: Letter) -> bool:
        """Send a message that passes; return whether there is a connection for it. Returns at once."""
        with self._lock:
            if not self.connected or len(self._passing) >= PASSING:
                self.dropped += 1
                return False
            self._passing.append(letter)
        self._wake()
        return True

    def tell_again(self) -> None:
        """Tell everything that is kept once more."""
        with self._lock:
            self._untold.update(dict.fromkeys(self._kept))
        self._wake()

    @property
    def waiting(self) -> int:
        """How much is still to be told, or not yet confirmed."""
        with self._lock:
            return len(self._untold) + len(self._passing) + self._unconfirmed

    def close(self) -> None:
        """Tell what waits, as far as that is possible at once, and end. May be called again."""
        if not self._closing.is_set():
            self._closing.set()
            self._wake()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(_ENDING)
        if not self._thread.is_alive():
            self._ear.close()
            self._mouth.close()

    def __enter__(self) -> Self:
        """Begin, and return this connection."""
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _wake(self) -> None:
        """Let the thread look at what there is to do."""
        with suppress(OSError):  # it has been woken, or has ended
            self._mouth.send(b"\0")

    def _run(self) -> None:
        """Hold a connection until the end, and begin again when it is lost."""
        pause = 0.0
        while not self._closing.is_set():
            before = self.connections
            try:
                self._hold()
            except (OSError, ValueError) as error:
                self.trouble = str(error) or type(error).__name__
                _log.info("the broker cannot be reached: %s", self.trouble)
            except Exception as error:  # noqa: BLE001 - the boundary of this thread: a match goes on without a hall
                self.trouble = f"{type(error).__name__}: {error}"
                _log.warning("the connection to the hall has failed", exc_info=True)
            pause = min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE) if self.connections == before else FIRST_PAUSE
            self._rest(pause * (0.5 + self._chance() / 2))

    def _rest(self, seconds: float) -> None:
        """Wait before the next try; what has to be done every second is done."""
        until = self._clock() + seconds
        while not self._closing.is_set() and (left := until - self._clock()) > 0:
            self._mind()
            self._closing.wait(min(left, _PACE))

    def _mind(self) -> None:
        """Do what has to be done every second, when a second has gone by."""
        if self._clock() - self._attended < _PACE:
            return
        self._attended = self._clock()
        try:
            self._attend()
        except Exception:  # noqa: BLE001 - the connection goes on
            _log.warning("something of the hall has failed", exc_info=True)

    def _hold(self) -> None:
        """Connect, and stay connected.

        Raises:
            OSError: the broker cannot be reached, or the connection is lost.
            ValueError: its address is none.
        """
        self._refused, self._unconfirmed = "", 0
        client = self._client()
        try:
            client.connect(self._membership.host, self._membership.port, keepalive=KEEPALIVE, clean_start=True)
            self._hold_open(client)
        finally:
            with self._lock:
                self.connected = False
                self.dropped += len(self._passing)
                self._passing.clear()
            _shut(client)

    def _client(self) -> Client:
        """Return a client for one connection."""
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._name,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        client.connect_timeout = 5.0
        client.max_inflight_messages_set(_UNCONFIRMED)
        client.username_pw_set(self._membership.table, self._membership.password)
        if self._tls is not None:
            client.tls_set_context(self._tls)
        topic, payload = self._will
        client.will_set(topic, payload, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        return client

    def _hold_open(self, client: Client) -> None:
        """Carry messages until the connection is lost, or everything is told at the end.

        Raises:
            OSError: it is lost.
        """
        began, ending = self._clock(), 0.0
        with selectors.DefaultSelector() as selector:
            connection = client.socket()
            if connection is None:
                raise ConnectionError("the broker did not answer")
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(connection, selectors.EVENT_READ)
            while True:
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0)
                selector.modify(connection, wanted)
                ready = selector.select(self._patience())
                for key, mask in ready:
                    if key.fileobj is self._ear:
                        self._drain()
                        continue
                    _check(
                        client, client.loop_read() if mask & selectors.EVENT_READ else MQTTErrorCode.MQTT_ERR_SUCCESS
                    )
                    while isinstance(connection, ssl.SSLSocket) and connection.pending():
                        _check(client, client.loop_read())
                    if mask & selectors.EVENT_WRITE:
                        _check(client, client.loop_write())
                _check(client, client.loop_misc())
                if self._refused:
                    raise ConnectionError(self._refused)
                self._mind()
                if not self.connected and self._clock() - began > _CONNECTING:
                    raise TimeoutError("the broker does not let this program in")
                if self.connected:
                    self._tell(client)
                if self._closing.is_set():
                    ending = ending or self._clock()
                    if not self.connected or not self.waiting or self._clock() - ending > _ENDING / 2:
                        client.disconnect()
                        return

    def _patience(self) -> float:
        """Return how many seconds nothing may happen."""
        until = self._until
        left = _PACE if until is None else until - self._clock()
        return max(0.0, min(0.1 if self._closing.is_set() else _PACE, left))

    def _drain(self) -> None:
        """Take the wakings."""
        try:
            while self._ear.recv(4096):
                pass
        except OSError:
            pass  # there are no more

    def _tell(self, client: Client) -> None:
        """Tell what is due, as far as the broker keeps up."""
        now = self._clock()
        self._until = None
        with self._lock:
            for topic in [*self._untold]:
                kept = self._kept[topic]
                due = kept.last + kept.every
                if due > now and not self._closing.is_set():
                    self._until = due if self._until is None else min(self._until, due)
                    continue
                if self._unconfirmed >= _UNCONFIRMED:
                    return
                self._publish(client.publish(topic, kept.payload, qos=1, retain=True))
                kept.last = now
                del self._untold[topic]
            while self._passing and self._unconfirmed < _UNCONFIRMED:
                letter = self._passing.popleft()
                self._publish(client.publish(letter.topic, letter.payload, qos=1, properties=_properties(letter)))

    def _publish(self, done: MQTTMessageInfo) -> None:
        """Count a message that was handed over."""
        if done.rc not in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_QUEUE_SIZE):
            raise ConnectionError(str(done.rc))
        self._unconfirmed += 1
        self.told += 1

    def _on_connect(self, client: Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        """Listen, and tell everything again; or remember why the broker lets nobody in."""
        if reason.is_failure:
            self._refused = str(reason)
            return
        if self._topics:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])
        with self._lock:
            for kept in self._kept.values():
                kept.last = float("-inf")
            self._untold = dict.fromkeys(self._kept)
            self.connected = True
            self.connections += 1
            self.trouble = ""

    def _on_disconnect(self, _client: Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        """Remember why the broker has ended it."""
        if not self._closing.is_set():
            self._refused = str(reason)

    def _on_publish(self, _client: Client, _data: Any, _mid: int, reason: ReasonCode, _properties: Any) -> None:
        """Count what the broker has confirmed."""
        with self._lock:
            self._unconfirmed = max(0, self._unconfirmed - 1)
        if reason.is_failure:
            _log.warning("the broker refuses a message: %s", reason)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        """Hand over what has come."""
        properties = message.properties
        answer_to = getattr(properties, "ResponseTopic", "") or ""
        mark = getattr(properties, "CorrelationData", b"") or b""
        try:
            self._hear(Arrived(message.topic, bytes(message.payload), message.retain, answer_to, mark))
        except Exception:  # noqa: BLE001 - the boundary of what others have sent
            _log.warning("what has come on %s has failed", message.topic, exc_info=True)


class _Client(Client):
    """A client that leaves no socket open where the broker is not the right one."""

    def _create_socket(self) -> Any:
        """Return a connection, encrypted where that is set.

        Raises:
            OSError: there is none, or the broker's certificate is not trusted.
        """
        context = self._ssl_context
        with ExitStack() as made:
            plain = socket.create_connection((self._host, self._port), self.connect_timeout)
            made.callback(plain.close)
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context is None:
                made.pop_all()
                return plain
            wrapped = context.wrap_socket(plain, server_hostname=self._host, do_handshake_on_connect=False)
            made.callback(wrapped.close)
            wrapped.settimeout(self.connect_timeout)
            wrapped.do_handshake()
            made.pop_all()
            return wrapped


def _trusting(authority: str) -> ssl.SSLContext:
    """Return what trusts a hall's authority alone, whatever the time is: a small computer may not know it.

    Raises:
        OSError: the certificate is none.
    """
    context = ssl.create_default_context(cadata=authority)
    context.verify_flags |= ssl.VerifyFlags(_NO_CHECK_TIME)
    return context


def _check(client: Client, code: MQTTErrorCode) -> None:
    """Check what has come of a step.

    Raises:
        ConnectionError: the connection is lost.
    """
    if code != MQTTErrorCode.MQTT_ERR_SUCCESS or client.socket() is None:
        raise ConnectionError(f"the connection was lost ({code.name})")


def _shut(client: Client) -> None:
    """Close the socket of a client, whatever state it is in."""
    client.on_disconnect = None
    connection = client.socket()
    if connection is not None:
        connection.close()


def _properties(letter: Letter) -> Properties | None:
    """Return what is said beside a message that passes."""
    if not (letter.expires or letter.answer_to or letter.mark):
        return None
    said = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    if letter.expires:
        said.MessageExpiryInterval = letter.expires
    if letter.answer_to:
        said.ResponseTopic = letter.answer_to
    if letter.mark:
        said.CorrelationData = letter.mark
    return said
