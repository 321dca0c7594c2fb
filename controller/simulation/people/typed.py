"""Choices that a person types: what they play, and whether they double and take, while simulated hands do it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.text_board import text_board
from controller.rules import START, Level, Position, Roll, apply_move, find_play, format_play, legal_plays, parse_play
from controller.rules.errors import RulesError
from controller.rules.position import POINTS
from controller.simulation.errors import LeftTableError, ResignsError
from controller.simulation.people.choosing import Simple

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.announce.phrases import Phrases
    from controller.rules import Play, Player

MOST_MOVES: Final = 10
"""Moves that a turn of any game has at most."""

LEAVES: Final = "q"
LISTS: Final = "?"
DOUBLES: Final = "d"
TAKES: Final = "t"
PASSES: Final = "p"
"""What may be typed besides a play."""

RESIGNS: Final = {"r": Level.SINGLE, "rg": Level.GAMMON, "rb": Level.BACKGAMMON}
"""What may be typed before a throw and instead of a play, to give a game up at a level."""


@dataclass(slots=True)
class Typed(Simple):
    """A person at a keyboard, and the dice of both players.

    What is typed is done, whether it is legal or not: to say so is the referee's part, who asks for another play then.

    Attributes:
        player: whose choices are typed.
        ask: returns what is typed in answer to some lines; raises EOFError where nobody types any more.
        phrases: the sentences.
    """

    player: Player
    ask: Callable[[str], str]
    phrases: Phrases
    _before: Position = field(default=START, init=False)
    _roll: Roll = field(default=Roll(2, 1), init=False)

    def play(self, before: Position, roll: Roll) -> Position:
        """Return the result of the play that is typed; nothing is asked where there is none.

        Raises:
            LeftTableError: the person leaves off.
            ResignsError: the person resigns instead.
        """
        self._before, self._roll = before, roll
        if legal_plays(before, roll, self.profile).is_dance:
            return before
        return self._typed(f"{text_board(before)}\n{self.phrases.ask_play(self.player, roll)}", may_resign=True)

    def corrected(self, _shown: Position) -> Position:
        """Return the result of the play that is typed instead of one that was called illegal."""
        return self._typed(self.phrases.ask_play(self.player, None))

    def doubles(self, position: Position) -> bool:
        """Return whether the person doubles.

        Raises:
            LeftTableError: the person leaves off.
            ResignsError: the person resigns instead.
        """
        words = ("", DOUBLES, *RESIGNS)
        return (
            _unless_resigned(self._word(f"{text_board(position)}\n{self.phrases.ask_double(self.player)}", words))
            == DOUBLES
        )

    def takes(self, position: Position) -> bool:
        """Return whether the person takes; the position is seen by the other one."""
        asked = f"{text_board(position.turned())}\n{self.phrases.ask_take(self.player)}"
        return self._word(asked, (TAKES, PASSES)) == TAKES

    def _typed(self, asked: str, *, may_resign: bool = False) -> Position:
        """Return the result of a play, asked for until hands can make it."""
        while True:
            text = self._line(asked)
            if may_resign:
                _unless_resigned(text)
            if text == LISTS:
                asked = ", ".join(self._legal())
                continue
            try:
                return _made(self._before, parse_play(text, MOST_MOVES))
            except RulesError as error:
                asked = trouble(error)

    def _legal(self) -> list[str]:
        """Return all legal plays, as they are written."""
        results = legal_plays(self._before, self._roll, self.profile)
        return sorted(format_play(find_play(self._before, self._roll, one, self.profile)) for one in results)

    def _word(self, asked: str, words: tuple[str, ...]) -> str:
        """Return one of some words."""
        while (text := self._line(asked)) not in words:
            pass
        return text

    def _line(self, asked: str) -> str:
        """Return what is typed, in small letters.

        Raises:
            LeftTableError: the person leaves off.
        """
        try:
            text = self.ask(asked).strip().casefold()
        except EOFError:
            text = LEAVES
        if text == LEAVES:
            raise LeftTableError("people.left")
        return text


def _unless_resigned(text: str) -> str:
    """Return what was typed.

    Raises:
        ResignsError: it is a resignation.
    """
    if text in RESIGNS:
        raise ResignsError(RESIGNS[text])
    return text


def _made(before: Position, play: Play) -> Position:
    """Return the position after a play, whose hits need not be marked.

    Raises:
        IllegalPlayError: there is no such checker, or no such point, or two of the other's stand where one goes.
    """
    for move in play:
        blot = move.target in POINTS and before.theirs[25 - move.target] == 1
        before = apply_move(before, replace(move, hit=blot))
    return before
