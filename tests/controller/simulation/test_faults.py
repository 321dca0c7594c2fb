"""What is to go wrong, as it is written, and when it does."""

from __future__ import annotations

import random

import pytest

from controller.simulation.errors import SimulationError
from controller.simulation.faults import FAULTS, PLAYS, FaultKind, FaultOrder, parse_faults, scenario_words
from controller.simulation.people.slips import SLIPS


def test_every_slip_is_a_fault_by_its_name_and_every_fault_says_what_happens() -> None:
    assert set(SLIPS) == set(PLAYS) - {"dice-turned"}
    assert all(fault.line for fault in FAULTS.values())
    assert {fault.kind for fault in FAULTS.values()} == set(FaultKind)


def test_a_scenario_file_says_the_same_as_the_command_line() -> None:
    words = scenario_words("# a bad evening\nwrong-distance@4, camera-moved@2.7\n\nplays:0.1  # now and then\n")
    assert words == ("wrong-distance@4", "camera-moved@2.7", "plays:0.1")
    plan = parse_faults(words)
    assert plan.orders == [FaultOrder("wrong-distance", 1, 4), FaultOrder("camera-moved", 2, 7)]
    assert plan.rates[0].names == PLAYS
    assert plan.rates[0].share == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("walls-fall", "faults.no_such_fault"),
        ("", "faults.no_such_fault"),
        ("plays", "faults.not_a_share"),
        ("plays@3", "faults.not_a_share"),
        ("bar-ignored:1.5", "faults.not_a_share"),
    ],
)
def test_what_is_no_fault_is_refused_by_name(word: str, key: str) -> None:
    with pytest.raises(SimulationError) as caught:
        parse_faults([word])
    assert caught.value.key == key


def test_an_order_is_due_from_its_turn_on_and_once() -> None:
    plan, rng = parse_faults(["backwards@2.3"]), random.Random(1)
    assert plan.due(1, 9, FAULTS, rng) == plan.due(2, 2, FAULTS, rng) == []
    assert plan.due(2, 3, FAULTS, rng) == plan.due(3, 1, FAULTS, rng) == ["backwards"]
    assert plan.due(2, 3, ("wrong-start",), rng) == []
    plan.note("backwards")
    assert plan.due(4, 1, FAULTS, rng) == []
    assert plan.made["backwards"] == 1


def test_a_share_is_met_and_what_was_made_least_comes_first() -> None:
    plan, rng = parse_faults(["plays:0.2"]), random.Random(2)
    due = 0
    for _ in range(1000):
        names = plan.due(1, 1, PLAYS, rng)
        if names:
            due += 1
            plan.note(names[0])
    assert 150 < due < 250
    assert max(plan.made.values()) - min(plan.made[name] for name in PLAYS) <= 1


def test_without_faults_no_chance_is_asked_for() -> None:
    rng = random.Random(3)
    before = rng.getstate()
    assert parse_faults([]).due(1, 1, FAULTS, rng) == []
    assert rng.getstate() == before
