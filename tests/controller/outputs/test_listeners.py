"""Lights, terminal, buzzer, status light and pictures hear what is told, each in its own way."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np
from rich.console import Console

from controller.announce.health import notice
from controller.announce.language import Words
from controller.outputs.light_patterns import guide, pattern
from controller.outputs.listeners import Beeps, Status, StripLights, Terminal
from controller.outputs.told import Guide, SettledPicture, Told
from controller.outputs.turn_pictures import TurnPictures
from controller.referee import events as ev
from controller.referee.layout import Layout, mirrored
from controller.rules import START, Breach, Explanation, Player, Reason, Roll, parse_play
from hardware.buzzer import SilentBuzzer
from hardware.status_light import NoStatusLight, Shine
from vision.frame import Frame

if TYPE_CHECKING:
    from controller.record.journal.writer import Journal

LAYOUT = Layout()
NAMES = ("Anna", "Boris")
EVENTS: tuple[ev.Event, ...] = (
    ev.MatchStarted(0.0, NAMES, 3),
    ev.GameStarted(1.0, 1, (0, 0), crawford=False),
    ev.Rolled(2.0, Player.ONE, Roll(6, 1), opening=True, can_play=True),
)
SECRET = ev.OffenceRepeated(3.0, Player.ONE, 2, ev.Sanction.WARNING, audience=ev.Audience.DIRECTOR)
WRONG = ev.PlayIllegal(
    4.0, Player.ONE, Roll(6, 1), START, START, Explanation((Reason(Breach.WRONG_DISTANCE, (13, 8), (6,)),))
)


class Strip:
    """Remembers what it was asked to show, and never shows it if it is slow."""

    def __init__(self, *, slow: bool = False) -> None:
        """Begin dark."""
        self.asked: list[object] = []
        self.waits = 0
        self.slow = slow

    def show(self, cells: object) -> None:
        """Remember a pattern."""
        self.asked.append(cells)

    def wait_shown(self, _timeout: float) -> bool:
        """Say whether it is shown."""
        self.waits += 1
        return not self.slow


def test_every_event_with_a_pattern_reaches_the_lights_in_order() -> None:
    strip = Strip()
    StripLights(strip, LAYOUT).hear(Told(EVENTS))
    assert strip.asked == [pattern(event, LAYOUT) for event in EVENTS[1:]]


def test_a_strip_that_does_not_answer_is_counted() -> None:
    lights = StripLights(Strip(slow=True), LAYOUT, wait=True)
    lights.hear(Told(EVENTS))
    assert lights.late == 2


def test_at_a_real_table_nothing_waits_for_the_strip() -> None:
    strip = Strip(slow=True)
    lights = StripLights(strip, LAYOUT)
    lights.hear(Told(EVENTS))
    assert (lights.late, strip.waits) == (0, 0)


def test_lights_follow_the_players_to_the_other_side() -> None:
    strip = Strip()
    StripLights(strip, LAYOUT).hear(Told((ev.SideChosen(3.0, Player.ONE), WRONG)))
    assert strip.asked[-1] == pattern(WRONG, mirrored(LAYOUT)) != pattern(WRONG, LAYOUT)
    assert mirrored(mirrored(LAYOUT)) == LAYOUT


def test_after_an_interruption_the_strip_is_dark_until_the_first_picture_was_read() -> None:
    strip = Strip()
    lights = StripLights(strip, LAYOUT, (*EVENTS, SECRET))
    assert strip.asked == [{}]
    lights.hear(Told(notices=(notice(3.0, "strip.back"),)))
    assert strip.asked == [{}]
    lights.hear(Told(seen=True))
    lights.hear(Told(seen=True))
    assert strip.asked == [{}, pattern(EVENTS[-1], LAYOUT)]


def test_a_new_event_after_an_interruption_shows_what_is_new() -> None:
    strip = Strip()
    StripLights(strip, LAYOUT, EVENTS).hear(Told((WRONG,), seen=True))
    assert strip.asked == [{}, pattern(WRONG, LAYOUT)]


def test_an_announced_play_is_led_through() -> None:
    strip, play = Strip(), parse_play("13/7 8/7")
    StripLights(strip, LAYOUT).hear(Told(guide=Guide(Player.ONE, play)))
    assert strip.asked == [guide(LAYOUT, Player.ONE, play)]


def test_the_terminal_prints_what_everybody_may_hear_and_what_was_said_last_when_it_is_asked_for() -> None:
    text = io.StringIO()
    terminal = Terminal(Console(file=text, width=200), Words())
    terminal.hear(Told((*EVENTS, SECRET, ev.TurnStarted(9.0, Player.TWO)), NAMES))
    before = text.getvalue()
    terminal.hear(Told(names=NAMES, repeat=True))
    assert text.getvalue() == before + before.splitlines(keepends=True)[-1]
    assert len(before.splitlines()) == len(EVENTS)


def test_after_an_interruption_the_terminal_repeats_what_was_said_before_it() -> None:
    text = io.StringIO()
    Terminal(Console(file=text, width=200), Words(), EVENTS).hear(Told(names=NAMES, repeat=True))
    assert len(text.getvalue().splitlines()) == 1


def test_the_buzzer_sounds_once_for_what_is_told_together() -> None:
    buzzer = SilentBuzzer()
    beeps = Beeps(buzzer)
    beeps.hear(Told((*EVENTS, WRONG)))
    beeps.hear(Told(EVENTS))
    assert buzzer.sounded == [2]


def test_the_status_light_shines_as_long_as_all_is_well() -> None:
    light = NoStatusLight()
    for well in (True, None, False, None):
        Status(light).hear(Told(well=well))
    assert light.shone == [Shine.DARK, Shine.STEADY, Shine.BLINKING]


@dataclass
class Kept:
    """A journal that keeps pictures."""

    parts: list[str] = field(default_factory=list)

    def keep_picture(self, part: str, _picture: bytes, _wall: float) -> None:
        """Keep one."""
        self.parts.append(part)


def test_pictures_of_a_disputed_turn_are_kept_with_the_journal_of_its_match() -> None:
    one, other = Kept(), Kept()
    journals: list[Kept | None] = [one]
    pictures = TurnPictures(lambda: cast("Journal | None", journals[-1]), lambda: 0.0)
    frame = Frame(np.zeros((90, 160, 3), np.uint8), 1.0, 1)
    pictures.hear(Told(settled=SettledPicture(frame, (ev.TurnStarted(1.0, Player.ONE),))))
    pictures.hear(Told(settled=SettledPicture(frame, (WRONG,))))
    pictures.hear(Told(settled=SettledPicture(frame, (ev.TurnStarted(5.0, Player.ONE),))))
    journals.append(other)
    pictures.hear(Told(settled=SettledPicture(frame, (WRONG,))))
    journals.append(None)
    pictures.hear(Told(settled=SettledPicture(frame, (WRONG,))))
    assert (one.parts, other.parts) == (["before", "after"], ["after"])
