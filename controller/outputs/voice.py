"""The voice of the referee: says aloud what he has decided, in a thread of its own that he never waits for."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final, Self

from controller.announce import health as notices
from controller.announce.health import notice
from controller.announce.phrases import Phrases
from controller.announce.questions import answer_sentence
from controller.announce.queue import QueuedLine, breaks_off, put, take
from controller.announce.worth import Kind, Speak, wanted
from controller.outputs.presentation import ASKED_FOR, notice_worth, worth
from hardware.speaker import SpeakerClosedError, SpeakerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType

    from controller.announce.health import Notice
    from controller.announce.language import Words
    from controller.announce.questions import MatchAnswer
    from controller.announce.queue import Waiting
    from controller.announce.worth import Worth
    from controller.outputs.told import Told
    from controller.referee.events import Event
    from hardware.speaker import Speaker

FIRST_PAUSE: Final = 1.0
"""Seconds after a sentence that could not be said in which nothing is tried; they double with every further one..."""

LONGEST_PAUSE: Final = 60.0
"""... up to these."""

_ENDING: Final = 2.0
"""Seconds that the thread has to end; it is bound to a speaker that keeps within its own time."""


class Voice:
    """Says events and notices aloud, one sentence at a time.

    Nothing here waits for the speaker but its own thread, which is started with the first sentence. A speaker that
    fails is told of once, by `take_notices`, and tried again now and then.
    """

    def __init__(
        self, speaker: Speaker, words: Words, speak: Speak, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take a speaker; the voice closes it.

        Args:
            speaker: says the sentences.
            words: the language.
            speak: how much is said.
            clock: returns the time in seconds; never goes backwards.
        """
        self._speaker = speaker
        self._words = words
        self._speak = speak
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: Waiting = ()
        self._saying: QueuedLine | None = None
        self._last: tuple[tuple[str, Worth], ...] = ()
        self._notices: list[Notice] = []
        self._time = 0.0
        self._pause = 0.0
        self._silent_until = 0.0
        self._closed = False
        self._thread: threading.Thread | None = None

    def hear(self, told: Told) -> None:
        """Say what is told, after what was said last where that is wanted again; returns at once."""
        if told.repeat:
            self.repeat()
        self.tell(told.heard, told.names)
        self.note(told.notices)
        self.reply(told.answers)

    def tell(self, events: Sequence[Event], names: tuple[str, str]) -> None:
        """Say events that were told together; returns at once.

        Args:
            events: the events, of those that everybody may hear.
            names: the players' names.
        """
        if not events:
            return
        phrases = Phrases(names, self._words, spoken=True)
        plays = self._speak is Speak.PLAYS
        self._put([(phrases.sentence(event), worth(event, plays=plays)) for event in events], events[-1].time)

    def note(self, told: Iterable[Notice]) -> None:
        """Say what Tavola has to say of itself, as far as it concerns those at the table; returns at once."""
        for one in told:
            self._put([(notices.sentence(one, self._words), notice_worth(one.key))], one.time)

    def reply(self, answers: Iterable[MatchAnswer]) -> None:
        """Say what somebody has asked, however little is said else; returns at once."""
        for answer in answers:
            said = (answer_sentence(answer, self._words, spoken=True), ASKED_FOR)
            self._put([said], self._time, asked=True)

    def repeat(self) -> None:
        """Say again what was said last, before anything else that waits but problems; returns at once."""
        with self._changed:
            now = self._clock()
            again = tuple(QueuedLine(text, worth, now) for text, worth in self._last)
            texts = {line.text for line in again}
            self._waiting = (*again, *(line for line in self._waiting if line.text not in texts))
            self._wake()

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be said of the speaker itself since this was last asked."""
        with self._changed:
            told, self._notices = tuple(self._notices), []
        return told

    def finish(self, seconds: float) -> bool:
        """Wait until everything has been said, at most so many seconds; return whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and self._saying is None, seconds)

    def close(self) -> None:
        """Break off what is being said, and close the speaker. May be called again."""
        with self._changed:
            self._closed = True
            self._waiting = ()
            self._changed.notify_all()
        self._speaker.close()
        if self._thread is not None:
            self._thread.join(_ENDING)

    def __enter__(self) -> Self:
        """Return the voice itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the voice."""
        self.close()

    def _put(self, news: list[tuple[str, Worth]], at: float, *, asked: bool = False) -> None:
        """Let news wait for being said, as far as they are wanted; what was asked is."""
        if self._speak is Speak.NOTHING:
            return
        with self._changed:
            self._time = at
            said = [(text if asked or wanted(worth.kind, self._speak) else "", worth) for text, worth in news]
            heard = tuple((text, worth) for text, worth in said if text and worth.spoken)
            self._last = heard or self._last
            now = self._clock()
            if now < self._silent_until:
                return
            self._waiting = put(self._waiting, said, now)
            self._wake()

    def _wake(self) -> None:
        """Let the thread look at what waits; the lock is held."""
        if self._closed or not self._waiting:
            return
        if self._saying is not None and breaks_off(self._saying, self._waiting):
            self._speaker.hush()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        """Say what waits, sentence by sentence, until the voice is closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                self._saying, self._waiting = take(self._waiting, self._clock())
                line = self._saying
            if line is not None:
                self._say(line)
            with self._changed:
                self._saying = None
                self._changed.notify_all()

    def _say(self, line: QueuedLine) -> None:
        """Say a sentence; one of the score that a problem has broken off is said again after it."""
        try:
            whole = self._speaker.say(line.text)
        except SpeakerClosedError:
            return
        except SpeakerError as error:
            self._failed(error)
            return
        with self._changed:
            if whole:  # one that was broken off does not tell whether the speaker works
                if self._pause:
                    self._notices.append(notice(self._time, "speaker.back"))
                self._pause = 0.0
            elif line.worth.kind is Kind.SCORE and not self._closed:
                self._waiting = (line, *self._waiting)

    def _failed(self, error: SpeakerError) -> None:
        """Tell once that the speaker fails, and leave it alone for a while."""
        with self._changed:
            if not self._pause:
                self._notices.append(notice(self._time, error.key, **error.params))
            self._pause = min(LONGEST_PAUSE, self._pause * 2 or FIRST_PAUSE)
            self._silent_until = self._clock() + self._pause
            self._waiting = ()
