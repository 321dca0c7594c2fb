"""What a table tells its hall follows from what the bus tells: states, events, and reasons to go there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.announce.health import Notice, notice
from controller.announce.language import Words
from controller.hall.membership import Membership
from controller.hall.messages import LARGEST_STATE, TableState, decode, encode
from controller.outputs.mqtt.discovery import discovery
from controller.outputs.mqtt.telling import ALERTS, Alerts, alerts_after, status_word, table_events, table_state
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import snapshot
from controller.outputs.told import Told
from tests.controller.outputs.pages.played import MATCH, told

if TYPE_CHECKING:
    from controller.outputs.pages.shown.snapshot import Snapshot

WORDS = Words()


class Following:
    """A table's hall, as it is told."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.story = Story(everything=True)
        self.alerts = Alerts()
        self.shown: Snapshot | None = None

    def hear(self, one: Told) -> None:
        """Take what is told."""
        self.story = self.story.heard(one)
        self.shown = snapshot(self.story, 1.0)
        assert self.shown is not None
        self.alerts = alerts_after(self.alerts, one, self.shown, WORDS)

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of reasons."""
        return [one.kind for one in self.alerts.open]


def a_table(*notices: Notice) -> Following:
    """Return a table at which a match is played, with what Tavola says of itself."""
    following = Following()
    for one in told():
        following.hear(one)
    for said in notices:
        following.hear(Told(notices=(said,)))
    return following


def test_a_table_says_whether_a_match_may_begin_waits_for_its_players_or_is_on() -> None:
    following, found = Following(), []
    for one in told("match 5\nsetup\nrule pair 7\nbutton two confirm\nbutton one confirm\nopen 3 1\n"):
        following.hear(one)
        assert following.shown is not None
        found.append(status_word(following.shown))
    assert list(dict.fromkeys(found)) == ["ready", "paired", "playing"]
    assert found[-2] == "ready"


def test_an_illegal_play_is_a_reason_until_it_is_corrected() -> None:
    following, kinds, words = Following(), [], []
    for one in told():
        following.hear(one)
        kinds.append(tuple(following.kinds))
        assert following.shown is not None
        words.append(status_word(following.shown))
    assert ("illegal",) in kinds
    assert kinds[-1] == ()
    assert words[0] == "ready"
    assert words[kinds.index(("illegal",))] == "asking"
    assert words[-1] == "playing"


@pytest.mark.parametrize(
    ("begins", "kind", "ends"),
    [
        (notice(1.0, "camera.lost", why="gone"), "camera", notice(2.0, "camera.back")),
        (notice(1.0, "camera.dark"), "camera", notice(2.0, "camera.back")),
        (notice(1.0, "table.moved", percent="3"), "moved", notice(2.0, "table.back")),
        (notice(1.0, "journal.failing", why="full"), "disk", notice(2.0, "journal.written")),
        (notice(1.0, "director.called"), "called", notice(2.0, "desk.announces", text="I come.")),
    ],
)
def test_what_tavola_says_of_itself_is_a_reason_until_it_is_over(begins: Notice, kind: str, ends: Notice) -> None:
    assert a_table(begins).kinds == [kind]
    assert a_table(begins, begins).alerts == a_table(begins).alerts
    assert a_table(begins, ends).kinds == []
    assert kind in ALERTS


def test_the_next_roll_that_is_read_settles_what_the_camera_had() -> None:
    following = a_table(notice(1.0, "camera.dark"))
    for one in told():
        following.hear(one)
    assert following.kinds == []


def test_every_state_and_event_of_a_match_can_be_sent_and_read() -> None:
    story, events = Story(everything=False), []
    for one in told(MATCH):
        story = story.heard(one)
        shown = snapshot(story, 1.0)
        assert shown is not None
        state = table_state(shown)
        assert len(encode(state)) <= LARGEST_STATE
        assert decode(encode(state), TableState) == state
        found = table_events(one, WORDS, 1.0)
        events += [event.kind for event in found]
        assert [event.part for event in found] == list(range(len(found)))
    assert {"match-started", "rolled", "play-accepted", "play-illegal", "doubled", "taken"} <= set(events)


def test_names_that_are_too_long_are_cut() -> None:
    following = a_table()
    assert following.shown is not None
    state = table_state(replace(following.shown, names=("A" * 80, "B" * 80), session="a match/1"))
    assert decode(encode(state), TableState).names == ("A" * 40, "B" * 40)
    assert state.session == "a-match-1"


def test_home_assistant_is_told_what_a_table_is() -> None:
    member = Membership(hall="club", table="table-1", host="h", port=1, password="p" * 9, key="0" * 64)
    topic, payload = discovery(member, "0.1")
    said = json.loads(payload)
    assert topic == "homeassistant/device/tavola-club-table-1/config"
    assert set(said) == {"device", "origin", "components"}
    assert len({one["unique_id"] for one in said["components"].values()}) == len(said["components"])
    assert all(one["state_topic"].startswith("tavola/1/club/table-1/") for one in said["components"].values())
    assert "ppp" not in payload.decode()
