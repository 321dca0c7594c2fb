"""Where events go: the lights, the record and whoever speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from controller.outputs.light_patterns import pattern
from controller.outputs.match_desk import Desk
from controller.referee import events as ev
from controller.referee.layout import Layout, mirrored
from controller.rules import START, Breach, Explanation, Player, Reason, Roll

if TYPE_CHECKING:
    from firmware_bridge.lights import Lights

LAYOUT = Layout()
EVENTS: tuple[ev.Event, ...] = (
    ev.MatchStarted(0.0, ("Anna", "Boris"), 3),
    ev.GameStarted(1.0, 1, (0, 0), crawford=False),
    ev.Rolled(2.0, Player.ONE, Roll(6, 1), opening=True, can_play=True),
)


class Strip:
    """Remembers what it was asked to show, and never shows it if it is slow."""

    def __init__(self, *, slow: bool = False) -> None:
        """Begin dark."""
        self.asked: list[object] = []
        self.slow = slow

    def show(self, cells: object) -> None:
        """Remember a pattern."""
        self.asked.append(cells)

    def wait_shown(self, _timeout: float) -> bool:
        """Say whether it is shown."""
        return not self.slow


def desk(strip: Strip, said: list[object], *, wait: bool = True) -> Desk:
    """Return a desk with this strip that speaks into a list."""
    return Desk(LAYOUT, cast("Lights", strip), said.append, wait=wait)


def test_every_event_reaches_the_lights_the_record_and_the_speaker_in_order() -> None:
    strip, said = Strip(), list[object]()
    here = desk(strip, said)
    here.tell(EVENTS)
    assert strip.asked == [pattern(event, LAYOUT) for event in EVENTS[1:]]
    assert said == [EVENTS]
    assert here.keeper.record.length == 3
    assert here.events == list(EVENTS)
    assert here.late == 0


def test_nothing_is_passed_on_when_nothing_was_said() -> None:
    strip, said = Strip(), list[object]()
    desk(strip, said).tell(())
    assert (strip.asked, said) == ([], [])


def test_a_strip_that_does_not_answer_is_counted_and_holds_nothing_up() -> None:
    strip, said = Strip(slow=True), list[object]()
    here = desk(strip, said)
    here.tell(EVENTS)
    assert here.late == 2
    assert here.events == list(EVENTS)


def test_at_a_real_table_nothing_waits_for_the_strip() -> None:
    here = desk(Strip(slow=True), [], wait=False)
    here.tell(EVENTS)
    assert here.late == 0


def test_lights_follow_the_players_to_the_other_side() -> None:
    strip = Strip()
    here = desk(strip, [])
    wrong = ev.PlayIllegal(
        4.0, Player.ONE, Roll(6, 1), START, START, Explanation((Reason(Breach.WRONG_DISTANCE, (13, 8), (6,)),))
    )
    here.tell((ev.SideChosen(3.0, Player.ONE), wrong))
    assert strip.asked[-1] == pattern(wrong, mirrored(LAYOUT)) != pattern(wrong, LAYOUT)
    assert mirrored(mirrored(LAYOUT)) == LAYOUT
