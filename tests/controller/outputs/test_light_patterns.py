"""What the strip shows for each event."""

from __future__ import annotations

import pytest

from controller.outputs.light_patterns import guide, pattern
from controller.outputs.presentation import ARRIVE, ASKED, FROM, LEAVE, LINK, PLAY_LEGAL, ROLL_READ, TO, TURN, WON
from controller.referee import events as ev
from controller.referee.evidence.throw import Doubt
from controller.referee.layout import Corner, Layout
from controller.rules import BAR, START, Breach, Ending, Explanation, Level, Player, Position, Reason, Roll, parse_play
from firmware_bridge.strip_map import STANDARD
from tests.controller.announce.test_phrases import SAID

ONE, TWO = Player.ONE, Player.TWO
LAYOUT = Layout()


def illegal(player: Player, *reasons: Reason) -> ev.PlayIllegal:
    """Return the event of an illegal play with these reasons."""
    return ev.PlayIllegal(0.0, player, Roll(5, 3), START, START, Explanation(reasons))


@pytest.mark.parametrize("home", list(Corner))
@pytest.mark.parametrize("event", [event for event, _ in SAID])
def test_every_light_of_every_pattern_exists_on_the_strip(event: ev.Event, home: Corner) -> None:
    shown = pattern(event, Layout(home_one=home))
    if shown is not None:
        assert len(STANDARD.codes(shown)) == 34
        assert shown["link"] == LINK


def test_an_illegal_play_lights_where_the_checker_left_and_where_it_went() -> None:
    shown = pattern(illegal(ONE, Reason(Breach.WRONG_DISTANCE, (13, 9), (5,))), LAYOUT)
    assert shown == {13: FROM, 9: TO, "turn_bottom": FROM, "link": LINK}


def test_the_other_players_points_are_counted_from_the_other_side() -> None:
    shown = pattern(illegal(TWO, Reason(Breach.WRONG_DISTANCE, (13, 9), (5,))), LAYOUT)
    assert shown == {12: FROM, 16: TO, "turn_top": FROM, "link": LINK}


def test_the_bar_and_the_tray_are_those_of_the_player_concerned() -> None:
    shown = pattern(illegal(ONE, Reason(Breach.BAR_FIRST, (25, 13, 8), (5,))), LAYOUT)
    assert shown is not None
    assert shown["bar_bottom"] == FROM
    hit = pattern(illegal(ONE, Reason(Breach.OTHER_MOVED, (4, 25), other=True)), LAYOUT)
    assert hit is not None
    assert (hit[4], hit["bar_top"]) == (FROM, TO)


def test_a_die_that_could_be_played_is_asked_for_and_not_blamed() -> None:
    shown = pattern(illegal(ONE, Reason(Breach.DICE_UNPLAYED, (13, 8), (5,))), LAYOUT)
    assert shown is not None
    assert (shown[13], shown[8]) == (ASKED, ASKED)


@pytest.mark.parametrize(
    ("home", "point", "light"),
    [(Corner.BOTTOM_RIGHT, 6, 6), (Corner.BOTTOM_LEFT, 6, 7), (Corner.TOP_RIGHT, 6, 19), (Corner.TOP_LEFT, 1, 13)],
)
def test_lights_follow_the_board_whichever_way_it_is_set_up(home: Corner, point: int, light: int) -> None:
    shown = pattern(illegal(ONE, Reason(Breach.CHECKER_MISSING, (point,))), Layout(home_one=home))
    assert shown is not None
    assert shown[light] == FROM


def test_a_roll_lights_the_half_it_lies_in_and_a_refused_one_blinks() -> None:
    rolled = pattern(ev.Rolled(0.0, TWO, Roll(6, 1), opening=False, can_play=True), LAYOUT)
    assert rolled == {"turn_top": TURN, "dice_left": ROLL_READ, "link": LINK}
    refused = pattern(ev.RollRefused(0.0, ONE, Doubt.COCKED), LAYOUT)
    assert refused == {"dice_right": ASKED, "link": LINK}


@pytest.mark.parametrize("home", list(Corner))
def test_a_play_announced_blinks_where_its_next_checker_leaves_and_is_steady_where_it_goes(home: Corner) -> None:
    play = parse_play("13/7 8/7")
    layout = Layout(home_one=home)
    first = pattern(ev.PlayAnnounced(0.0, TWO, Roll(6, 1), START, START, play), layout)
    assert first == guide(layout, TWO, play)
    second = guide(layout, TWO, play[1:])
    assert [list(first.values()).count(cell) for cell in (LEAVE, ARRIVE)] == [1, 1]
    arrives = next(light for light, cell in first.items() if cell == ARRIVE)
    assert second[arrives] == ARRIVE
    assert [light for light, cell in first.items() if cell == LEAVE] != [
        light for light, cell in second.items() if cell == LEAVE
    ]
    assert {LEAVE, ARRIVE}.isdisjoint(guide(layout, TWO, ()).values())


def test_checkers_of_an_announced_play_come_from_the_bar_or_from_beside_the_board() -> None:
    assert guide(LAYOUT, ONE, parse_play("bar/22"))["bar_bottom"] == LEAVE
    entered = guide(LAYOUT, TWO, parse_play("hand/22"))
    assert (entered["tray_top"], entered[3]) == (LEAVE, ARRIVE)


def test_another_play_than_the_announced_one_lights_what_has_to_be_moved_where() -> None:
    remedies = (ev.Remedy(TWO, 7, 8), ev.Remedy(ONE, BAR, 18))
    differs = ev.PlayDiffers(0.0, TWO, Roll(6, 1), START, START, START, parse_play("13/7"), remedies)
    shown = pattern(differs, LAYOUT)
    # Where one checker leaves and another arrives, the light blinks.
    assert shown == {"turn_top": ASKED, "link": LINK, 18: LEAVE, 17: ARRIVE, "bar_bottom": LEAVE}


def test_a_legal_play_turns_the_players_light_green() -> None:
    played = ev.PlayAccepted(0.0, ONE, Roll(3, 1), START, START, (), corrected=False, confirmed=False)
    assert pattern(played, LAYOUT) == {"turn_bottom": PLAY_LEGAL, "link": LINK}


def test_a_doubtful_play_blinks_where_the_two_likeliest_boards_differ() -> None:
    mine = list(START.mine)
    mine[8], mine[5] = 2, 1
    other = Position(tuple(mine), START.theirs)
    shown = pattern(ev.PlayUnsure(0.0, ONE, Roll(3, 1), START, START, other), LAYOUT)
    assert shown == {"turn_bottom": ASKED, 8: ASKED, 5: ASKED, "link": LINK}


def test_the_winner_is_celebrated() -> None:
    won = ev.GameWon(0.0, TWO, Level.GAMMON, Ending.BORNE_OFF, 2, (0, 2))
    assert pattern(won, LAYOUT) == {"turn_top": WON, "tray_top": WON, "link": LINK}
