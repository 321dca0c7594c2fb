"""What a person types is what the simulated hands do: plays in notation, legal or not, doubles and takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.phrases import Phrases
from controller.announce.text_board import text_board
from controller.rules import OFF, START, Level, Player, Position, Roll, apply_play, legal_plays, parse_play
from controller.simulation.errors import LeftTableError, ResignsError
from controller.simulation.people.typed import Typed
from controller.table.typed_words import kept_words

if TYPE_CHECKING:
    from pathlib import Path


class Keyboard:
    """Types some lines, and remembers what it was asked."""

    def __init__(self, *lines: str) -> None:
        """Have lines to type."""
        self.lines, self.asked = [*lines], list[str]()

    def __call__(self, asked: str) -> str:
        """Type the next line."""
        self.asked.append(asked)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def person(*lines: str) -> tuple[Typed, Keyboard]:
    keyboard = Keyboard(*lines)
    return Typed(Player.ONE, keyboard, Phrases(("Anna", "Computer club"))), keyboard


def hit_at_four() -> Position:
    """Return a position in which the other player has a blot on the own point 4."""
    theirs = list(START.theirs)
    theirs[24], theirs[21] = 1, 1
    return Position.of(START.mine, theirs)


@pytest.mark.parametrize(
    ("before", "typed", "made"),
    [
        (START, "8/5 6/5", "8/5 6/5"),
        (START, "  24/23   13/10 ", "24/23 13/10"),
        (START, "24/20", "24/20"),
        (hit_at_four(), "6/4 8/7", "6/4* 8/7"),
        (hit_at_four(), "6/4*/3", "6/4*/3"),
    ],
)
def test_a_play_is_made_as_it_is_typed_whether_legal_or_not_and_hits_need_no_mark(
    before: Position, typed: str, made: str
) -> None:
    typist, keyboard = person(typed)
    assert typist.play(before, Roll(3, 1)) == apply_play(before, parse_play(made))
    assert keyboard.asked[0].startswith(text_board(before))
    assert "what do you play with 3-1?" in keyboard.asked[0]


@pytest.mark.parametrize("typed", ["hello", "24/30", "13/12/", "7/5", "24/19", "6/8", "\x1b[2J"])
def test_what_hands_cannot_make_is_asked_for_again_with_the_reason(typed: str) -> None:
    typist, keyboard = person(typed, "8/5 6/5")
    assert typist.play(START, Roll(3, 1)) in set(legal_plays(START, Roll(3, 1)))
    assert len(keyboard.asked) == 2
    assert keyboard.asked[1].strip()
    assert "notation." not in keyboard.asked[1]  # a sentence, and no name of one
    assert "play." not in keyboard.asked[1]
    assert "\x1b" not in keyboard.asked[1]


def test_legal_plays_are_listed_and_nothing_is_asked_where_there_is_none() -> None:
    typist, keyboard = person("?", "8/5 6/5")
    typist.play(START, Roll(3, 1))
    assert {"8/5 6/5", "24/20", "13/9"} <= set(keyboard.asked[1].split(", "))
    shut = Position((0,) * 25 + (1,), (0, *[2] * 6, *[0] * 19))
    typist, keyboard = person()
    assert typist.play(shut, Roll(3, 1)) == shut
    assert keyboard.asked == []


def test_a_play_that_was_called_illegal_is_typed_anew_from_the_position_before() -> None:
    typist, keyboard = person("24/20 13/9", "13/9")
    shown = typist.play(START, Roll(3, 1))
    assert shown not in set(legal_plays(START, Roll(3, 1)))
    assert typist.corrected(shown) == apply_play(START, parse_play("13/9"))
    assert keyboard.asked[1] == "Anna, what do you play instead?"


def test_doubling_and_taking_are_asked_until_they_are_answered() -> None:
    typist, _ = person("", "x", "d", "y", "t", "p")
    assert [typist.doubles(START), typist.doubles(START)] == [False, True]
    assert [typist.takes(START), typist.takes(START)] == [True, False]


@pytest.mark.parametrize("lines", [("q",), (" Q ",), (), ("?", "q")])
def test_who_leaves_off_leaves_the_table(lines: tuple[str, ...]) -> None:
    typist, _ = person(*lines)
    with pytest.raises(LeftTableError):
        typist.play(START, Roll(3, 1))


@pytest.mark.parametrize(("text", "level"), [("r", Level.SINGLE), (" RG ", Level.GAMMON), ("rb", Level.BACKGAMMON)])
def test_a_resignation_is_typed_before_a_throw_or_instead_of_a_play(text: str, level: Level) -> None:
    typist, _ = person(text, text)
    with pytest.raises(ResignsError) as instead:
        typist.play(START, Roll(3, 1))
    with pytest.raises(ResignsError) as before:
        typist.doubles(START)
    assert (instead.value.level, before.value.level) == (level, level)


def test_an_illegal_play_is_put_right_before_anything_is_resigned() -> None:
    typist, keyboard = person("24/20 13/9", "r", "13/9")
    assert typist.corrected(typist.play(START, Roll(3, 1))) == apply_play(START, parse_play("13/9"))
    assert len(keyboard.asked) == 3


def test_what_was_typed_before_an_interruption_is_given_back_and_nothing_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.typed"
    first = kept_words(path, Keyboard("13/7 8/7", "?", "", "q"))
    assert [first("one"), first("two"), first("three"), first("four")] == ["13/7 8/7", "?", "", "q"]
    keyboard = Keyboard("6/5")
    again = kept_words(path, keyboard)
    assert [again("one"), again("two"), again("three")] == ["13/7 8/7", "", "6/5"]
    assert keyboard.asked == ["three"]
    assert oct(path.stat().st_mode & 0o777) == "0o600"


@given(st.text(max_size=40))
def test_whatever_is_typed_a_play_comes_of_it_or_the_question_again(text: str) -> None:
    typist, _ = person(text)
    try:
        after = typist.play(START, Roll(3, 1))
    except (LeftTableError, ResignsError):
        return
    assert sum(after.mine) == sum(START.mine)


def test_a_board_in_letters_shows_every_checker_and_how_many_where_they_are_too_many() -> None:
    mine = [0] * 26
    mine[6], mine[25], mine[OFF] = 7, 1, 7
    theirs = [0] * 26
    theirs[24], theirs[25] = 13, 2
    lines = text_board(Position.of(mine, theirs)).splitlines()
    assert lines[0].split() == [str(point) for point in range(13, 25)]
    assert lines[-2].split() == [str(point) for point in range(12, 0, -1)]
    assert lines[-1] == "X 7 off, O 0 off"
    assert sum(line.count("X") for line in lines[:-1]) == 4 + 1  # the fifth is a number, and one is on the bar
    assert "7" in lines[8]
    assert "13" in lines[8]
    assert max(map(len, lines)) <= 79
