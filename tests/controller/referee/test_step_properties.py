"""Whatever is seen and said, in whatever order, the referee keeps his head and the score."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.referee.events import Event, GameWon
from controller.referee.inputs import Action, Announced, Input, Said, Seen
from controller.referee.state import Setup
from controller.referee.step import start, step
from controller.rules import OFF, START, Player, Position, Roll, legal_plays, match_to
from tests.controller.referee.boards import dice_of, die, reading

PLAYERS = st.sampled_from(list(Player))
FACES = st.integers(1, 6)


@st.composite
def near_start(draw: st.DrawFn) -> Position:
    """Return the start position with a legal or an illegal play made on it, or a few checkers anywhere."""
    position = START
    if draw(st.booleans()):
        results = sorted(legal_plays(START, Roll.of(draw(FACES), draw(FACES))), key=lambda p: p.mine)
        position = draw(st.sampled_from(results))
    mine = list(position.mine)
    for _ in range(draw(st.integers(0, 2))):
        source = draw(st.sampled_from([point for point in range(26) if mine[point]]))
        free = [point for point in range(1, 25) if not position.theirs[25 - point]] + [OFF, 25]
        mine[source] -= 1
        mine[draw(st.sampled_from(free))] += 1
    return Position(tuple(mine), position.theirs)


@st.composite
def inputs(draw: st.DrawFn) -> Input:
    """Return something seen, said or announced."""
    if draw(st.integers(0, 3)) == 0:
        return Said(0.0, draw(PLAYERS), draw(st.sampled_from(list(Action))))
    if draw(st.integers(0, 5)) == 0:
        # The roll of the beginning above all, so that what is announced is often a play of the roll that lies there.
        results = sorted(legal_plays(START, Roll(3, 1)), key=lambda p: p.mine)
        return Announced(0.0, draw(PLAYERS), draw(st.one_of(st.sampled_from(results), near_start())))
    dice = draw(
        st.one_of(
            st.just(()),
            st.builds(dice_of, PLAYERS, FACES, FACES),
            st.builds(lambda a, b: (*dice_of(Player.ONE, a), *dice_of(Player.TWO, b)), FACES, FACES),
            st.lists(st.builds(die, FACES, st.floats(0, 1), st.floats(0, 1)), max_size=4),
        )
    )
    return Seen(reading(draw(near_start()), draw(PLAYERS), dice))


@settings(max_examples=150, deadline=None)
@given(st.lists(inputs(), max_size=25))
def test_no_sequence_of_inputs_raises_or_changes_the_score_without_an_event(given_inputs: list[Input]) -> None:
    state, _ = start(Setup(("Anna", "Boris")), match_to(3), 0.0)
    # Every list begins as a match does, or the opening would hardly ever be passed.
    beginning: list[Input] = [
        Seen(reading(START, Player.ONE)),
        Seen(reading(START, Player.ONE, (*dice_of(Player.ONE, 3), *dice_of(Player.TWO, 1)))),
    ]
    score = (0, 0)
    for one in [*beginning, *given_inputs]:
        state, events = step(state, one)
        won = [event for event in events if isinstance(event, GameWon)]
        for event in won:
            assert sum(event.score) == sum(score) + event.points
            score = event.score
        assert state.match.score == score
        assert all(isinstance(event, Event) for event in events)


@settings(max_examples=60, deadline=None)
@given(st.lists(inputs(), max_size=15))
def test_the_same_inputs_always_give_the_same_events(given_inputs: list[Input]) -> None:
    def run() -> list[Event]:
        state, events = start(Setup(("Anna", "Boris")), match_to(3), 0.0)
        said = list(events)
        for one in given_inputs:
            state, events = step(state, one)
            said.extend(events)
        return said

    assert run() == run()
