"""Buttons behind one protocol, and their contacts: bouncing and sticking, pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

if TYPE_CHECKING:
    from types import TracebackType


class Use(StrEnum):
    """What a button is for; the names are those of `hardware.wiring.pins`."""

    CLOCK_LEFT = "clock_left"
    CLOCK_RIGHT = "clock_right"
    CONFIRM = "confirm"
    CUBE = "cube"
    UNDO = "undo"
    DIRECTOR = "director"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        use: which one.
        time: when, seconds on the monotonic clock.
    """

    use: Use
    time: float


@dataclass(frozen=True, slots=True)
class ButtonTrouble:
    """A button sticks, or does so no more.

    Attributes:
        key: "button.stuck" or "button.free".
        use: which one.
        time: since when.
    """

    key: str
    use: Use
    time: float


Pushed = Press | ButtonTrouble


@runtime_checkable
class Buttons(Protocol):
    """A set of buttons, a context manager that lets them go."""

    def take(self) -> tuple[Pushed, ...]:
        """Return what has happened since this was last asked, in order; never waits."""
        ...

    def close(self) -> None:
        """Let the buttons go. May be called again."""
        ...

    def __enter__(self) -> Self:
        """Return the buttons themselves."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        ...


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of one button's contact. It counts as closed, or open, once it has been so for long enough.

    Attributes:
        use: which button.
        down: how it was found last.
        since: since when it is so.
        pressed: it counts as pressed.
        held: since when.
        stuck: it was said to be stuck.
    """

    use: Use
    down: bool = False
    since: float = float("-inf")
    pressed: bool = False
    held: float = 0.0
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long contacts may bounce, and buttons be held.

    Attributes:
        bounce: seconds.
        stuck: seconds.
    """

    bounce: float = 0.03
    stuck: float = 10.0


def turned_on(use: Use, time: float, *, down: bool) -> Contact:
    """Return a contact at the start; a button that is down then was not pressed, but may be stuck."""
    return Contact(use, down, time, pressed=down, held=time)


def moved(contact: Contact, time: float, patience: Patience, *, down: bool) -> tuple[Contact, tuple[Pushed, ...]]:
    """Take in that a contact has closed or opened; return what that means.

    Args:
        contact: what was known.
        time: when.
        patience: how long it may bounce and be held.
        down: whether it has closed.
    """
    contact, told = settled(contact, time, patience)
    if down == contact.down:
        return contact, told
    return replace(contact, down=down, since=time), told


def settled(contact: Contact, now: float, patience: Patience) -> tuple[Contact, tuple[Pushed, ...]]:
    """Return what a contact means by now."""
    told: list[Pushed] = []
    if contact.down != contact.pressed and now - contact.since >= patience.bounce:
        if contact.down:
            told.append(Press(contact.use, contact.since))
        elif contact.stuck:
            told.append(ButtonTrouble("button.free", contact.use, contact.since))
        contact = replace(contact, pressed=contact.down, held=contact.since, stuck=False)
    if contact.pressed and contact.down and not contact.stuck and now - contact.held >= patience.stuck:
        told.append(ButtonTrouble("button.stuck", contact.use, contact.held))
        contact = replace(contact, stuck=True)
    return contact, tuple(told)
