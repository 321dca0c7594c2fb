"""A finding of the doctor: one device, and how it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable


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
        todo: what to do; empty where nothing is.
    """

    device: str
    health: Health
    found: str
    todo: str = ""


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


def line(finding: Finding) -> Text:
    """Return a finding as one line."""
    text = Text(f"{finding.device:<12}")
    text.append(f"{finding.health.value:<5}", style=_STYLES[finding.health])
    text.append(finding.found)
    if finding.todo:
        text.append(f" -> {finding.todo}", style="bold")
    return text


def plain(finding: Finding) -> dict[str, str]:
    """Return a finding as plain values."""
    return {
        "device": finding.device,
        "health": finding.health.name.lower(),
        "found": finding.found,
        "todo": finding.todo,
    }


def is_ill(findings: Iterable[Finding]) -> bool:
    """Return whether something does not do what it is for."""
    return any(finding.health is Health.ILL for finding in findings)
