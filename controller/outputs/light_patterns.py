"""Events to patterns on the strip: what a person sees at the edge of the board.

A pattern names lights by what they stand for (a point of the board, the bar, whose turn it is); where each light sits
on the strip is the strip's own matter. A pattern is the whole state of the strip: what it does not name is dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.outputs.presentation import ARRIVE, ASKED, EVENTS, FROM, LEAVE, LINK, ROLL_READ, TO, TURN, PlayerLight
from controller.referee import events as ev
from controller.rules import BAR, HAND, OFF, Breach, Player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.referee.layout import Layout
    from controller.rules import Play, Reason
    from firmware_bridge.cells import Cell

Light = str | int
"""A light by what it stands for: a point 1..24 clockwise from the bottom right of the picture, or "bar_bottom",
"bar_top", "tray_bottom", "tray_top", "cube", "turn_bottom", "turn_top", "dice_left", "dice_right", "link"."""


def pattern(event: ev.Event, layout: Layout) -> dict[Light, Cell] | None:
    """Return the strip's state after an event at a table set up as `layout`, or None where it stays as it is.

    Roll read: the roller's dice light is white. Legal: his turn light is green for a moment, until the next turn's
    blue. Illegal: steady red where a checker wrongly left, flashing red where it wrongly went, amber
    blinking where a die could still be played. A play announced: cyan blinking where the next checker leaves,
    steady where it goes; the same where another play was made. Unsure: the points in question blink amber, and so does
    every place that differs from what is expected. A double: the cube's light breathes until it is taken. A game won:
    the winner's lights breathe green. What only the director is told changes nothing.
    """
    if event.audience is not ev.Audience.BOTH:
        return None
    lights = _lamps(event, layout) | _places(event, layout)
    return {**lights, "link": LINK} if lights else None


def _lamps(event: ev.Event, layout: Layout) -> dict[Light, Cell]:
    """Return the lights that follow from whose event it is."""
    player: Player | None = getattr(event, "winner" if isinstance(event, ev.GameWon | ev.MatchWon) else "player", None)
    players = tuple(Player) if player is None else (player,)
    lights: dict[Light, Cell] = {}
    for lamp, cell in EVENTS[type(event)].lights:
        match lamp:
            case PlayerLight.TURN:
                lights |= {_turn(layout, one): cell for one in players}
            case PlayerLight.OTHERS_TURN:
                lights |= {_turn(layout, one.other): cell for one in players}
            case PlayerLight.DICE:
                lights |= {_dice(layout, one): cell for one in players}
            case PlayerLight.BOTH_DICE:
                lights |= {_dice(layout, one): cell for one in Player}
            case PlayerLight.CUBE:
                lights["cube"] = cell
            case PlayerLight.TRAY:
                lights |= {_place(layout, one, OFF): cell for one in players}
    return lights


def _places(event: ev.Event, layout: Layout) -> dict[Light, Cell]:
    """Return the lights of the places that an event names; none for other events."""
    match event:
        case ev.PlayIllegal(player=player, explanation=explanation):
            return _blamed(layout, player, explanation.reasons)
        case ev.PlayAnnounced(player=player, play=play):
            return _way(layout, player, play)
        case ev.PlayDiffers(remedies=remedies):
            return _mending(layout, remedies)
        case ev.PlayUnsure():
            return _doubted(layout, event)
        case ev.StartPositionAwaited() | ev.Desync() | ev.OddStartStands():
            return {_place(layout, place.player, place.point): ASKED for place in event.differences}
        case _:
            return {}


def guide(layout: Layout, player: Player, play: Play) -> dict[Light, Cell]:
    """Return the strip's state while a play is being made that was announced: where its next checker goes.

    Args:
        layout: how the table is set up.
        player: whose play it is.
        play: what of it is still to be made; when nothing is, the light of his dice is left, which are to be lifted.
    """
    lights: dict[Light, Cell] = {_turn(layout, player): TURN, _dice(layout, player): ROLL_READ}
    return {**lights, **_way(layout, player, play), "link": LINK}


def _way(layout: Layout, player: Player, play: Play) -> dict[Light, Cell]:
    """Return the lights of where the next checker of a play leaves and goes; none where nothing is left to make."""
    if not play:
        return {}
    own = {_place(layout, player, play[0].source): LEAVE}
    return own | {_place(layout, player, play[0].target): ARRIVE}


def _mending(layout: Layout, remedies: Iterable[ev.Remedy]) -> dict[Light, Cell]:
    """Return the lights of checkers that are to be moved elsewhere."""
    lights: dict[Light, Cell] = {}
    for remedy in remedies:
        if remedy.target is not None:
            lights[_place(layout, remedy.player, remedy.target)] = ARRIVE
    for remedy in remedies:
        if remedy.source is not None:
            lights[_place(layout, remedy.player, remedy.source)] = LEAVE
    return lights


def _end(layout: Layout, player: Player) -> str:
    """Return the end of the board that `player` sits at, as the strip's names have it."""
    return "bottom" if layout.home(player).is_bottom else "top"


def _turn(layout: Layout, player: Player) -> Light:
    """Return the light that says it is `player`'s turn."""
    return f"turn_{_end(layout, player)}"


def _dice(layout: Layout, player: Player) -> Light:
    """Return the light of the half in which `player` throws."""
    return "dice_right" if layout.throws_right(player) else "dice_left"


def _place(layout: Layout, player: Player, point: int) -> Light:
    """Return the light of `player`'s own point, of his bar or his tray, beside which lies what is not in play yet."""
    if point in (BAR, OFF, HAND):
        return f"{'bar' if point == BAR else 'tray'}_{_end(layout, player)}"
    place = layout.place(player, point)
    column = int(place[1:])
    return 13 - column if place.startswith("B") else 12 + column


def _blamed(layout: Layout, player: Player, reasons: Iterable[Reason]) -> dict[Light, Cell]:
    """Return the lights of the points that the reasons name: from steady, to flashing."""
    lights: dict[Light, Cell] = {}
    for reason in reasons:
        owner = player.other if reason.other else player
        for number, point in enumerate(reason.points):
            unplayed = reason.breach in (Breach.DICE_UNPLAYED, Breach.LARGER_DIE)
            light = _place(layout, owner if point in (BAR, OFF) else player, point)
            lights[light] = ASKED if unplayed else TO if number % 2 else FROM
    return lights


def _doubted(layout: Layout, event: ev.PlayUnsure) -> dict[Light, Cell]:
    """Return the lights of the points on which the likeliest position and the best other one differ."""
    one, other = event.likeliest, event.other
    if one is None or other is None:
        return {}
    points = range(1, BAR + 1)
    own = {_place(layout, event.player, p): ASKED for p in points if one.mine[p] != other.mine[p]}
    theirs = {_place(layout, event.player.other, p): ASKED for p in points if one.theirs[p] != other.theirs[p]}
    return own | theirs
