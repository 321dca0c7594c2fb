"""The record of games other than backgammon: as text, as JSON, in the journal, and never as a .mat or .sgf file."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from controller.announce.error_messages import trouble
from controller.record.errors import MatFileError
from controller.record.journal.codec import decode, encode
from controller.record.journal.reader import last_state, read_journal, verify
from controller.record.journal.writer import Journal
from controller.record.json_writer import write_json
from controller.record.keeper import Keeper
from controller.record.mat_reader import parse_mat
from controller.record.mat_writer import write_mat, write_mat_for_anybody
from controller.record.replay import replay
from controller.record.sgf_writer import SgfError, write_sgf
from controller.record.text_writer import match_file, write_text
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    GameRecord,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Raccoon,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules import ACEY_DEUCEY, BAR, DUTCH, VARIANTS, Level, Player, Position, Roll
from controller.rules.variant import Variant
from tests.controller.record.matches import RUN, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ONE, TWO = Player.ONE, Player.TWO
BESIDE = ("dutch", "acey-deucey")
GAMES = (*BESIDE, "nackgammon", "hypergammon")


def record_of(game: str) -> MatchRecord:
    """Return the record of a simulated match of a game."""
    told = story(game=game)
    return Keeper().heard((*told.first, *(event for entry in told.entries for event in entry.events))).record


def kinds_in(plain: Any) -> Iterator[str]:
    """Yield the kinds that a document names."""
    for key, part in plain.items() if isinstance(plain, dict) else enumerate(plain):
        if key == "kind":
            yield part
        elif isinstance(part, dict | list):
            yield from kinds_in(part)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_kept_with_its_game_and_each_play_is_legal_when_it_is_replayed(game: str) -> None:
    record = record_of(game)
    assert record.variant is VARIANTS[game]
    (played,) = replay(record)
    assert played.plays
    assert all(play.legal for play in played.plays)
    assert not played.disagreements
    assert not played.unjudged


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_of_any_game_is_verified_and_gone_on_with(game: str, tmp_path: Path) -> None:
    told = story(game=game)
    path = tmp_path / "match.journal"
    with Journal.begin(path, told.beginning, told.first, RUN, {}) as journal:
        for entry in told.entries:
            journal.add(entry.given, entry.events, entry.state)
    contents = read_journal(path)
    verify(contents)
    assert last_state(contents) == told.entries[-1].state
    document = json.loads(write_json(contents))
    record = record_of(game)
    assert (document["format"], document["version"], document["game"]) == ("tavola-match", 1, game)
    assert document["agreed"]["game"] == game
    assert [one["score"] for one in document["games"]] == [list(one.score) for one in record.games]
    rolls = [one["roll"] for one in document["games"][0]["actions"] if one["kind"] == "roll_and_play"]
    assert rolls == [[one.roll.high, one.roll.low] for one in record.games[0].actions if isinstance(one, RollAndPlay)]
    assert document["games"][-1]["outcome"]["wins_match"] is True
    assert len(document["entries"]) == len(contents.entries)
    assert {"seen", "rolled", "play_accepted", "roll_and_play"} <= set(kinds_in(document))
    assert all(re.fullmatch(r"[a-z_]+", kind) for kind in kinds_in(document))
    assert '"~' not in write_json(contents)
    assert decode(encode(told.entries[-1].state)) == told.entries[-1].state


@pytest.mark.parametrize("game", BESIDE)
def test_a_game_from_beside_the_board_is_text_and_neither_mat_nor_sgf(game: str) -> None:
    record = record_of(game)
    suffix, text = match_file(record)
    assert suffix == ".txt"
    assert text.startswith(f"Anna against Boris, {game}, to 1 point\n\nGame 1: Anna 0, Boris 0\n   1. ")
    assert "hand/" in text
    assert text.splitlines()[-1].endswith("and the match")
    with pytest.raises(MatFileError) as refused:
        write_mat(record)
    assert trouble(refused.value) == (
        f"{game} has no .mat file: other programs would read it as backgammon; use text or json"
    )
    with pytest.raises(SgfError, match=r"sgf\.other_game"):
        write_sgf(record)


def test_a_start_that_other_programs_do_not_know_is_text_and_neither_mat_nor_sgf() -> None:
    apart = Variant("longgammon", Position((0,) * 24 + (15, 0), (0,) * 24 + (15, 0)))
    record = replace(record_of("nackgammon"), variant=apart)
    assert match_file(record)[0] == ".txt"
    with pytest.raises(MatFileError, match=r"mat\.other_game"):
        write_mat(record)
    with pytest.raises(SgfError, match=r"sgf\.other_game"):
        write_sgf(record)


@pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if one.in_mat is not None])
@pytest.mark.parametrize("tag", [one.in_mat for one in VARIANTS.values() if one.in_mat is not None])
def test_what_is_written_as_mat_is_read_back_as_the_same_game_whatever_a_tag_said(variant: Variant, tag: str) -> None:
    record = replace(record_of("nackgammon"), variant=variant, tags=(("Variation", tag),))
    again = parse_mat(write_mat(record))
    assert again.variant is variant
    assert again.tag("Variation") == variant.in_mat


@pytest.mark.parametrize("game", ["nackgammon", "hypergammon"])
def test_other_starts_of_backgammon_are_text_too_as_many_programs_pass_over_the_name_of_a_game(game: str) -> None:
    record = record_of(game)
    assert match_file(record)[0] == ".txt"
    with pytest.raises(MatFileError) as refused:
        write_mat_for_anybody(record)
    assert trouble(refused.value).endswith("; use sgf, text or json")
    assert "RU[" in write_sgf(record)
    assert f'[Variation "{game[:4]}'.casefold() in write_mat(record).casefold()  # for GNU Backgammon, which heeds it


def test_every_action_has_its_line() -> None:
    left = replace(DUTCH.start, mine=(0,) * 23 + (1, 0, 14), unentered=(14, 15))
    actions = (
        RollAndPlay(player=ONE, roll=Roll(2, 1), play="hand/24 hand/23 hand/20(4)", named=5),
        RollAndPlay(player=TWO, roll=Roll(3, 1), play="", after=left, declared_illegal=True),
        Dance(player=ONE, roll=Roll(6, 6)),
        Dance(player=ONE, roll=None),
        RollAlone(player=TWO, roll=Roll(4, 1)),
        HiddenPlay(player=TWO, roll=None),
        Double(player=ONE, value=2),
        Double(player=ONE),
        Beaver(player=TWO, value=4),
        Raccoon(player=ONE),
        Take(player=TWO),
        Drop(player=TWO),
        Resign(player=ONE, level=Level.GAMMON),
        Resign(player=ONE),
        Unreadable(player=ONE, text="what?"),
    )
    start = Position(ACEY_DEUCEY.start.mine, ACEY_DEUCEY.start.theirs, (15, 14))
    games = (
        GameRecord(number=1, score=(0, 0), crawford=True, actions=actions, outcome=Outcome(ONE, 1), start=start),
        GameRecord(number=2, score=(1, 0), crawford=False, actions=(), outcome=Outcome(TWO, 7, wins_match=True)),
    )
    record = MatchRecord(("Anna", "Boris"), 5, games, variant=ACEY_DEUCEY)
    assert write_text(record) == (
        "Anna against Boris, acey-deucey, to 5 points\n\n"
        "Game 1: Anna 0, Boris 0, Crawford game\n"
        "     begins from hand:15 | hand:14 bar:1\n"
        "   1. Anna   21: hand/24 hand/23 hand/20(4) (double 5)\n"
        "   2. Boris  31: illegal, left hand:14 23:1 | hand:15\n"
        "   3. Anna   66: cannot move\n"
        "   4. Anna   --: cannot move\n"
        "   5. Boris  41: ...\n"
        "   6. Boris  --: ...\n"
        "   7. Anna   doubles to 2\n"
        "   8. Anna   doubles\n"
        "   9. Boris  beavers to 4\n"
        "  10. Anna   raccoons\n"
        "  11. Boris  takes\n"
        "  12. Boris  passes\n"
        "  13. Anna   resigns a gammon game\n"
        "  14. Anna   resigns\n"
        "  15. Anna   what?\n"
        "      Anna wins 1 point\n\n"
        "Game 2: Anna 1, Boris 0\n"
        "      Boris wins 7 points and the match\n"
    )
    assert write_text(MatchRecord(("A", "B"), 0, ())) == "A against B, backgammon, for money\n"
    assert start.mine[BAR] == 15
