"""`tavola rules`: every preset in words, in every language, with what its text says and does not say apart."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import pytest

from controller.announce.agreements import PLURALS, SENTENCES, agreed, line
from controller.announce.language import language, languages
from controller.cli.commands.rules import described
from controller.cli.main import main
from controller.config.settings import TableSettings
from controller.referee.options.options import CLUB, PRESETS, TABLE, Options, choice
from controller.referee.options.published import FALLBACK, NOTES, PUBLISHED
from controller.referee.options.sources import named
from controller.referee.options.words import with_words
from controller.rules import Crawford, DieRuling, RulesProfile
from tests.paths import SHARED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from enum import Enum
    from pathlib import Path

WORDS = {code: language(code) for code in languages()}
SEEDS = ("wikipedia-it", "pergioco", "regole-it", "backgammon-es", "regles-fr")
TEXTS = {
    "wikipedia-it": "000_bb55e45e990ed800.txt",
    "pergioco": "001_1c09f9f85a869beb.txt",
    "regole-it": "002_96808af0679f827a.txt",
    "backgammon-es": "003_4271c553195aa7b1.txt",
    "regles-fr": "004_3e9b0d04b8767b09.txt",
}


def values(option: str) -> Sequence[object]:
    """Return every value of an option, or some where there are many."""
    present = getattr(CLUB, option)
    if isinstance(present, bool):
        return [True, False]
    if isinstance(present, int | float):
        return (0, 1, 2, 64, 2.5) if isinstance(present, float) else (0, 1, 2, 64)
    kind: type[Enum] = type(present)
    return tuple(kind)


@pytest.mark.parametrize("option", list(TABLE))
def test_every_value_of_every_option_has_its_own_sentence_in_every_language(option: str) -> None:
    for words in WORDS.values():
        sentences = [agreed(words, option, value) for value in values(option)]
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
        assert len(set(sentences)) == len(sentences)
    for value in values(option):
        for one, other in combinations(WORDS.values(), 2):
            assert agreed(one, option, value) != agreed(other, option, value)


def test_no_sentence_is_without_use() -> None:
    used = {f"agreed.{option}" for option in TABLE}
    for key in {*SENTENCES, *PLURALS}:
        head, _, rest = key.partition(".")
        assert (
            (head == "agreed" and any(key == one or key.startswith(one + ".") for one in used))
            or (head == "preset" and rest in PRESETS)
            or (head == "note" and any(rest in notes for notes in NOTES.values()))
            or head == "rules"
        ), key


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", list(PRESETS))
def test_a_preset_is_described_with_every_option_and_its_source(name: str, code: str) -> None:
    text = list(described(name, WORDS[code]))
    for option in TABLE:
        has = choice(name, option)
        assert f"  {agreed(WORDS[code], option, has.value)} [{has.source}]" in text
    differing = [option for option in TABLE if choice(name, option).value != choice("tournament", option).value]
    assert sum(one.startswith("    -> ") for one in text) == len(differing)
    assert (line(WORDS[code], "rules.unsaid", name=FALLBACK) in text) == (name in PUBLISHED)
    for note in NOTES.get(name, ()):
        assert f"  {line(WORDS[code], f'note.{note}')}" in text


@pytest.mark.parametrize(
    ("name", "note", "words"),
    [
        ("wikipedia-it", "double_not_refused", "not possible to refuse a double"),
        ("pergioco", "last_face", "names the cube's faces and no limit"),
        ("regole-it", "last_face", "names the cube's faces and no limit"),
        ("regles-fr", "more_than_three", "more than 3 points"),
        ("regles-fr", "side_of_the_bar", "side of the bar"),
    ],
)
def test_what_a_text_leaves_open_or_is_refereed_otherwise_is_noted(name: str, note: str, words: str) -> None:
    assert note in NOTES[name]
    assert any(words in one for one in described(name, WORDS["en"]))


def test_every_letter_of_a_source_is_told() -> None:
    for name in PRESETS:
        sources = [choice(name, option).source for option in TABLE]
        for source in sources:
            plain = re.sub("«.*?»", "", source)
            assert set(re.findall(r"\b[A-Z]{2,}\d+\b|^[A-Z]{2,}\b", plain)) <= set(named(sources)), source
        text = list(described(name, WORDS["it"]))
        assert all(any(one.startswith(f"  {letters}: ") for one in text) for letters in named(sources))


def test_the_presets_of_published_texts_are_these_and_can_be_had_everywhere() -> None:
    assert tuple(PUBLISHED) == SEEDS
    assert set(PUBLISHED) == set(NOTES)
    assert set(get_args(TableSettings.model_fields["preset"].annotation)) == set(PRESETS)
    assert TableSettings(preset="regole-it").preset == "regole-it"


@pytest.mark.parametrize("name", SEEDS)
def test_what_a_text_does_not_say_is_what_holds_at_a_club(name: str) -> None:
    for option in fields(Options):
        if option.name not in PUBLISHED[name]:
            assert getattr(PRESETS[name], option.name) == getattr(CLUB, option.name)
            assert not choice(name, option.name).said


@pytest.mark.parametrize("name", SEEDS)
def test_what_a_text_is_said_to_say_stands_in_it(name: str) -> None:
    file = SHARED / "seeds" / TEXTS[name]
    if not file.exists():
        pytest.skip("the measuring material in ../shared is not here")
    text = " ".join(file.read_text("utf-8").split()).lower().replace("c'è", "cè")
    for option in PUBLISHED[name]:
        source = choice(name, option).source
        words = source[source.index("«") + 1 : source.index("»")]
        for piece in words.lower().replace("c'è", "cè").split("[...]"):
            assert piece.strip(" ,") in text, piece


def test_the_texts_differ_in_what_they_say() -> None:
    profiles = {name: PRESETS[name].profile() for name in SEEDS}
    assert profiles["wikipedia-it"].crawford is Crawford.ALWAYS
    assert profiles["wikipedia-it"].no_match_winning_double
    assert profiles["pergioco"].cube_cap == 32
    assert profiles["regole-it"].automatic_double_limit is None
    assert profiles["backgammon-es"].crawford is Crawford.FIRST
    assert profiles["regles-fr"].die_on_checker is DieRuling.COCKED


def test_the_rules_that_published_texts_need_can_be_agreed_on_one_by_one() -> None:
    words = ("automatic_doubles=yes", "automatic_double_limit=0", "cube_cap=64", "no_match_winning_double=yes")
    profile = with_words(CLUB, words).profile()
    assert (profile.automatic_double_limit, profile.cube_cap, profile.no_match_winning_double) == (None, 64, True)
    assert CLUB.profile() == RulesProfile(lenient_last_checker=True)


def test_rules_list_names_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    assert [one.split()[0] for one in capsys.readouterr().out.splitlines()] == list(PRESETS)


def test_rules_show_speaks_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "wikipedia-it", "--language", "it"]) == 0
    shown = capsys.readouterr().out
    assert "Non si raddoppia in nessuna partita in cui a qualcuno manca un punto." in shown
    assert "in un torneo: Non si raddoppia nella prima partita" in shown


def test_rules_show_refuses_what_is_no_preset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["rules", "show", "coffeehouse"])
    assert left.value.code == 2
    assert "coffeehouse" in capsys.readouterr().err


def test_a_cube_that_no_cube_shows_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--out", str(tmp_path), "--option", "cube_cap=3"]) == 2
    assert "3" in capsys.readouterr().err
