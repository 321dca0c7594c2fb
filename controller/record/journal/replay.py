"""Refereeing a journal anew: the same inputs give the same events, bit for bit, and the state in which to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.record.errors import JournalError
from controller.record.journal import damage
from controller.record.journal.codec import encode
from controller.referee.step import step

if TYPE_CHECKING:
    from controller.record.journal.reader import JournalContents
    from controller.referee.events import Event
    from controller.referee.state import RefereeState


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match refereed anew from its journal.

    Attributes:
        state: what the referee knows at the end.
        events: everything that he said this time.
        other: the number of the first entry to which he said something else, or after which he knew something else
            than the journal has; None where all is the same.
    """

    state: RefereeState
    events: tuple[Event, ...]
    other: int | None


def replay(contents: JournalContents) -> Replayed:
    """Return the match refereed anew from its beginning.

    Raises:
        JournalError: what is kept cannot be refereed ("journal.damaged").
    """
    state = contents.beginning
    events = list(contents.entries[0].events)
    other: int | None = None
    for entry in contents.entries[1:]:
        if entry.given is None:
            continue
        with damage.entry(contents.path.name, entry.number):
            state, said = step(state, entry.given)
            events.extend(said)
            kept = contents.states.get(entry.number)
            if other is None and (encode(said) != encode(entry.events) or (kept is not None and kept != state)):
                other = entry.number
    return Replayed(state, tuple(events), other)


def last_state(contents: JournalContents) -> RefereeState:
    """Return what the referee knew after the last entry: from the last state kept, and what came after it.

    Raises:
        JournalError: he would say something else to those entries than he did ("journal.other_events"), as a later
            version of the program may; or what is kept cannot be refereed ("journal.damaged").
    """
    begun = max(contents.states, default=0)
    state = contents.states.get(begun, contents.beginning)
    for entry in contents.entries[begun + 1 :]:
        if entry.given is None:
            continue
        with damage.entry(contents.path.name, entry.number):
            state, said = step(state, entry.given)
            same = encode(said) == encode(entry.events)
        if not same:
            raise JournalError("journal.other_events", name=str(contents.path), number=entry.number)
    return state


def verify(contents: JournalContents) -> Replayed:
    """Return the match refereed anew, where it is the same in every event and in every state that was kept.

    Raises:
        JournalError: it is not ("journal.other_events").
    """
    replayed = replay(contents)
    if replayed.other is not None:
        raise JournalError("journal.other_events", name=str(contents.path), number=replayed.other)
    return replayed
