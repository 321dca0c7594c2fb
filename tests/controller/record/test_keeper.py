"""The record that is kept while a match is played."""

from __future__ import annotations

import pytest

from controller.record.keeper import Keeper
from controller.record.mat_reader import parse_mat
from controller.record.mat_writer import write_mat
from controller.record.transcript import Beaver, Dance, Double, Drop, Raccoon, Resign, RollAndPlay, Take
from controller.referee import events as ev
from controller.rules import START, Ending, Level, Player, Roll, apply_play, format_play, parse_play
from tests.controller.simulation.perfect import play

ONE, TWO = Player.ONE, Player.TWO
BEGIN = (ev.MatchStarted(0.0, ("Anna", "Boris"), 3), ev.GameStarted(1.0, 1, (0, 0), crawford=False))


def accepted(player: Player, roll: Roll, text: str) -> ev.PlayAccepted:
    """Return the event of a legal play."""
    return ev.PlayAccepted(2.0, player, roll, START, START, parse_play(text), corrected=False, confirmed=False)


def test_every_action_of_a_game_is_kept_in_order() -> None:
    events = (
        *BEGIN,
        accepted(ONE, Roll(3, 1), "8/5 6/5"),
        ev.Danced(3.0, TWO, Roll(6, 6), START),
        ev.Doubled(4.0, ONE, 2),
        ev.Taken(5.0, TWO, 2),
        ev.Doubled(6.0, TWO, 4),
        ev.Dropped(7.0, ONE),
        ev.GameWon(8.0, TWO, Level.SINGLE, Ending.DROPPED, 2, (0, 2)),
    )
    (game,) = Keeper().heard(events).record.games
    assert [type(action) for action in game.actions] == [RollAndPlay, Dance, Double, Take, Double, Drop]
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points, game.outcome.wins_match) == (TWO, 2, False)


def test_what_is_no_part_of_the_record_changes_nothing() -> None:
    kept = Keeper().heard(BEGIN)
    more = (ev.TurnStarted(2.0, ONE), ev.Rolled(3.0, ONE, Roll(2, 1), opening=False, can_play=True))
    assert kept.heard(more).record == kept.record


def test_an_illegal_play_that_stands_is_kept_as_it_lies() -> None:
    stands = ev.IllegalPlayStands(2.0, ONE, Roll(3, 1), START, START)
    (action,) = Keeper().heard((*BEGIN, stands)).record.games[0].actions
    assert isinstance(action, RollAndPlay)
    assert (action.after, action.declared_illegal) == (START, True)


def test_what_was_undone_is_taken_out_of_the_record() -> None:
    first = (*BEGIN, accepted(ONE, Roll(3, 1), "8/5 6/5"), ev.TurnStarted(2.0, TWO))
    kept = Keeper().heard(first)
    more = (ev.Danced(3.0, TWO, Roll(6, 6), START), ev.TurnStarted(4.0, ONE))
    back = kept.heard(more).heard((ev.Undone(5.0, 1), ev.TurnStarted(5.0, TWO)))
    assert back == kept
    won = ev.GameWon(6.0, TWO, Level.SINGLE, Ending.RULING, 1, (0, 1))
    again = kept.heard((won, ev.GameStarted(7.0, 2, (0, 1), crawford=False)))
    assert len(again.record.games) == 2
    assert again.heard((ev.Undone(8.0, 1), ev.TurnStarted(8.0, TWO))) == kept


def test_a_turn_that_was_misread_is_put_right_in_the_record() -> None:
    kept = Keeper().heard(
        (
            *BEGIN,
            accepted(ONE, Roll(3, 1), "8/5 6/5"),
            ev.TurnStarted(2.0, TWO),
            ev.Danced(3.0, TWO, Roll(6, 6), START),
            ev.TurnStarted(4.0, ONE),
        )
    )
    after = apply_play(START, parse_play("24/23 13/10"))
    mended = kept.heard((ev.TurnMended(5.0, 0, ONE, Roll(3, 1), START, after, parse_play("24/23 13/10")),))
    first, second = mended.record.games[0].actions
    assert isinstance(first, RollAndPlay)
    assert first.play == "24/23 13/10"
    assert second == kept.record.games[0].actions[1]
    (unwritten, _) = kept.heard((ev.TurnMended(5.0, 0, ONE, Roll(3, 1), START, after, None),)).record.games[0].actions
    assert isinstance(unwritten, RollAndPlay)
    assert (unwritten.after, unwritten.declared_illegal) == (after, True)


def test_beavers_and_resignations_are_kept() -> None:
    events = (
        *BEGIN,
        ev.Doubled(4.0, ONE, 2),
        ev.Beavered(5.0, TWO, 4),
        ev.Raccooned(6.0, ONE, 8),
        ev.Taken(7.0, TWO, 8),
        ev.Resigned(8.0, TWO, Level.GAMMON),
    )
    assert [type(one) for one in Keeper().heard(events).record.games[0].actions] == [
        Double,
        Beaver,
        Raccoon,
        Take,
        Resign,
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_of_simulated_people_is_written_and_read_back_the_same(seed: int) -> None:
    played = play(seed, length=3, slips=[(2, "wrong-distance")])
    record = Keeper().heard(played.events).record
    again = parse_mat(write_mat(record))
    assert (again.players, again.length) == (("Anna", "Boris"), 3)
    plays = [event for event in played.events if isinstance(event, ev.PlayAccepted)]
    written = [action for game in again.games for action in game.actions if isinstance(action, RollAndPlay)]
    assert [(action.player, action.roll) for action in written] == [(event.player, event.roll) for event in plays]
    assert [action.play for action in written] == [format_play(event.play) for event in plays]
    assert [game.outcome.points for game in again.games if game.outcome] == [
        event.points for event in played.events if isinstance(event, ev.GameWon)
    ]


AFTER_31 = apply_play(START, parse_play("8/5 6/5"))


def started(number: int, player: Player) -> ev.TurnStarted:
    """Return the event with which the turn from a settled position begins."""
    return ev.TurnStarted(float(number), player)


def test_what_was_undone_is_taken_out_and_told_anew() -> None:
    first = ev.PlayAccepted(
        1.0, ONE, Roll(3, 1), START, AFTER_31, parse_play("8/5 6/5"), corrected=False, confirmed=False
    )
    doubled = ev.Doubled(3.0, TWO, 2)
    kept = Keeper().heard((*BEGIN, first, started(1, TWO)))
    later = kept.heard((doubled, ev.Dropped(4.0, ONE), ev.GameWon(4.0, TWO, Level.SINGLE, Ending.DROPPED, 1, (0, 1))))
    assert later.heard((ev.Undone(5.0, 1), started(1, TWO))) == kept
    begun = Keeper().heard(BEGIN)
    assert later.heard((ev.Undone(5.0, 0), BEGIN[1])) == begun


def test_a_turn_that_had_been_misread_is_put_right() -> None:
    other = apply_play(START, parse_play("24/23 13/10"))
    wrong = ev.PlayAccepted(
        1.0, ONE, Roll(3, 1), START, other, parse_play("24/23 13/10"), corrected=False, confirmed=False
    )
    dance = ev.Danced(3.0, TWO, Roll(6, 6), AFTER_31.turned())
    mended = ev.TurnMended(2.5, 0, ONE, Roll(3, 1), START, AFTER_31, parse_play("8/5 6/5"))
    (game,) = Keeper().heard((*BEGIN, wrong, started(1, TWO), mended, dance)).record.games
    assert game.actions == (
        RollAndPlay(player=ONE, roll=Roll(3, 1), play="8/5 6/5"),
        Dance(player=TWO, roll=Roll(6, 6)),
    )


def test_a_board_set_by_the_director_is_what_the_turn_before_has_left() -> None:
    set_up = apply_play(START, parse_play("13/11 13/8"))
    first = ev.PlayAccepted(
        1.0, ONE, Roll(3, 1), START, AFTER_31, parse_play("8/5 6/5"), corrected=False, confirmed=False
    )
    dance = ev.Danced(3.0, TWO, Roll(6, 6), set_up.turned())
    (game,) = Keeper().heard((*BEGIN, first, started(1, TWO), dance)).record.games
    assert game.actions == (
        RollAndPlay(player=ONE, roll=Roll(3, 1), play="", after=set_up, declared_illegal=True),
        Dance(player=TWO, roll=Roll(6, 6)),
    )
    (game,) = Keeper().heard((*BEGIN, ev.Danced(3.0, TWO, Roll(6, 6), set_up.turned()))).record.games
    assert game.start == set_up


def test_beavers_resignations_and_automatic_doubles_are_kept() -> None:
    events = (
        *BEGIN,
        ev.OpeningTie(2.0, 4, 2),
        ev.Doubled(3.0, ONE, 4),
        ev.Beavered(4.0, TWO, 8),
        ev.Raccooned(5.0, ONE, 16),
        ev.Taken(6.0, TWO, 16),
        ev.ResignationOffered(7.0, ONE, Level.GAMMON),
        ev.Resigned(8.0, ONE, Level.GAMMON),
        ev.GameWon(8.0, TWO, Level.GAMMON, Ending.RESIGNED, 32, (0, 32)),
    )
    (game,) = Keeper().heard(events).record.games
    assert game.cube == 2
    assert [type(action) for action in game.actions] == [Double, Beaver, Raccoon, Take, Resign]
    assert game.outcome is not None
    assert (game.outcome.points, game.outcome.ending) == (32, Ending.RESIGNED)


def test_a_new_match_begins_a_new_record() -> None:
    kept = Keeper().heard((*BEGIN, ev.MatchStarted(9.0, ("Carl", "Dora"), 5)))
    assert kept.record == Keeper().heard((ev.MatchStarted(9.0, ("Carl", "Dora"), 5),)).record
    assert kept.record.games == ()
