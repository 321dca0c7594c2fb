"""Simulated people with manners, faults and matches to play again, before a referee who is told the truth."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from controller.referee import events as ev
from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB
from controller.referee.state import Setup
from controller.referee.step import start, step
from controller.rules import Player, match_to
from controller.rules.variant import BACKGAMMON
from controller.simulation.faults import FAULTS, PLAYS, FaultKind, parse_faults
from controller.simulation.people.choosing import Chance, Chooser, Simple
from controller.simulation.people.diary import Diary
from controller.simulation.people.manners import NEAT, Manners
from controller.simulation.people.people import People, _lying_so
from controller.simulation.people.played_again import script_of
from controller.table.unseen.perfect_reading import SEATS, reading_of
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Die, Scene, Seats, census
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from controller.simulation.table import Beat


@dataclass
class Evening:
    """A match: what people wrote down, what the referee said, and what happened to the devices."""

    people: People
    lines: list[dict[str, Any]] = field(default_factory=list)
    events: list[ev.Event] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    time: float = 0.0

    def what(self, name: str) -> list[dict[str, Any]]:
        """Return the lines of one kind."""
        return [line for line in self.lines if line["what"] == name]

    def said(self, kind: type[ev.Event]) -> list[ev.Event]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def evening(
    seed: int, *faults: str, length: int = 1, manners: Manners = NEAT, chooser: Chooser | None = None
) -> Evening:
    """Return a match played before a referee who sees perfectly whatever lies still."""
    rng = random.Random(seed)
    scene = set_table(BoardSize(), "club", rng, Seats(light="top", off="right"))
    people = People(
        scene, SEATS, rng, doubles=length > 1, manners=manners, plan=parse_faults(faults), chooser=chooser or Simple()
    )
    there = Evening(people)
    people.diary = Diary(lambda: there.time, lambda line: there.lines.append(json.loads(line)))
    state, _ = start(Setup.at(("Anna", "Boris"), CLUB, Layout(shade_one=Shade.DARK)), match_to(length), 0.0)
    acting = people.play_match()
    beat: Beat | None = next(acting)
    previous: Scene | None = None
    while beat is not None:
        said: tuple[ev.Event, ...] = ()
        there.happened += beat.happens
        for given in beat.inputs(there.time):
            state, more = step(state, given)
            said += more
        there.time += beat.seconds
        if not beat.scene.hands and (beat.scene == previous or beat.seconds > 0.35):
            state, more = step(state, Seen(reading_of(beat.scene, there.time)))
            said += more
        previous = beat.scene
        there.events += said
        try:
            beat = acting.send(said)
        except StopIteration:
            beat = None
    return there


def test_the_diary_tells_of_every_throw_turn_and_game_in_the_order_of_time() -> None:
    there = evening(4)
    times = [line["t"] for line in there.lines if line["what"] not in {"play", "set-up"}]
    assert times == sorted(times)
    assert there.lines[0]["what"] == "set-up"
    assert len(there.what("play")) == len(there.what("done")) == len(there.people.truth)
    assert [line["after"] for line in there.what("done")] == [
        [list(turn.after.mine), list(turn.after.theirs)] for turn in there.people.truth
    ]
    (won,) = there.what("won")
    (told,) = there.said(ev.GameWon)
    assert isinstance(told, ev.GameWon)
    assert (won["player"], won["points"]) == (int(told.winner), told.level)
    assert not there.what("touch")


@pytest.mark.parametrize("begun", [False, True])
def test_a_start_is_set_up_wrongly_unless_the_referee_has_begun_the_game_before(*, begun: bool) -> None:
    scene = set_table(BoardSize(), "club", random.Random(1), Seats(light="top", off="right"))
    people = People(scene, SEATS, random.Random(2), plan=parse_faults(["wrong-start"]))
    lines: list[dict[str, Any]] = []
    people.diary = Diary(lambda: 0.0, lambda line: lines.append(json.loads(line)))
    told = ev.GameStarted(0.2, 1, (0, 0), crawford=False)
    acting = people._set_up(1)
    next(acting)
    try:
        acting.send((told,) if begun else ())
        while True:
            acting.send((told,) if any(line["what"] == "set-up" for line in lines) else ())
    except StopIteration:
        pass
    assert [line["what"] for line in lines] == (["set-up"] if begun else ["wrong-start", "set-up"])
    assert people.plan.made["wrong-start"] == (not begun)


def test_manners_lead_to_no_call_and_lose_no_checker() -> None:
    lively = Manners(
        thinks=3.0, tumbles=2, tries=0.5, cocked=0.0, on_checker=0.0, off_board=0.2, bumps=0.5, drops=0.5, leans=0.5
    )
    there = evening(6, manners=lively)
    assert isinstance(there.events[-1], ev.MatchWon)
    assert not there.said(ev.PlayIllegal) + there.said(ev.PlayUnsure) + there.said(ev.Desync)
    lying = census(there.people.scene)
    assert {sum(n for (_, shade), n in lying.items() if shade == one) for one in ("dark", "light")} == {15}
    assert any(None in line.get("lies", ()) for line in there.what("roll"))


def test_people_know_that_a_die_lies_flat_where_no_checker_is_below_it() -> None:
    die = Die("dark", 4, 100.0, 0.0)
    assert _lying_so((die, replace(die, z=11.0)), ("on checker", None, "on checker")) == ("flat", None, "on checker")


RARE = {"smaller-die"}
"""What few games offer; `test_slips` makes it from positions."""


@pytest.mark.films
@pytest.mark.parametrize("name", sorted(set(PLAYS) - RARE))
def test_an_illegal_play_that_is_ordered_is_made_called_and_put_right(name: str) -> None:
    there = next(there for seed in range(20) if (there := evening(seed, name)).people.plan.made)
    (made,) = [line for line in there.what("play") if line["slip"]]
    assert made["slip"] == name
    assert there.said(ev.PlayIllegal)
    assert isinstance(there.events[-1], ev.MatchWon)
    assert not there.people.plan.orders


def test_a_premature_roll_is_told_of_and_stands() -> None:
    there = evening(2, "premature-roll@4")
    (early,) = there.what("early")
    (told,) = there.said(ev.PrematureRoll)
    assert isinstance(told, ev.PrematureRoll)
    assert early["dice"] == [told.roll.high, told.roll.low]
    (stands,) = [line for line in there.what("roll") if line.get("early")]
    assert stands["dice"] == early["dice"]
    assert not there.what("touch")


def test_a_wrong_start_and_a_checker_slid_are_told_of_and_put_right() -> None:
    there = evening(3, "wrong-start", "checker-slid@3")
    assert there.what("wrong-start")
    assert there.said(ev.StartPositionAwaited)
    assert there.what("slid")
    assert there.said(ev.Desync)
    assert isinstance(there.events[-1], ev.MatchWon)
    assert not there.said(ev.PlayIllegal)


def test_what_happens_to_the_devices_begins_in_a_play_and_ends() -> None:
    devices = [name for name, fault in FAULTS.items() if fault.kind is FaultKind.DEVICES]
    there = evening(5, *(f"{name}@{2 + 2 * number}" for number, name in enumerate(devices)))
    assert [name for name in there.happened if name != "well"] == devices
    assert there.happened.count("well") >= len(devices)
    assert [line["fault"] for line in there.what("play") if line["fault"]] == devices


def test_other_players_throw_the_same_dice_and_choose_by_chance() -> None:
    one, other = evening(7, chooser=Chance(random.Random(1))), evening(7, chooser=Chance(random.Random(2)))
    assert one.what("roll")[0]["dice"] == other.what("roll")[0]["dice"]
    assert [line["after"] for line in one.what("done")] != [line["after"] for line in other.what("done")]
    assert isinstance(one.events[-1], ev.MatchWon)


MATCH = """ 3 point match

 Game 1
 Anna : 0                             Boris : 0
  1) 31: 8/5 6/5                      64: 24/18 13/9
  2)  Doubles => 2                     Takes
  3) 52: 13/8 13/11                   21: 13/11 6/5
  4) 66: 24/18(2) 13/7(2)              Doubles => 4
  5)  Drops                            Wins 2 points

 Game 2
 Anna : 0                             Boris : 2
  1)                                  42: 8/4 6/4
  2) 31: 8/5 6/5
       Wins 1 point
"""


def test_a_match_that_was_played_is_played_again_to_the_words_and_the_end(tmp_path: Path) -> None:
    file = tmp_path / "old.mat"
    file.write_text(MATCH, "utf-8")
    length, variant, script = script_of(file)
    assert (length, variant) == (3, BACKGAMMON)
    there = evening(1, length=length, chooser=script)
    dice = [(line["player"], sorted(line["dice"])) for line in there.what("done")]
    assert dice == [
        (0, [1, 3]), (1, [4, 6]), (0, [2, 5]), (1, [1, 2]), (0, [6, 6]), (1, [2, 4]), (0, [1, 3]),
    ]  # fmt: skip
    assert [line["what"] for line in there.lines if line["what"] in {"double", "take", "drop", "resign"}] == [
        "double", "take", "double", "drop", "resign",
    ]  # fmt: skip
    won = [event for event in there.said(ev.GameWon) if isinstance(event, ev.GameWon)]
    assert [(event.winner, event.points) for event in won] == [(Player.TWO, 2), (Player.ONE, 1)]


def test_people_get_up_where_the_match_to_be_played_again_breaks_off(tmp_path: Path) -> None:
    file = tmp_path / "broken.mat"
    file.write_text(MATCH.split("  2)", maxsplit=1)[0], "utf-8")
    there = evening(1, chooser=script_of(file)[2])
    assert len(there.what("done")) == 2
    assert not there.said(ev.GameWon)
