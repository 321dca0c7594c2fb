"""Status of a match in progress, for whoever asks the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.rules import position_id

if TYPE_CHECKING:
    from controller.referee.state import RefereeState


def status(state: RefereeState) -> dict[str, Any]:
    """Return the facts of a match as plain values; the position is a position ID with the player on turn on roll."""
    names, waits = state.setup.names, state.turn.paired
    return {
        "players": list(names),
        "length": state.match.length,
        "score": list(state.match.score),
        "game": state.match.games_played + 1,
        "phase": str(state.phase),
        "turn": names[state.player],
        "roll": str(state.turn.roll) if state.turn.roll else None,
        "position": position_id(state.position),
        "cube": state.cube.value,
        "cube_owner": None if state.cube.owner is None else names[state.cube.owner],
        "next": None if waits is None else {"players": list(waits.names), "length": waits.match.length},
    }


def lines(facts: dict[str, Any]) -> list[str]:
    """Return the facts as lines that a person would read."""
    one, two = facts["players"]
    score = f"{one} {facts['score'][0]}, {two} {facts['score'][1]}"
    cube = f"{facts['cube']}, " + (f"{facts['cube_owner']}'s" if facts["cube_owner"] else "in the centre")
    roll = f", {facts['roll']} rolled" if facts["roll"] else ""
    return [
        f"Match     {_played(facts)}",
        f"Score     {score}; game {facts['game']}",
        f"Waiting   {facts['phase']}; turn of {facts['turn']}{roll}",
        f"Cube      {cube}",
        f"Position  {facts['position']}",
        *([f"Next      {_played(facts['next'])}; both players are to confirm it"] if facts["next"] else []),
    ]


def _played(match: dict[str, Any]) -> str:
    """Return who plays whom, and for what."""
    one, two = match["players"]
    length = match["length"]
    points = f"to {length} points" if length > 1 else "one game" if length else "for money"
    return f"{one} against {two}, {points}"
