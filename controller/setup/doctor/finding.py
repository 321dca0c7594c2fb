"""A finding of the doctor: one device, and how it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from rich.text import Text

from controller.announce.advice import advice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.announce.language import Words


class Health(StrEnum):
    """How a device is."""

    WELL = "ok"
    POOR = "poor"
    """It works, and should be better."""
    ILL = "BAD"
    """It does not do what it is for."""
    ABSENT = "-"
    """The settings want none."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found.

    Attributes:
        device: what was looked at, one word.
        health: how it is.
        found: what was found, or what is wrong.
        todo: what to do, as a key of `announce.advice` or a command; empty where nothing is.
        taken_by: programs that may have taken its port.
    """

    device: str
    health: Health
    found: str
    todo: str = ""
    taken_by: tuple[str, ...] = ()


_STYLES: Final = {Health.WELL: "green", Health.POOR: "yellow", Health.ILL: "bold red", Health.ABSENT: "dim"}


def well(device: str, found: str) -> Finding:
    """Return a finding of a device that is well."""
    return Finding(device, Health.WELL, found)


def poor(device: str, found: str, todo: str) -> Finding:
    """Return a finding of a device that should be better."""
    return Finding(device, Health.POOR, found, todo)


def ill(device: str, found: str, todo: str) -> Finding:
    """Return a finding of a device that does not do what it is for."""
    return Finding(device, Health.ILL, found, todo)


def absent(device: str, found: str) -> Finding:
    """Return a finding where nothing is wanted."""
    return Finding(device, Health.ABSENT, found)


def advised(finding: Finding, words: Words | None = None) -> str:
    """Return what to do about a finding, in a language; None for English."""
    todo = advice(finding.todo, words)
    if not finding.taken_by:
        return todo
    names, units = ", ".join(finding.taken_by), " ".join(finding.taken_by)
    return f"{todo}; {advice('advice.taken', words, names=names, units=units)}"


def line(finding: Finding, words: Words | None = None) -> Text:
    """Return a finding as one line, with the advice in a language; None for English."""
    text = Text(f"{finding.device:<12}")
    text.append(f"{finding.health.value:<5}", style=_STYLES[finding.health])
    text.append(finding.found)
    if finding.todo:
        text.append(f" -> {advised(finding, words)}", style="bold")
    return text


def plain(finding: Finding, words: Words | None = None) -> dict[str, str]:
    """Return a finding as plain values, with the advice in a language; None for English."""
    return {
        "device": finding.device,
        "health": finding.health.name.lower(),
        "found": finding.found,
        "todo": advised(finding, words),
    }


def is_ill(findings: Iterable[Finding]) -> bool:
    """Return whether something does not do what it is for."""
    return any(finding.health is Health.ILL for finding in findings)
