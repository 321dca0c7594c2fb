"""Every event has its sentence in every language, in that language's own words."""

from __future__ import annotations

import dataclasses
import inspect
import re
from dataclasses import replace
from gettext import NullTranslations
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import pytest

from controller.announce import health as notices
from controller.announce.catalogue import parse, placeholders
from controller.announce.english import PLURALS, SENTENCES
from controller.announce.health import Notice, sentence
from controller.announce.language import Words, catalogue_file, language, languages
from controller.announce.phrases import Phrases
from controller.announce.questions import MatchAnswer, Question, answer_sentence
from controller.announce.template import main, sentences, template
from controller.referee import events as ev
from controller.referee.commands import Command
from controller.referee.evidence.throw import Doubt
from controller.referee.layout import Layout
from controller.referee.options.options import Premature
from controller.referee.state import Phase, PlayedTurn, Setup, Turn
from controller.referee.step import start
from controller.rules import (
    BAR,
    HAND,
    OFF,
    START,
    Breach,
    CubeState,
    Ending,
    Explanation,
    Level,
    Player,
    Position,
    Reason,
    Refusal,
    Roll,
    match_for,
    parse_play,
)
from tests.controller.announce.test_phrases import MEANT, SAID

if TYPE_CHECKING:
    from pathlib import Path

ONE, TWO = Player.ONE, Player.TWO
NAMES = ("Anna", "Boris")
WORDS = {code: language(code) for code in languages()}
OTHERS = languages()[1:]
SEEN = next(event for event, _ in SAID if isinstance(event, ev.PlayIllegal))
ACCEPTED = next(event for event, _ in SAID if isinstance(event, ev.PlayAccepted))
UNSURE = next(event for event, _ in SAID if isinstance(event, ev.PlayUnsure))

KEY_WORDS = {
    # What players call things: checker, point, cube, dice, roll of two fives, hit, bar, cocked dice.
    "en": ("checker", "point", "cube", "dice", "double fives", "hit", "the bar", "cocked dice"),
    "it": ("pedina", "punta", "cubo", "dadi", "doppio cinque", "mangiata", "bar", "dadi in bilico"),
    "es": ("ficha", "casilla", "cubo", "dados", "dobles de cinco", "capturada", "barra", "dados montados"),
    "fr": ("pion", "case", "videau", "dés", "double cinq", "battu", "barre", "dés cassés"),
}


def every_event() -> list[ev.Event]:
    """Return every kind of event with everything that it may tell."""
    every = [event for event, _ in SAID]
    every += [ev.RollRefused(0.0, who, doubt) for doubt in Doubt for who in (ONE, None)]
    every += [ev.PrematureRoll(0.0, TWO, Roll(4, 2), ruling) for ruling in Premature]
    every += [dataclasses.replace(UNSURE, why=why, likeliest=meant) for why in ev.UnsureWhy for meant in (None, MEANT)]
    every += [dataclasses.replace(ACCEPTED, confirmed=True), dataclasses.replace(ACCEPTED, doubtful=True)]
    every += [dataclasses.replace(ACCEPTED, play=parse_play("hand/20"))]
    every += [ev.CubeRefused(0.0, ONE, refusal) for refusal in Refusal]
    every += [ev.GameWon(0.0, ONE, level, Ending.BORNE_OFF, points, (3, 4)) for level in Level for points in (1, 2)]
    every += [ev.MatchWon(0.0, ONE, (0, 0))]
    every += [ev.ResignationOffered(0.0, ONE, level) for level in Level]
    every += [ev.Resigned(0.0, ONE, level) for level in Level]
    every += [ev.TimeLow(0.0, ONE, seconds) for seconds in (60, 10, 1)]
    every += [ev.OffenceRepeated(0.0, ONE, 3, due) for due in ev.Sanction]
    every += [kind(0.0, "Carla", "", order) for kind in (ev.Ruled, ev.RulingRefused) for order in orders()]
    reasons = [
        Reason(breach, points, (5, 5), other)
        for breach in Breach
        for points, other in PLACES
        if len(points) == 2 or breach not in MOVES
    ]
    reasons += [Reason(Breach.BAR_FIRST, (HAND, 8, 5), (3,))]
    reasons += [Reason(Breach.DICE_UNPLAYED, (8, 5), (3,)), Reason(Breach.DICE_UNPLAYED, (8, 5, 6, 5), (3, 1))]
    every += [dataclasses.replace(SEEN, explanation=Explanation((reason,))) for reason in reasons]
    every += [dataclasses.replace(SEEN, explanation=Explanation(())), ev.TurnStarted(0.0, ONE)]
    every += [dataclasses.replace(SEEN, by=SEEN.player.other)]
    return every


def every_answer() -> list[MatchAnswer]:
    """Return the answers to all that can be asked, in matches of every kind."""
    setup = Setup(NAMES, Layout())
    on_bar = Position((2, *[0] * 5, 12, *[0] * 18, 1), START.theirs)
    states = [
        replace(start(setup, match_for(length), 0.0)[0], phase=phase, cube=cube, position=on_bar)
        for length in (0, 1, 7)
        for phase in (Phase.OPENING, Phase.ROLLING)
        for cube in (CubeState(), CubeState(2, ONE))
    ]
    states += [replace(state, last=PlayedTurn(0, TWO, Roll(6, 3), START, START)) for state in states]
    states += [replace(state, turn=Turn(roll=Roll(6, 3))) for state in states]
    return [MatchAnswer(question, state) for question in Question for state in states]


MOVES = Breach.DICE_UNPLAYED | Breach.LARGER_DIE | Breach.WRONG_DISTANCE | Breach.BACKWARDS | Breach.OTHER_MOVED
PLACES = (((13, 9), False), ((BAR, 20), True), ((6, OFF), False), ((OFF,), True), ((9, BAR), True), ((9,), True))


def orders() -> list[Command]:
    """Return an order of every kind; what is in it is not said."""
    return [kind.__new__(kind) for kind in get_args(Command)]


def said(event: ev.Event, code: str, *, spoken: bool) -> str:
    """Return the sentence for an event in a language."""
    return Phrases(NAMES, WORDS[code], spoken).sentence(event)


def test_the_events_above_are_of_every_kind() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ev, inspect.isclass) if issubclass(kind, ev.Event)}
    assert kinds - {ev.Event} == {type(event) for event in every_event()}


@pytest.mark.parametrize("spoken", [False, True])
def test_every_event_has_a_sentence_in_every_language_and_no_two_are_equal(spoken: bool) -> None:  # noqa: FBT001
    for event in every_event():
        every = {code: said(event, code, spoken=spoken) for code in WORDS}
        if isinstance(event, ev.TurnStarted):
            assert set(every.values()) == {""}
            continue
        assert all(every.values()), event
        for one, other in combinations(every, 2):
            assert every[one] != every[other], event
        for text in every.values():
            assert not re.search(r"[{}]|  | [.,]|\.\.", text), text


class Noting(NullTranslations):
    """English, with a note of every sentence that was asked for."""

    def __init__(self) -> None:
        """Nothing was asked for."""
        super().__init__()
        self.keys: set[str] = set()

    def pgettext(self, context: str, message: str) -> str:
        """Note and return a sentence."""
        self.keys.add(context)
        return message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Note and return a sentence for a number."""
        self.keys.add(context)
        return msgid1 if n == 1 else msgid2


def test_every_sentence_of_the_referee_is_used() -> None:
    noting = Noting()
    for spoken in (False, True):
        for event in every_event():
            Phrases(NAMES, Words(translations=noting), spoken).sentence(event)
        for high in range(1, 7):
            for low in range(1, high + 1):
                event = ev.Rolled(0.0, ONE, Roll(high, low), opening=False, can_play=True)
                Phrases(NAMES, Words(translations=noting), spoken).sentence(event)
        asking = Phrases(NAMES, Words(translations=noting), spoken)
        asking.ask_play(ONE, Roll(6, 3))
        asking.ask_play(ONE, None)
        asking.ask_double(ONE)
        asking.ask_take(ONE)
        for answer in every_answer():
            answer_sentence(answer, Words(translations=noting), spoken=spoken)
    assert {*SENTENCES, *PLURALS} - noting.keys == set()


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated_and_none_is_left_of_an_older_program(code: str) -> None:
    there = {
        (entry.context, entry.english, entry.plural) for entry in parse(catalogue_file(code).read_text("utf-8"), code)
    }
    wanted = {(entry.context, entry.english, entry.plural) for entry in sentences()}
    assert there - {("", "", "")} == wanted
    untranslated = [e.context for e in parse(catalogue_file(code).read_text("utf-8"), code) if not e.translated]
    assert untranslated == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_leaves_out_nothing_that_the_english_sentence_names(code: str) -> None:
    for entry in parse(catalogue_file(code).read_text("utf-8"), code)[1:]:
        wanted = placeholders(entry.plural or entry.english)
        assert placeholders(entry.translated[-1]) == wanted, entry.context


def test_the_key_words_of_four_languages_are_known() -> None:
    assert set(KEY_WORDS) <= set(languages())
    assert {"en", "it", "es", "fr"} <= set(KEY_WORDS)


@pytest.mark.parametrize("code", KEY_WORDS)
def test_each_language_uses_the_words_of_its_players(code: str) -> None:
    text = " ".join(said(event, code, spoken=True) for event in every_event()).lower()
    for word in KEY_WORDS[code]:
        assert re.search(rf"\b{word}", text), word


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_word_has_been_left_in_a_translation(code: str) -> None:
    strange = re.compile(
        r"\b(the|of|and|checker|please|roll|dice|board|play|cannot|points? of|player)\b", re.IGNORECASE
    )
    for entry in parse(catalogue_file(code).read_text("utf-8"), code)[1:]:
        for text in entry.translated:
            assert not strange.search(re.sub(r"\{\w+\}", "", text)), text


@pytest.mark.parametrize(
    ("code", "rolls"),
    [
        ("en", ("six three.", "double fives.", "two one.", "double sixes.")),
        ("it", ("sei tre.", "doppio cinque.", "due uno.", "doppio sei.")),
        ("es", ("seis tres.", "dobles de cinco.", "dos uno.", "dobles de seis.")),
        ("fr", ("six trois.", "double cinq.", "deux as.", "double six.")),
    ],
)
def test_rolls_are_said_in_words(code: str, rolls: tuple[str, ...]) -> None:
    thrown = [Roll(6, 3), Roll(5, 5), Roll(2, 1), Roll(6, 6)]
    events = [ev.Rolled(0.0, ONE, roll, opening=False, can_play=True) for roll in thrown]
    assert tuple(said(event, code, spoken=True) for event in events) == rolls


@pytest.mark.parametrize(
    ("code", "one", "three"),
    [
        ("en", "Anna wins 1 point.", "Anna wins 3 points."),
        ("it", "Anna vince un punto.", "Anna vince 3 punti."),
        ("es", "Anna gana un punto.", "Anna gana 3 puntos."),
        ("fr", "Anna gagne 1 point.", "Anna gagne 3 points."),
    ],
)
def test_one_point_is_one_and_three_are_several(code: str, one: str, three: str) -> None:
    for points, text in ((1, one), (3, three)):
        event = ev.GameWon(0.0, ONE, Level.SINGLE, Ending.BORNE_OFF, points, (points, 0))
        assert said(event, code, spoken=True).startswith(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the ones could be played: from 24 to 23, 2 times."),
        ("it", "il uno si poteva giocare ancora 2 volte: da 24 a 23, 2 volte."),
        ("es", "el uno se podía jugar 2 veces más: de 24 a 23, 2 veces."),
        ("fr", "le as pouvait être joué encore 2 fois : de 24 à 23, 2 fois."),
    ],
)
def test_moves_are_said_one_by_one_and_equal_ones_are_counted(code: str, text: str) -> None:
    reason = Reason(Breach.DICE_UNPLAYED, (24, 23, 24, 23), (1, 1))
    spoken = said(dataclasses.replace(SEEN, explanation=Explanation((reason,))), code, spoken=True)
    assert spoken.replace("\N{NO-BREAK SPACE}", " ").endswith(text.removeprefix("the "))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "a new checker to 22, from the bar to 20, 6 off, from 8 to 5"),
        ("it", "una pedina nuova a 22, dal bar a 20, fuori da 6, da 8 a 5"),
        ("es", "una ficha nueva a 22, de la barra a 20, fuera desde 6, de 8 a 5"),
        ("fr", "un pion neuf à 22, de la barre à 20, sortie de 6, de 8 à 5"),
    ],
)
def test_entering_and_bearing_off_are_said_as_such(code: str, text: str) -> None:
    played = parse_play("hand/22 bar/20 6/off 8/5")
    event = ev.PlayAccepted(0.0, ONE, Roll(5, 3), START, START, played, corrected=True, confirmed=False)
    assert text in said(event, code, spoken=True)


@pytest.mark.parametrize("code", languages())
def test_every_notice_has_its_sentence_in_every_language(code: str) -> None:
    facts = (
        *("why", "name", "percent", "brightness", "seconds", "now", "was", "count", "program", "keys", "text"),
        *("replay", "analyse", "window", "length", "options", "code"),
    )
    for entry in sentences():
        if entry.context in {**notices.SENTENCES, **notices.PLURALS}:
            for count in (1, 2):
                told = Notice(0.0, entry.context, tuple((name, count) for name in facts))
                text = sentence(told, WORDS[code])
                assert text
                assert code == "en" or text != sentence(told)


def test_a_template_of_a_new_language_has_every_sentence_and_says_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pl.po"
    assert main(["pl", str(file)]) == 0
    entries = parse(file.read_text("utf-8"), "pl.po")
    assert f"{len(entries) - 1} of them to be translated" in capsys.readouterr().out
    assert language(str(file)).say("roll.pair", "{high}-{low}", high=6, low=3) == "6-3"
    assert [entry.context for entry in entries[1:]] == [entry.context for entry in sentences()]
    assert not any(entry.translated for entry in entries[1:])


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_that_is_up_to_date_stays_as_it_is(code: str) -> None:
    assert template(code) == catalogue_file(code).read_text("utf-8")


def test_a_template_makes_the_folder_that_it_is_put_into(tmp_path: Path) -> None:
    assert main(["pl", str(tmp_path / "out" / "pl.po")]) == 0
    assert (tmp_path / "out" / "pl.po").is_file()


def test_a_template_that_cannot_be_written_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").touch()
    for file in (tmp_path / "out" / "pl.po", tmp_path):
        assert main(["pl", str(file)]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(str(file))
        assert told.err.count("\n") == 1


def test_the_template_wants_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["--help", "x"]) == 2
    assert "usage" in capsys.readouterr().err
