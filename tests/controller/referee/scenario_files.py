"""Files of scenarios, one a topic: read into topics, scenarios and lines.

    # The title of a topic
    A sentence or two about it.

    ## name_of_a_scenario
    One line that says what the referee does when.
    preset tournament
    setup
      > GameStarted 0:0 1

Files, and the scenarios in each, stand in the order in which one reads them. Settings come before what happens. What
the referee says to a line stands below it with `>`, what is then so with `=`; the words are those of `scenario`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from tests.paths import DATA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FOLDER: Final = DATA / "scenarios"
SETTINGS: Final = ("preset", "option", "match", "money", "score", "crawford-over")
"""First words of lines that say what was agreed."""


class ScenarioError(ValueError):
    """A mistake in a file of scenarios."""

    def __init__(self, file: str, number: int, what: str) -> None:
        """Make one line of the file, the number of the line, and what is wrong there."""
        super().__init__(f"{file}:{number}: {what}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line, where it stands, and the lines below it that say what is expected."""

    file: str
    number: int
    text: str
    expected: tuple[str, ...] = ()

    def mistake(self, what: str) -> ScenarioError:
        """Return the error for a mistake in this line."""
        return ScenarioError(self.file, self.number, what)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation: its name, one sentence that says what it shows, what was agreed, and what happens."""

    name: str
    shows: str
    settings: tuple[Line, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """The scenarios of a file. The name is the file's, without the number by which files are ordered."""

    name: str
    title: str
    about: str
    scenarios: tuple[Scenario, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """Return the topics of the folder, in the order of their files."""
    return tuple(parse_topic(path.read_text(encoding="utf-8"), path) for path in sorted(FOLDER.glob("*.txt")))


@cache
def scenarios() -> dict[str, Scenario]:
    """Return all scenarios by name, in their order.

    Raises:
        ScenarioError: two have one name.
    """
    found: dict[str, Scenario] = {}
    for one in (one for topic in topics() for one in topic.scenarios):
        if one.name in found:
            raise one.lines[0].mistake(f"there are two scenarios {one.name}")
        found[one.name] = one
    return found


def parse_topic(text: str, path: Path) -> Topic:
    """Return the topic that a file describes.

    Raises:
        ScenarioError: there is a mistake in it.
    """
    title, *parts = _parts(text, path.name)
    heading, about = title[0], [line.text for line in title[1:]]
    if not heading.text.startswith("# ") or not about:
        raise heading.mistake("a topic begins with # and its title, and a sentence about it")
    if not parts:
        raise heading.mistake("there is no scenario")
    number, _, name = path.stem.partition("-")
    if not number.isdigit() or not name:
        raise heading.mistake("the name of a file is a number, a dash and the name of the topic")
    return Topic(name, heading.text[2:], " ".join(about), tuple(_scenario(part) for part in parts))


def _parts(text: str, file: str) -> list[list[Line]]:
    """Return the lines of a file that are not empty, in parts that begin with a heading."""
    parts: list[list[Line]] = [[]]
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("## ") and parts[-1]:
            parts.append([])
        if line:
            parts[-1].append(Line(file, number, line))
    if not parts[0]:
        raise ScenarioError(file, 1, "the file is empty")
    return parts


def _scenario(part: list[Line]) -> Scenario:
    """Return the scenario of a heading and the lines below it."""
    heading, *rest = part
    name = heading.text[3:].strip()
    if not name.isidentifier():
        raise heading.mistake(f"{name!r} is no name of a scenario")
    if not rest or not rest[0].text.endswith("."):
        raise heading.mistake("below the name stands one sentence that says what the scenario shows")
    settings, lines = parse_lines(rest[1:])
    if not any(line.expected for line in lines):
        raise heading.mistake("nothing is expected")
    return Scenario(name, rest[0].text, settings, lines)


def parse_lines(given: Iterable[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return what was agreed, and what happens with all that is expected of it.

    Raises:
        ScenarioError: what is expected stands below nothing, or something is agreed after the beginning.
    """
    settings: list[Line] = []
    lines: list[Line] = []
    for line in given:
        if line.text[0] in ">=":
            if not lines:
                raise line.mistake("nothing has happened yet")
            last = lines[-1]
            lines[-1] = Line(last.file, last.number, last.text, (*last.expected, line.text))
        elif line.text.split()[0] not in SETTINGS:
            lines.append(line)
        elif lines:
            raise line.mistake("what was agreed stands before what happens")
        else:
            settings.append(line)
    return tuple(settings), tuple(lines)


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text that stands in no file."""
    return (Line("text", number, raw.strip()) for number, raw in enumerate(text.splitlines(), 1) if raw.strip())
