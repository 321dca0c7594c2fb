"""Sentences made of events."""

from __future__ import annotations

import inspect
import string

import pytest

from controller.announce.english import SENTENCES
from controller.announce.phrases import Speaker
from controller.referee import events as ev
from controller.referee.throw import Doubt
from controller.rules import (
    BAR,
    OFF,
    START,
    Breach,
    Ending,
    Explanation,
    Level,
    Player,
    Position,
    Reason,
    Refusal,
    Roll,
    legal_plays,
    parse_play,
)

SPEAKER = Speaker(("Anna", "Boris"))
ONE, TWO = Player.ONE, Player.TWO
AFTER = next(iter(legal_plays(START, Roll(3, 1))))


def illegal(*reasons: Reason) -> ev.PlayIllegal:
    """Return the event of an illegal play with these reasons."""
    return ev.PlayIllegal(0.0, ONE, Roll(5, 3), START, AFTER, Explanation(reasons))


SAID: list[tuple[ev.Event, str]] = [
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 5), "Anna against Boris, to 5 points."),
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 1), "Anna against Boris, one game."),
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 0), "Anna against Boris, for money."),
    (
        ev.StartPositionAwaited(0.0, (ev.Misplaced(ONE, 13, (5, 0), (4, 0)), ev.Misplaced(ONE, BAR, (0, 0), (1, 0)))),
        "Please set up the start position; to put right: Anna's 13, the bar.",
    ),
    (ev.GameStarted(0.0, 2, (1, 3), crawford=False), "Game 2, Anna 1, Boris 3. One die each, please."),
    (
        ev.GameStarted(0.0, 2, (4, 3), crawford=True),
        "Game 2, the Crawford game, Anna 4, Boris 3. One die each, please.",
    ),
    (ev.OpeningTie(0.0, 4, 1), "Both threw 4. Again, please."),
    (ev.OpeningTie(0.0, 4, 2), "Both threw 4: the cube goes to 2. Again, please."),
    (ev.Rolled(0.0, TWO, Roll(6, 3), opening=True, can_play=True), "Boris begins with 6-3."),
    (ev.Rolled(0.0, ONE, Roll(5, 5), opening=False, can_play=True), "Anna rolls double 5."),
    (ev.RollRefused(0.0, ONE, Doubt.COCKED), "Cocked dice: Anna throws again."),
    (ev.RollRefused(0.0, None, Doubt.ONE_DIE), "Only one die is on the board, both players."),
    (
        ev.PlayAccepted(0.0, ONE, Roll(3, 1), START, AFTER, parse_play("8/5 6/5"), corrected=False, confirmed=False),
        "Anna plays 8/5 6/5.",
    ),
    (
        ev.PlayAccepted(0.0, ONE, Roll(3, 1), START, AFTER, parse_play("8/5 6/5"), corrected=True, confirmed=False),
        "Anna corrects to 8/5 6/5. Thank you.",
    ),
    (ev.Danced(0.0, TWO, Roll(6, 6), START), "Boris cannot move."),
    (
        illegal(Reason(Breach.WRONG_DISTANCE, (13, 9), (5,)), Reason(Breach.CHECKER_MISSING, (6,))),
        "Illegal play by Anna with 5-3: 13/9 does not fit the dice and a checker is missing from 6.",
    ),
    (
        illegal(Reason(Breach.DICE_UNPLAYED, (24, 23, 24, 23), (1, 1))),
        "Illegal play by Anna with 5-3: 2 more of the 1s could be played: 24/23 24/23.",
    ),
    (
        ev.PlayUnsure(0.0, TWO, Roll(3, 1), START, None, None),
        "I am not sure what Boris played with 3-1. Please straighten the checkers.",
    ),
    (ev.IllegalPlayStands(0.0, TWO, Roll(3, 1), START, AFTER), "Boris's illegal play stands."),
    (ev.Doubled(0.0, ONE, 2), "Anna doubles to 2."),
    (ev.Taken(0.0, TWO, 2), "Boris takes. The cube is at 2."),
    (ev.Dropped(0.0, TWO), "Boris passes."),
    (
        ev.CubeRefused(0.0, TWO, Refusal.NOT_ON_ROLL | Refusal.CRAWFORD_GAME),
        "Boris may not do that: it is not his turn and there is no doubling in the Crawford game.",
    ),
    (
        ev.GameWon(0.0, ONE, Level.SINGLE, Ending.BORNE_OFF, 1, (1, 0)),
        "Anna wins 1 point. Anna 1, Boris 0.",
    ),
    (
        ev.GameWon(0.0, TWO, Level.GAMMON, Ending.BORNE_OFF, 4, (1, 4)),
        "Boris wins a gammon, 4 points. Anna 1, Boris 4.",
    ),
    (ev.MatchWon(0.0, TWO, (1, 5)), "Boris wins the match 5 to 1."),
    (ev.TurnStarted(0.0, TWO), ""),
]


@pytest.mark.parametrize(("event", "sentence"), SAID)
def test_an_event_is_said_as_a_person_would_say_it(event: ev.Event, sentence: str) -> None:
    assert SPEAKER.sentence(event) == sentence


def test_every_kind_of_event_is_in_the_table_above() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ev, inspect.isclass) if issubclass(kind, ev.Event)}
    assert kinds - {ev.Event} == {type(event) for event, _ in SAID}


@pytest.mark.parametrize("breach", list(Breach))
def test_every_breach_has_its_words(breach: Breach) -> None:
    assert SPEAKER.reason(Reason(breach, (BAR, 20), (5, 5)))
    assert SPEAKER.reason(Reason(breach, (OFF,), (5,)))


@pytest.mark.parametrize("doubt", list(Doubt))
def test_every_doubt_about_dice_has_its_words(doubt: Doubt) -> None:
    assert SPEAKER.sentence(ev.RollRefused(0.0, ONE, doubt))


@pytest.mark.parametrize("refusal", list(Refusal))
def test_every_refusal_of_a_cube_action_has_its_words(refusal: Refusal) -> None:
    assert SPEAKER.sentence(ev.CubeRefused(0.0, ONE, refusal))


def test_a_play_in_doubt_names_what_is_believed() -> None:
    mine = list(START.mine)
    for source, target in ((8, 5), (6, 5)):
        mine[source] -= 1
        mine[target] += 1
    likeliest = Position(tuple(mine), START.theirs)
    said = SPEAKER.sentence(ev.PlayUnsure(0.0, ONE, Roll(3, 1), START, likeliest, None))
    assert said.endswith("or confirm 8/5 6/5.")


def test_the_catalogue_is_well_formed() -> None:
    for key, sentence in SENTENCES.items():
        assert sentence == sentence.strip() or key.startswith("list."), key
        assert all(name != "" for _, name, _, _ in string.Formatter().parse(sentence) if name is not None), key
