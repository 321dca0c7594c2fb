"""The position in a photograph, as other programs take it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.announce.error_messages import trouble
from controller.errors import PictureError
from controller.referee.layout import Corner, Layout
from controller.rules import Player, XgidSide, parse_position_id, parse_xgid
from controller.setup.photo_position import BoardSide, identify
from tests.controller.referee.boards import dice_of, place_reading, reading
from vision.reading import CUBE_FACES, CubePlace, CubeReading, Shade

ONE, TWO = Player.ONE, Player.TWO
BEARING_OFF = parse_position_id("BgAAdAAAAAAAAA")


@pytest.mark.parametrize("home", list(Corner))
@pytest.mark.parametrize(("turn", "player"), [(Shade.DARK, ONE), (Shade.LIGHT, TWO)])
def test_the_ids_are_those_of_the_player_on_roll_from_whichever_side(home: Corner, turn: Shade, player: Player) -> None:
    layout = Layout(home, Shade.DARK)
    shown = reading(BEARING_OFF, player, dice_of(player, 4, 2, layout=layout), layout=layout)
    found = identify(shown, BoardSide(turn, home))
    assert found.position == BEARING_OFF
    assert found.position_id == "BgAAdAAAAAAAAA"
    state = parse_xgid(found.xgid)
    assert (state.board, state.on_roll, state.dice) == (BEARING_OFF, XgidSide.UPPER, (4, 2))
    mine, theirs = BEARING_OFF.mine[0], BEARING_OFF.theirs[0]
    assert found.off == ((mine, theirs) if turn is Shade.DARK else (theirs, mine))


@pytest.mark.parametrize(
    ("place", "turn", "owner"),
    [
        (CubePlace.MIDDLE, Shade.DARK, None),
        (CubePlace.BOTTOM, Shade.DARK, XgidSide.UPPER),
        (CubePlace.TOP, Shade.DARK, XgidSide.LOWER),
        (CubePlace.TOP, Shade.LIGHT, XgidSide.UPPER),
    ],
)
def test_the_cube_belongs_to_whom_it_lies_with(place: CubePlace, turn: Shade, owner: XgidSide | None) -> None:
    shown = reading(BEARING_OFF, ONE if turn is Shade.DARK else TWO)
    state = parse_xgid(identify(replace(shown, cube=cube(4, place)), BoardSide(turn)).xgid)
    assert (state.cube, state.cube_owner) == (4, owner)
    unturned = replace(shown, cube=cube(64, CubePlace.MIDDLE))
    assert parse_xgid(identify(unturned, BoardSide(turn)).xgid).cube == 1


def cube(value: int, place: CubePlace) -> CubeReading:
    """Return a cube that lies in the middle or at an end."""
    y = {CubePlace.TOP: 0.1, CubePlace.MIDDLE: 0.5, CubePlace.BOTTOM: 0.9}[place]
    found = CubeReading(0.5, y, 0.0, 0.0, tuple(0 if face == value else -900 for face in CUBE_FACES))
    assert (found.value, found.place) == (value, place)
    return found


def test_what_is_no_whole_position_has_no_id_and_says_why() -> None:
    with pytest.raises(PictureError) as hidden:
        identify(reading(BEARING_OFF, ONE, hidden=frozenset({"T4"})), BoardSide())
    assert trouble(hidden.value) == "no position ID: a hand is over T4"
    crowded = reading(BEARING_OFF, ONE, blurred={"T12": place_reading(Shade.DARK, 15)})
    with pytest.raises(PictureError) as many:
        identify(crowded, BoardSide())
    assert "18 dark, 3 light checkers on the board" in trouble(many.value)
