"""Sentences made of events."""

from __future__ import annotations

import inspect
import string
from typing import get_args

import pytest

from controller.announce.english import SENTENCES
from controller.announce.phrases import Phrases
from controller.referee import events as ev
from controller.referee.commands import Command, SetPosition, Undo
from controller.referee.evidence.throw import Doubt
from controller.referee.options.options import Premature
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
    apply_play,
    legal_plays,
    parse_play,
)

PHRASES = Phrases(("Anna", "Boris"))
ONE, TWO = Player.ONE, Player.TWO
MEANT = apply_play(START, parse_play("8/5 6/5"))
AFTER = next(iter(legal_plays(START, Roll(3, 1))))


def illegal(*reasons: Reason) -> ev.PlayIllegal:
    """Return the event of an illegal play with these reasons."""
    return ev.PlayIllegal(0.0, ONE, Roll(5, 3), START, AFTER, Explanation(reasons))


SAID: list[tuple[ev.Event, str]] = [
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 5), "Anna against Boris, to 5 points."),
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 1), "Anna against Boris, one game."),
    (ev.MatchStarted(0.0, ("Anna", "Boris"), 0), "Anna against Boris, for money."),
    (
        ev.MatchStarted(0.0, ("Anna", "Boris"), 1, "dutch"),
        "Anna against Boris, one game. Dutch backgammon is played: all checkers begin beside the board.",
    ),
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
    (ev.RollRefused(0.0, ONE, Doubt.COCKED), "Cocked dice, Anna: please throw again."),
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
        ev.PlayIllegal(0.0, ONE, Roll(5, 3), START, AFTER, Explanation(()), unclear=True),
        "Illegal play by Anna with 5-3; which checkers were moved I cannot make out.",
    ),
    (
        ev.PlayUnsure(0.0, TWO, Roll(3, 1), START, None, None),
        "I am not sure what Boris played with 3-1. I cannot see it clearly. Please straighten the checkers.",
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
    (
        ev.PlayAnnounced(0.0, TWO, Roll(3, 1), START, MEANT, parse_play("8/5 6/5")),
        "Boris plays 8/5 6/5. Please move it so.",
    ),
    (
        ev.PlayDiffers(
            0.0,
            TWO,
            Roll(3, 1),
            START,
            MEANT,
            AFTER,
            parse_play("8/5 6/5"),
            (ev.Remedy(TWO, 7, 5),),
        ),
        "That is legal, but Boris plays 8/5 6/5. Boris's checker on 7 belongs on 5.",
    ),
    (ev.RollInferred(0.0, ONE, Roll(6, 1)), "Anna's roll was 6-1, to judge by the play."),
    (
        ev.PrematureRoll(0.0, TWO, Roll(4, 2), Premature.STANDS),
        "Boris has thrown 4-2 before the turn had ended. The roll stands.",
    ),
    (
        ev.PrematureRoll(0.0, TWO, Roll(4, 2), Premature.REROLL),
        "Boris has thrown before the turn had ended. The roll is void.",
    ),
    (
        ev.PrematureRoll(0.0, TWO, Roll(4, 2), Premature.CHOICE),
        "Boris has thrown 4-2 before the turn had ended. Anna, does it stand, or is it to be thrown again?",
    ),
    (ev.RollVoided(0.0, TWO, Roll(4, 2)), "Boris throws again when the turn has ended."),
    (
        ev.PlayIllegal(
            0.0,
            ONE,
            Roll(3, 1),
            START,
            START,
            Explanation((Reason(Breach.WRONG_DISTANCE, (13, 9), (3,)),)),
            must_correct=True,
            meant=MEANT,
        ),
        (
            "Illegal play by Anna with 3-1: 13/9 does not fit the dice. Please correct it before the dice are thrown."
            " Meant was perhaps 8/5 6/5."
        ),
    ),
    (ev.LastPlayLegal(0.0, TWO), "The last play was legal, Boris."),
    (
        ev.TurnMended(0.0, 3, ONE, Roll(3, 1), START, MEANT, parse_play("8/5 6/5")),
        "I had misread an earlier turn: Anna played 3-1 8/5 6/5. The record is put right.",
    ),
    (
        ev.TurnMended(0.0, 3, ONE, Roll(3, 1), START, AFTER, None),
        "I had misread an earlier turn of Anna's. The record is put right.",
    ),
    (
        ev.Desync(0.0, (ev.Misplaced(ONE, 8, (3, 0), (2, 0)),), (ev.Remedy(ONE, 9, 8), ev.Remedy(TWO, None, 6))),
        (
            "The board is not as I know it: Anna's 8. Anna's checker on 9 belongs on 8. A checker of Boris's is missing"
            " on 6."
        ),
    ),
    (
        ev.Desync(0.0, (ev.Misplaced(ONE, BAR, (0, 0), (1, 0)),), (ev.Remedy(ONE, BAR, None),)),
        "The board is not as I know it: the bar. There is a checker of Anna's too many on the bar.",
    ),
    (ev.BoardAgrees(0.0), "The board agrees again."),
    (
        ev.OddStartStands(0.0, (ev.Misplaced(TWO, 13, (5, 0), (4, 0)),)),
        "The start position stands as it is; unusual: Boris's 13.",
    ),
    (ev.CubeSeen(0.0, ONE, 2), "Does Anna double to 2? Please confirm."),
    (ev.Beavered(0.0, TWO, 4), "Boris beavers: the cube is at 4."),
    (ev.Raccooned(0.0, ONE, 8), "Anna raccoons: the cube is at 8."),
    (
        ev.ResignationOffered(0.0, ONE, Level.GAMMON),
        "Anna offers to resign a gammon. Boris, do you accept?",
    ),
    (ev.ResignationRefused(0.0, TWO), "Boris does not accept. The game goes on."),
    (ev.Resigned(0.0, ONE, Level.SINGLE), "Anna resigns a single game."),
    (ev.TimeLost(0.0, TWO), "Boris's time has run out."),
    (ev.RematchOffered(0.0, ONE), "Anna would like another match. Boris, please confirm."),
    (ev.RematchWithdrawn(0.0, TWO), "Then there is no other match."),
    (
        ev.PairingAwaited(0.0, ("Carla", "Dino"), 7),
        "Carla against Dino, to 7 points. It begins when both have confirmed.",
    ),
    (
        ev.PairingAwaited(0.0, ("Carla", "Dino"), 0),
        "Carla against Dino, for money. It begins when both have confirmed.",
    ),
    (ev.PairingConfirmed(0.0, TWO, ("Carla", "Dino")), "Dino has confirmed. Carla, please confirm."),
    (ev.OvertimeBegun(0.0, TWO, 60, 0), "Boris's time has run out: 60 seconds of overtime."),
    (ev.TimeLow(0.0, ONE, 60), "Anna: one minute left."),
    (ev.TimeLow(0.0, TWO, 10), "Boris: 10 seconds left."),
    (ev.Ruled(0.0, "Carla", "a checker fell", SetPosition(START)), "The director rules: a position set."),
    (
        ev.RulingRefused(0.0, "Carla", "", Undo(7)),
        "The director's ruling cannot be carried out now: play taken back.",
    ),
    (ev.Undone(0.0, 2), "Play goes on from an earlier position."),
    (
        ev.OffenceRepeated(0.0, ONE, 2, ev.Sanction.WARNING),
        "That was Anna's illegal play number 2: a warning is due.",
    ),
    (ev.OpeningWon(0.0, ONE), "Anna begins, and throws both dice."),
    (ev.DoubleNamed(0.0, TWO, 5), "Boris plays double 5 with it."),
    (ev.RollsAgain(0.0, ONE, 5), "Anna rolls again."),
    (
        ev.RollsAgain(0.0, ONE, 5, unclear=True),
        "Anna rolls again: double 5 was played in full, if another double was not meant.",
    ),
    (ev.FurtherRollLost(0.0, ONE), "Anna could not play all of it, and does not roll again."),
    (ev.StakeDoubled(0.0, 4), "One and two: the stake is 4 now."),
    (ev.SideChosen(0.0, TWO), "Boris begins on the other side: both play the other way round."),
    (ev.Penalised(0.0, ONE, 2, (1, 3)), "Boris gets 2 points, as a penalty for Anna. Anna 1, Boris 3."),
]


@pytest.mark.parametrize(("event", "sentence"), SAID)
def test_an_event_is_said_as_a_person_would_say_it(event: ev.Event, sentence: str) -> None:
    assert PHRASES.sentence(event) == sentence


def test_every_kind_of_event_is_in_the_table_above() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ev, inspect.isclass) if issubclass(kind, ev.Event)}
    assert kinds - {ev.Event} == {type(event) for event, _ in SAID}


@pytest.mark.parametrize("command", [kind.__name__ for kind in get_args(Command)])
def test_every_order_of_the_director_has_its_words(command: str) -> None:
    assert SENTENCES[f"ruling.{command}"]


@pytest.mark.parametrize("due", list(ev.Sanction))
def test_every_sanction_has_its_words(due: ev.Sanction) -> None:
    assert SENTENCES[f"offence.{due}"]


@pytest.mark.parametrize("breach", list(Breach))
def test_every_breach_has_its_words(breach: Breach) -> None:
    assert PHRASES.reason(Reason(breach, (BAR, 20), (5, 5)))
    assert PHRASES.reason(Reason(breach, (OFF,), (5,)))


@pytest.mark.parametrize("why", list(ev.UnsureWhy))
def test_every_reason_for_a_doubt_about_a_play_has_its_words(why: ev.UnsureWhy) -> None:
    said = PHRASES.sentence(ev.PlayUnsure(0.0, TWO, Roll(3, 1), START, MEANT, None, why))
    assert SENTENCES[f"why.{why}"] in said
    assert said.endswith("or confirm 8/5 6/5.")


def test_a_play_recorded_in_doubt_is_said_to_be_so() -> None:
    event = ev.PlayAccepted(
        0.0, ONE, Roll(3, 1), START, MEANT, parse_play("8/5 6/5"), corrected=False, confirmed=False, doubtful=True
    )
    assert PHRASES.sentence(event).startswith("Anna has played 8/5 6/5, I think")


@pytest.mark.parametrize("doubt", list(Doubt))
def test_every_doubt_about_dice_has_its_words(doubt: Doubt) -> None:
    assert PHRASES.sentence(ev.RollRefused(0.0, ONE, doubt))


@pytest.mark.parametrize("refusal", list(Refusal))
def test_every_refusal_of_a_cube_action_has_its_words(refusal: Refusal) -> None:
    assert PHRASES.sentence(ev.CubeRefused(0.0, ONE, refusal))


def test_a_play_in_doubt_names_what_is_believed() -> None:
    mine = list(START.mine)
    for source, target in ((8, 5), (6, 5)):
        mine[source] -= 1
        mine[target] += 1
    likeliest = Position(tuple(mine), START.theirs)
    said = PHRASES.sentence(ev.PlayUnsure(0.0, ONE, Roll(3, 1), START, likeliest, None))
    assert said.endswith("or confirm 8/5 6/5.")


def test_the_catalogue_is_well_formed() -> None:
    for key, sentence in SENTENCES.items():
        assert sentence == sentence.strip() or key.startswith("list."), key
        assert all(name != "" for _, name, _, _ in string.Formatter().parse(sentence) if name is not None), key


def test_a_match_that_was_awarded_is_won_without_a_score() -> None:
    for score in ((0, 0), (2, 4)):
        said = Phrases(("Anna", "Boris")).sentence(ev.MatchWon(1.0, Player.ONE, score))
        assert said == "Anna wins the match."
    assert Phrases(("Anna", "Boris")).sentence(ev.MatchWon(1.0, Player.ONE, (5, 3))) == "Anna wins the match 5 to 3."
