"""The loop of every table: what comes in is judged, kept, and then told, whatever the outputs do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np

from controller.announce.health import Notice, notice
from controller.control.orders import Request
from controller.outputs.bus import Bus
from controller.referee import events as ev
from controller.referee.inputs import Action, Said
from controller.referee.options.options import CLUB
from controller.referee.state import Setup
from controller.rules import Player, Roll
from controller.table.loop import Moment, Table, run
from tests.controller.referee.boards import LAYOUT
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from controller.outputs.told import Told
    from controller.referee.inputs import Input
    from controller.table.session import Session

EVENTS: tuple[ev.Event, ...] = (
    ev.MatchStarted(0.0, ("Anna", "Boris"), 3),
    ev.GameStarted(1.0, 1, (0, 0), crawford=False),
    ev.Rolled(2.0, Player.ONE, Roll(6, 1), opening=True, can_play=True),
)
WORD = Said(3.0, Player.ONE, Action.CONFIRM)
FRAME = Frame(np.zeros((9, 16, 3), np.uint8), 1.0, 1)


@dataclass
class State:
    """What the loop wants to know of the referee's state."""

    setup: Setup = field(default_factory=lambda: Setup.at(("Anna", "Boris"), CLUB, LAYOUT))


@dataclass
class Referee:
    """A session that says one event after the other, and writes down what it does."""

    log: list[str]
    left: list[ev.Event] = field(default_factory=lambda: [*EVENTS])
    state: State = field(default_factory=State)
    reading: object = None
    journal: None = None

    def now(self, time: float) -> float:
        """Return the time."""
        return time

    def give(self, given: Input) -> tuple[ev.Event, ...]:
        """Keep an input and what is said to it."""
        said = (self.left.pop(0),) if self.left else ()
        self.log.append(f"kept {type(given).__name__}")
        return said

    def see(self, frame: Frame, _newest: object) -> tuple[ev.Event, ...]:
        """Read every second frame."""
        if frame.number % 2:
            self.reading = object()
        self.log.append(f"saw {frame.number}")
        return ()

    def take_notices(self) -> tuple[Notice, ...]:
        """Have nothing to say."""
        return ()


@dataclass
class Script:
    """A source of given moments, and of what was sent back."""

    script: list[Moment]
    heard: list[tuple[ev.Event, ...]] = field(default_factory=list)
    time: float = 5.0
    noticed: tuple[Notice, ...] = ()

    def moments(self) -> Generator[Moment, tuple[ev.Event, ...], None]:
        """Yield them."""
        for moment in self.script:
            self.heard.append((yield moment))

    def take_notices(self) -> tuple[Notice, ...]:
        """Say it once."""
        noticed, self.noticed = self.noticed, ()
        return noticed


@dataclass
class Hears:
    """Remembers what it is told."""

    log: list[str]
    told: list[Told] = field(default_factory=list)

    def hear(self, told: Told) -> None:
        """Hear it."""
        self.told.append(told)
        self.log.append("told" if told.settled is None else "told of a picture")


class Raises(Hears):
    """Fails."""

    def hear(self, told: Told) -> None:
        """Fail."""
        raise ValueError(told)


def table(log: list[str], *listeners: Hears, out: Path | None = None) -> Table:
    """Return a table whose listeners hear in step."""
    bus = Bus()
    for number, listener in enumerate(listeners):
        bus.add(f"output {number}", listener, in_step=True)
    return Table(cast("Session", Referee(log)), bus, out)


def test_an_event_is_kept_before_it_is_told_and_everybody_hears_everything_in_order() -> None:
    log: list[str] = []
    hears = Hears(log)
    here, source = table(log, hears), Script([Moment((WORD, WORD)), Moment((WORD,))])
    run(here, source)
    assert log == ["kept Said", "kept Said", "told", "kept Said", "told"]
    assert [told.events for told in hears.told] == [EVENTS[:2], EVENTS[2:]] == source.heard
    assert hears.told[0].names == ("Anna", "Boris")
    assert here.events == list(EVENTS)
    assert here.keeper.record.length == 3


def test_nothing_is_told_when_there_is_nothing_to_tell() -> None:
    log: list[str] = []
    hears = Hears(log)
    here = table(log, hears)
    here.tell(0.0)
    run(here, Script([Moment(well=True), Moment(), Moment()]))
    assert [told.well for told in hears.told] == [True]


def test_beside_an_output_that_fails_the_match_goes_on_and_it_is_said_once() -> None:
    log: list[str] = []
    hears = Hears(log)
    run(
        table(log, Raises(log), hears),
        Script([Moment((WORD,)), Moment((WORD,)), Moment((WORD,)), Moment()]),
    )
    assert tuple(event for told in hears.told for event in told.events) == EVENTS
    assert [one.key for told in hears.told for one in told.notices] == ["output.failing"]


def test_words_are_looked_for_one_by_one_when_the_one_before_has_been_judged() -> None:
    log: list[str] = []

    def words() -> Generator[Input | Request, None, None]:
        for _ in range(2):
            log.append("looked")
            yield WORD
        yield Request.REPEAT

    hears = Hears(log)
    run(table(log, hears), Script([Moment(words())]))
    assert log == ["looked", "kept Said", "looked", "kept Said", "told"]
    assert hears.told[0].repeat


def test_a_picture_that_was_read_is_told_at_once_and_that_one_was_read_only_the_first_time() -> None:
    log: list[str] = []
    hears = Hears(log)
    frames = [Frame(FRAME.image, float(number), number) for number in range(4)]
    run(table(log, hears), Script([Moment(frames=frames), Moment((WORD,))]))
    assert log == [
        "saw 0",
        "saw 1",
        "told of a picture",
        "saw 2",
        "saw 3",
        "told of a picture",
        "told",
        "kept Said",
        "told",
    ]
    assert [told.seen for told in hears.told if told.settled is None] == [True, False]


def test_what_a_source_has_to_say_is_told_and_it_is_asked_after_its_words() -> None:
    log: list[str] = []
    hears = Hears(log)
    source = Script([])

    def words() -> Generator[Input, None, None]:
        source.noticed = (notice(1.0, "director.called"),)
        yield WORD

    source.script.append(Moment(words()))
    run(table(log, hears), source)
    assert [one.key for one in hears.told[0].notices] == ["director.called"]


def test_the_watchdog_is_told_after_every_moment_and_the_loop_ends_when_it_is_time() -> None:
    log: list[str] = []
    over: Callable[[], bool] = lambda: log.count("alive") == 2  # noqa: E731
    source = Script([Moment() for _ in range(5)])
    run(table(log), source, over, lambda: log.append("alive"))
    assert log == ["alive", "alive"]
    assert len(source.heard) == 1


def test_the_match_file_is_written_when_a_game_was_won_and_what_was_before_is_told_to_nobody(tmp_path: Path) -> None:
    log: list[str] = []
    hears = Hears(log)
    here = table(log, hears, out=tmp_path)
    here.session.past = EVENTS
    here.go_on(here.session)
    assert here.events == list(EVENTS)
    assert hears.told == []
    won = ev.MatchWon(9.0, Player.ONE, (3, 0))
    here.tell(9.0, (won,))
    ((path, make),) = hears.told[0].files
    assert path == tmp_path / "match.mat"
    assert b"Anna" in make()
