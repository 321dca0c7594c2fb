"""What waits to be said: problems overtake, stale sentences are dropped, and the queue never grows without end."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.announce import health as notices
from controller.announce.phrases import Phrases
from controller.announce.queue import GOOD_FOR, MOST, QueuedLine, Waiting, breaks_off, put, take
from controller.announce.worth import Kind, Speak, Subject, Worth, wanted
from controller.outputs.presentation import EVENTS, NOTICES, notice_worth, worth
from controller.referee import events as ev
from controller.rules import START, Ending, Explanation, Level, Player, Roll, parse_play

ONE, TWO = Player.ONE, Player.TWO
ROLLED = ev.Rolled(0.0, ONE, Roll(6, 3), opening=False, can_play=True)
NEXT = ev.Rolled(0.0, TWO, Roll(5, 5), opening=False, can_play=True)
PLAYED = ev.PlayAccepted(0.0, ONE, Roll(3, 1), START, START, parse_play("8/5 6/5"), corrected=False, confirmed=False)
CORRECTED = ev.PlayAccepted(0.0, ONE, Roll(3, 1), START, START, parse_play("8/5 6/5"), corrected=True, confirmed=False)
ILLEGAL = ev.PlayIllegal(0.0, ONE, Roll(3, 1), START, START, Explanation(()))
COCKED = ev.StartPositionAwaited(0.0, ())
WON = ev.GameWon(0.0, ONE, Level.SINGLE, Ending.BORNE_OFF, 1, (1, 0))
DROPPED = ev.Dropped(0.0, TWO)
DOUBLED = ev.Doubled(0.0, ONE, 2)


def after(*batches: tuple[ev.Event, ...]) -> Waiting:
    """Return what waits after batches of events, one a second."""
    phrases = Phrases(("Anna", "Boris"), spoken=True)
    waiting: Waiting = ()
    for second, batch in enumerate(batches):
        waiting = put(waiting, [(phrases.sentence(event), worth(event)) for event in batch], float(second))
    return waiting


def order(waiting: Waiting, now: float = 0.0) -> list[str]:
    """Return what is said of what waits, in its order."""
    said: list[str] = []
    while True:
        line, waiting = take(waiting, now)
        if line is None:
            return said
        said.append(line.text)


@pytest.mark.parametrize(
    ("batches", "said"),
    [
        (((ROLLED,), (PLAYED,)), []),  # a roll already played; a legal play is not said
        (((ROLLED,), (NEXT,)), ["double fives."]),
        (((ROLLED,), (ILLEGAL,)), ["The director has found Anna's play with three one illegal."]),
        (((ILLEGAL,), (CORRECTED,)), ["Anna corrects: from 8 to 5, from 6 to 5. Thank you."]),
        (((DOUBLED,), (DROPPED, WON)), ["Boris passes.", "Anna wins 1 point. Anna 1, Boris 0."]),
        (((DOUBLED, ROLLED), (WON,)), ["Anna wins 1 point. Anna 1, Boris 0."]),
        (((WON,), (NEXT,)), ["Anna wins 1 point. Anna 1, Boris 0.", "double fives."]),
        (
            ((WON,), (COCKED,)),
            ["Please set up the start position; to put right: .", "Anna wins 1 point. Anna 1, Boris 0."],
        ),
        (((ROLLED,), (ev.TurnStarted(0.0, TWO),)), []),
    ],
)
def test_what_is_said_after_what(batches: tuple[tuple[ev.Event, ...], ...], said: list[str]) -> None:
    assert order(after(*batches)) == said


def test_a_roll_is_not_said_long_after_it_was_thrown_but_a_problem_is() -> None:
    waiting = after((ROLLED, ILLEGAL))
    late = GOOD_FOR[Kind.COURSE] + 0.1
    assert [text for text in order(waiting, late) if "six" in text] == []
    assert len(order(waiting, late)) == 1


LINES = st.builds(
    Worth,
    st.sampled_from(Kind),
    st.one_of(st.none(), st.sampled_from(Subject)),
    st.frozensets(st.sampled_from(Subject), max_size=2),
    st.booleans(),
)


@settings(max_examples=60)
@given(st.lists(st.lists(LINES, max_size=4), max_size=12))
def test_the_queue_is_bounded_and_problems_are_first_each_in_their_order(batches: list[list[Worth]]) -> None:
    waiting: Waiting = ()
    number = 0
    for second, batch in enumerate(batches):
        news = []
        for worth_ in batch:
            number += 1
            news.append((f"{number:04}", worth_))
        waiting = put(waiting, news, float(second))
        assert len(waiting) <= MOST
        assert all(line.worth.spoken for line in waiting)
    kinds = {line.text: line.worth.kind for line in waiting}
    said = order(waiting)
    problems = [text for text in said if kinds[text] is Kind.PROBLEM]
    assert said == sorted(problems) + sorted(set(said) - set(problems))


def test_problems_are_the_last_to_go_when_too_many_wait() -> None:
    problem = [(f"problem {number}", Worth(Kind.PROBLEM, None)) for number in range(MOST)]
    waiting = put((), [("score", Worth(Kind.SCORE, None)), *problem], 0.0)
    assert [line.text for line in waiting] == [text for text, _ in problem]


def test_only_a_problem_breaks_off_what_is_being_said_and_never_another_problem() -> None:
    problem, course = QueuedLine("!", Worth(Kind.PROBLEM, None), 0.0), QueuedLine("six", Worth(Kind.COURSE, None), 0.0)
    assert breaks_off(course, (course, problem))
    assert not breaks_off(course, (course,))
    assert not breaks_off(problem, (problem,))


def test_every_kind_of_event_and_every_notice_has_exactly_one_row() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ev, inspect.isclass) if issubclass(kind, ev.Event)}
    assert kinds - {ev.Event} == set(EVENTS)
    assert set(NOTICES) == {*notices.SENTENCES, *notices.PLURALS}
    assert not set(notices.SENTENCES) & set(notices.PLURALS)


def test_a_legal_play_is_not_said_and_one_that_was_in_doubt_is() -> None:
    assert not worth(PLAYED).spoken
    assert worth(CORRECTED).spoken
    assert worth(PLAYED, plays=True).spoken


@pytest.mark.parametrize(
    ("speak", "kinds"),
    [
        (Speak.PLAYS, set(Kind)),
        (Speak.EVERYTHING, set(Kind)),
        (Speak.PROBLEMS, {Kind.PROBLEM}),
        (Speak.SCORE, {Kind.SCORE}),
        (Speak.NOTHING, set()),
    ],
)
def test_one_chooses_what_one_hears(speak: Speak, kinds: set[Kind]) -> None:
    assert {kind for kind in Kind if wanted(kind, speak)} == kinds


def test_notices_for_those_at_the_table_are_said_and_others_are_not() -> None:
    keys = {*notices.SENTENCES, *notices.PLURALS}
    spoken = {key for key in keys if notice_worth(key).spoken}
    assert {"camera.covered", "strip.lost", "table.moved", "journal.failing", "button.stuck"} <= spoken
    assert {"speaker.missing", "control.closed", "journal.resumed", "pictures.forgotten"} <= keys - spoken
    assert notice_worth("camera.lost").kind is Kind.PROBLEM
    assert notice_worth("camera.back").kind is Kind.COURSE
    assert notice_worth("camera.back").outdates == {Subject.CAMERA}
