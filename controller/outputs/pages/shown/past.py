"""Past of a match for the pages: a snapshot for every step of its journal, by the functions that the stream uses.

A step is an entry of the journal after which something else is shown. There are two pasts as there are two stories:
everybody's, and the director's, which has the kept pictures too.
"""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from controller.outputs.pages.shown.snapshot import to_json
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import snapshot
from controller.outputs.told import MatchKnown, Told
from controller.outputs.turn_pictures import MOST_BYTES
from controller.record.errors import JournalError
from controller.record.journal.codec import encode
from controller.record.journal.reader import read_journal
from controller.record.journal.schema import reading_entry
from controller.record.journal.sharing import journal_with
from controller.record.journal.writer import is_picture_name, pictures_folder
from controller.record.keeper import Keeper
from controller.referee.step import step
from controller.web.errors import PagesError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.announce.language import Words
    from controller.record.journal.folder import Run
    from controller.record.journal.reader import Entry, JournalContents, KeptPicture
    from controller.referee.events import Event
    from controller.referee.state import RefereeState

FORMAT: Final = "tavola-replay"
VERSION: Final = 1
MOST_STEPS: Final = 5_000
"""Steps that are kept; of a longer journal the last ones. One takes some 3 kB."""
FRESH: Final = 3.0
"""Seconds after which a journal is read again that goes on."""
_PASSING: Final = ("at", "time", "number")
"""Fields of a snapshot that differ without anything else being shown."""


@dataclass(frozen=True, slots=True)
class PastStep:
    """A step of a match that was played.

    Attributes:
        number: that of the journal's entry.
        game: the number of the game, 0 before the first.
        turn: counts the turns that were begun, from 0; one that was begun again after an undo counts again.
        shown: the JSON form of its snapshot, compressed.
    """

    number: int
    game: int
    turn: int
    shown: bytes


@dataclass(frozen=True, slots=True)
class Retelling:
    """How far a match has been told again to one kind of viewer.

    Attributes:
        story: what is shown of it so far.
        steps: the last of its steps.
        before: how many there were before them.
        turn: the number of the last step's turn.
        last: what the last step shows, but for what is passing.
    """

    story: Story
    steps: tuple[PastStep, ...] = ()
    before: int = 0
    turn: int = -1
    last: str = ""

    def heard(self, told: Told, number: int, wall: float) -> Retelling:
        """Return it after an entry, with a step more where something else is shown then.

        Args:
            told: what the bus told of the entry.
            number: the entry's.
            wall: when it was, in seconds since 1970.
        """
        story = self.story.heard(told)
        made = snapshot(story, wall)
        if made is None:
            return replace(self, story=story)
        shown = to_json(replace(made, director=None))
        last = _compact({name: value for name, value in shown.items() if name not in _PASSING})
        if last == self.last:
            return replace(self, story=story)
        turn = self.turn + (self.turn < 0 or (story.settled, story.game) != (self.story.settled, self.story.game))
        one = PastStep(number, story.game, turn, zlib.compress(_compact(shown).encode()))
        steps = (*self.steps[max(0, len(self.steps) + 1 - MOST_STEPS) :], one)
        return Retelling(story, steps, self.before + len(self.steps) + 1 - len(steps), turn, last)


@dataclass(frozen=True, slots=True)
class RetoldMatch:
    """A match as far as it was told again from its journal.

    Attributes:
        path: the journal.
        number: that of the last entry that was told.
        state: what the referee knew after it.
        keeper: the record then.
        everybody, director: the two tellings.
        pictures: what was kept of disputed turns and has not been forgotten.
    """

    path: Path
    number: int
    state: RefereeState
    keeper: Keeper
    everybody: Retelling
    director: Retelling
    pictures: tuple[KeptPicture, ...] = ()


def retold(contents: JournalContents, words: Words, before: RetoldMatch | None = None) -> RetoldMatch:
    """Return a match told again from its journal.

    Args:
        contents: the journal.
        words: the language.
        before: what was told of the same journal when it was shorter.

    Raises:
        JournalError: what is kept cannot be refereed or shown ("journal.damaged"), or the referee would say something
            else now ("journal.other_events").
    """
    match = before
    for entry in contents.entries[0 if match is None else match.number + 1 :]:
        with reading_entry(contents.path.name, entry.number):
            if match is None:
                everybody, director = (Retelling(Story(everything=every, words=words)) for every in (False, True))
                match = RetoldMatch(contents.path, -1, contents.beginning, Keeper(), everybody, director)
            match = _told(match, entry, contents.runs[entry.run - 1])
    if match is None:
        raise JournalError("journal.empty", name=str(contents.path))
    return replace(match, pictures=tuple(one for one in contents.pictures if not one.forgotten))


def _told(match: RetoldMatch, entry: Entry, run: Run) -> RetoldMatch:
    """Return a match after one entry more."""
    state = match.state
    if entry.given is not None:
        said: tuple[Event, ...]
        state, said = step(state, entry.given)
        if encode(said) != encode(entry.events):
            raise JournalError("journal.other_events", name=str(match.path), number=entry.number)
    match = replace(match, number=entry.number, state=state)
    if not entry.events:
        return match
    keeper = match.keeper.heard(entry.events)
    known = MatchKnown(state, keeper.record, match.path.stem, entry.number)
    told, wall = Told(entry.events, state.setup.names, known=known), run.wall + entry.time - run.time
    return replace(
        match,
        keeper=keeper,
        everybody=match.everybody.heard(told, entry.number, wall),
        director=match.director.heard(told, entry.number, wall),
    )


@dataclass(slots=True)
class Past:
    """The past of whatever match is at the table, told again when somebody asks; may be asked in several threads.

    Attributes:
        journal: returns the journal, None where nothing is kept.
        words: the language.
        over: the match is over: nothing is added to its journal any more.
        clock: returns seconds, never going back.
    """

    journal: Callable[[], Path | None]
    words: Words
    over: bool = False
    clock: Callable[[], float] = time.monotonic
    _match: RetoldMatch | None = None
    _read: float = float("-inf")
    _lock: Lock = field(default_factory=Lock)

    def steps(self, *, director: bool) -> dict[str, Any]:
        """Return which steps there are.

        Raises:
            PagesError: nothing is kept of the match ("pages.nothing_kept").
            JournalError: the journal cannot be read, or is damaged.
        """
        match = self._now()
        telling = match.director if director else match.everybody
        return {
            "format": FORMAT,
            "version": VERSION,
            "session": match.path.stem,
            "over": self.over,
            "before": telling.before,
            "steps": [[one.number, one.game, one.turn] for one in telling.steps],
            "pictures": self.kept() if director else [],
        }

    def at(self, number: int, *, director: bool) -> bytes | None:
        """Return the JSON form of the snapshot of a step, by its entry's number; None where there is no such step.

        Raises:
            PagesError, JournalError: see `steps`.
        """
        match = self._now()
        telling = match.director if director else match.everybody
        return next((zlib.decompress(one.shown) for one in telling.steps if one.number == number), None)

    def kept(self) -> list[list[Any]]:
        """Return which pictures are kept: number, the journal's entry, and which part of the turn, of each.

        Raises:
            PagesError, JournalError: see `steps`.
        """
        return [[one.number, one.entry, one.part] for one in self._now().pictures]

    def picture(self, number: int) -> bytes | None:
        """Return a kept picture as a JPEG file; None where there is none, or it is not what was kept.

        Raises:
            PagesError, JournalError: see `steps`.
        """
        match = self._now()
        kept = next((one for one in match.pictures if one.number == number), None)
        if kept is None or not is_picture_name(kept.name):
            return None
        folder = pictures_folder(match.path)
        file = folder / kept.name
        try:
            if folder.is_symlink() or file.is_symlink():
                return None
            with file.open("rb") as opened:
                found = opened.read(MOST_BYTES + 1)
        except OSError:
            return None
        return found if sha256(found).digest() == kept.digest else None

    def journal_with(self, digest: str) -> bytes | None:
        """Return the journal of a match by the digest of its result, or of another entry; None where there is none.

        Raises:
            PagesError: nothing is kept ("pages.nothing_kept").
        """
        path = self.journal()
        if path is None:
            raise PagesError("pages.nothing_kept")
        return journal_with(path.parent, digest)

    def _now(self) -> RetoldMatch:
        """Return the match as it is now, or was a moment ago."""
        with self._lock:
            path = self.journal()
            if path is None:
                raise PagesError("pages.nothing_kept")
            before = self._match if self._match is not None and self._match.path == path else None
            if before is None or (not self.over and self.clock() - self._read >= FRESH):
                self._match = before = retold(read_journal(path), self.words, before)
                self._read = self.clock()
            return before


def _compact(value: dict[str, Any]) -> str:
    """Return JSON in ASCII without spaces."""
    return json.dumps(value, separators=(",", ":"))
