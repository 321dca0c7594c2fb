"""A simulated person who plays alone against a computer, before a referee who sees perfectly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.players.cube.decisions import may_double
from controller.players.player import Answer, CubeAnswer
from controller.referee import events as ev
from controller.referee.options.games import Game
from controller.referee.options.options import CLUB, ClockKind, preset
from controller.rules import Level, Player
from controller.simulation.people import doubling
from controller.simulation.people.games import best_play
from controller.simulation.table import Seat
from controller.table.bot.seat import Computer
from tests.controller.simulation.perfect import Play, play
from tests.controller.table.fake_players import Told

if TYPE_CHECKING:
    from controller.players.player import PlayQuestion, Situation
    from controller.referee.options.options import Options
    from controller.rules import Position


class Simple(Told):
    """Plays and doubles as simulated people do."""

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return what the simulated people's judgement likes most."""
        here = question.situation
        wanted = best_play(here.position, question.roll, here.profile)
        return Answer(wanted if wanted in question.results else question.results[0], self.level)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Double with a lead in the race, where the cube is there for it."""
        free = may_double(situation) and situation.cube.value < 4
        return Answer(free and doubling.doubles(situation.position), self.level)

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Take where the lead is not too large."""
        takes = doubling.takes(situation.position.turned())
        return Answer(CubeAnswer.TAKE if takes else CubeAnswer.PASS, self.level)


class Beaten(Simple):
    """Gives every game up at its first turn."""

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Resign."""
        return Answer(Level.SINGLE, self.level)


def against(player: Told, seed: int, options: Options = CLUB, length: int = 1, me: Player = Player.TWO) -> Play:
    """Return a match against a computer player."""
    with Computer(me, player) as computer:
        return play(seed, length, options=options, doubles=length > 1, computer=computer)


def checked(played: Play, me: Player = Player.TWO) -> Counter[str]:
    """Return how often what was said, having made sure that every play of the computer's is the one announced."""
    meant = None
    for event in played.events:
        if isinstance(event, ev.PlayAnnounced):
            assert event.player is me
            meant = event.after
        if isinstance(event, ev.PlayAccepted) and event.player is me:
            assert event.after == meant
    return Counter(type(event).__name__ for event in played.events)


@pytest.mark.figures
@pytest.mark.films
def test_whole_matches_are_played_with_the_cube_and_what_was_moved_wrongly_is_put_right() -> None:
    said: Counter[str] = Counter()
    for seed in range(4):
        played = against(Simple(), seed, length=5)
        said += checked(played)
        assert isinstance(played.events[-1], ev.MatchWon)
        doubled = [event.player for event in played.events if isinstance(event, ev.Doubled)]
        said.update(f"Doubled {player.name}" for player in doubled)
    assert said["PlayDiffers"] > 3
    assert said["PlayIllegal"] > 3
    assert said["Doubled ONE"]
    assert said["Doubled TWO"]
    assert said["Taken"]
    assert said["Dropped"]
    assert not said["Ruled"]
    assert not said["CubeRefused"]


@pytest.mark.films
@pytest.mark.parametrize("preset_name", ["tournament", "casual", "money"])
def test_whatever_the_table_has_agreed_on_a_game_comes_to_its_end(preset_name: str) -> None:
    # A beat is a second here, and nobody is as slow as that.
    played = against(Simple(), 1, replace(preset(preset_name), clock=ClockKind.NONE))
    checked(played)
    assert isinstance(played.events[-1], ev.MatchWon)


@pytest.mark.films
@pytest.mark.parametrize("game", Game)
def test_every_game_is_played_against_the_computer_to_its_end(game: Game) -> None:
    played = against(Simple(), 2, replace(CLUB, game=game))
    checked(played)
    assert isinstance(played.events[-1], ev.MatchWon)


@pytest.mark.films
def test_the_computer_may_sit_at_the_other_side() -> None:
    played = against(Simple(), 3, me=Player.ONE)
    assert checked(played, Player.ONE)["PlayAnnounced"] > 5
    assert isinstance(played.events[-1], ev.MatchWon)


def test_its_resignation_is_accepted() -> None:
    played = against(Beaten(), 4)
    assert checked(played)["Resigned"] == 1
    won = played.events[-1]
    assert isinstance(won, ev.MatchWon)
    assert won.winner is Player.ONE


def test_one_hand_moves_for_both() -> None:
    played = against(Beaten(), 4)
    assert [seat.hand for seat in played.people.seats] == ["bottom", "bottom"]
    assert [seat.end for seat in played.people.seats] == ["bottom", "top"]
    assert Seat(Player.TWO, "light", "top").hand == "top"
