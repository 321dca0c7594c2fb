"""Asking a computer player without ever waiting for it: it thinks in a thread of its own, and within bounds.

A player that fails, dies or does not answer in time is left alone, and another one is asked in its place; that there
is always an answer holds whatever becomes of either.
"""

from __future__ import annotations

import threading
import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, Self

from controller.engine.errors import EngineError
from controller.players.errors import PlayersError
from controller.players.player import Note
from controller.table.bot.questions import Reply, plain_reply, reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from controller.players.player import ComputerPlayer
    from controller.table.bot.questions import Question

PATIENCE: Final = 8.0
"""Seconds that a player has for an answer: more than one needs that starts its engine anew, and then replaces it."""

FAILED: Final = Note("players.engine_replaced")
"""What is told when a player is replaced by another one for good."""

_LOOK: Final = 0.02
"""Seconds after which whoever waits for an answer looks whether there is still one to come."""


class Asker:
    """Asks a player, and another one instead when it fails; one question at a time."""

    def __init__(
        self,
        player: ComputerPlayer,
        instead: Callable[[], ComputerPlayer],
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take a player; it is closed with the asker.

        Args:
            player: who is asked.
            instead: returns who is asked when that one fails.
            patience: seconds within which an answer has to come.
            clock: returns the time in seconds; never goes backwards.
        """
        self._patience = patience
        self._clock = clock
        self._instead: Callable[[], ComputerPlayer] | None = instead
        self._thinking = _Thinking(player)
        self._asked: Question | None = None
        self._since = 0.0
        self._notes: tuple[Note, ...] = ()

    @property
    def asked(self) -> Question | None:
        """What is being thought about, None where nothing is."""
        return self._asked

    def ask(self, asked: Question) -> None:
        """Put a question; returns at once. One that is still being thought about is forgotten."""
        self._asked = asked
        self._since = self._clock()
        self._thinking.ask(asked)

    def forget(self) -> None:
        """Forget what was asked last: nobody wants to know any more."""
        self._asked = None

    def take(self, wait: float = 0.0) -> Reply | None:
        """Return the answer to what was asked last, once; None while there is none.

        Args:
            wait: seconds in which it may come; returns at once where none are given.
        """
        if self._asked is None:
            return None
        found = self._thinking.take(self._asked, wait)
        failed = found is _FAILURE or (found is None and self._clock() - self._since > self._patience)
        if failed:
            return self._replace(self._asked)
        if not isinstance(found, Reply):
            return None
        return self._told(found)

    def wait(self) -> Reply | None:
        """Wait for the answer, as long as a player and the one in its place may take; None where nothing is asked."""
        while self._asked is not None:
            found = self.take(_LOOK)
            if found is not None:
                return found
        return None

    def close(self) -> None:
        """Leave the player alone. May be called again."""
        self._asked = None
        self._thinking.close()

    def __enter__(self) -> Self:
        """Return the asker itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _replace(self, asked: Question) -> Reply | None:
        """Ask somebody else; where that one has failed, too, return any answer."""
        self._thinking.close()
        if self._instead is None:
            return self._told(plain_reply(asked))
        self._notes = (FAILED,)
        self._thinking = _Thinking(self._instead())
        self._instead = None
        self.ask(asked)
        return None

    def _told(self, found: Reply) -> Reply:
        """Return an answer with what there is to be told besides."""
        notes, self._notes, self._asked = self._notes, (), None
        return Reply(found.words, found.after, (*notes, *found.notes))


class _Failure:
    """That a player has failed."""


_FAILURE: Final = _Failure()


class _Thinking:
    """A player with the thread in which it thinks; the thread begins with the first question."""

    def __init__(self, player: ComputerPlayer) -> None:
        """Take a player."""
        self._player = player
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Question, Reply | _Failure]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, asked: Question) -> None:
        """Put a question."""
        self._questions.put(asked)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="computer player", daemon=True)
            self._thread.start()

    def take(self, asked: Question, wait: float) -> Reply | _Failure | None:
        """Return the answer to a question if it comes within some seconds; those to others are passed over."""
        while True:
            try:
                about, found = self._answers.get(block=wait > 0, timeout=wait)
            except Empty:
                return None
            if about == asked or found is _FAILURE:
                return found

    def close(self) -> None:
        """End the thread when it has thought, and the player now."""
        self._questions.put(None)
        self._player.close()

    def _run(self) -> None:
        """Answer question after question, the last one that was put first; the others are of no use any more."""
        while True:
            asked = self._questions.get()
            while asked is not None and not self._questions.empty():
                asked = self._questions.get()
            if asked is None:
                return
            found: Reply | _Failure = _FAILURE
            try:
                found = reply(self._player, asked)
            except (PlayersError, EngineError, OSError):
                pass
            finally:
                self._answers.put((asked, found))
