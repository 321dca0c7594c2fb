"""The words of `tavola ctl`: what they mean, and what means nothing."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.announce.questions import Question
from controller.control.errors import ControlError
from controller.control.orders import HELP, Admit, Request, Sender, match_words, parse, usual
from controller.control.status import lines, status
from controller.others_text import is_plain
from controller.record.journal.codec import decode, encode
from controller.referee import commands as co
from controller.referee.inputs import Action, Button, ClockPressed, Commanded, Pressed, Said
from controller.referee.options.options import CLUB, PRESETS, ClockKind, preset
from controller.referee.options.words import clock_words
from controller.rules import START, Player, Roll, match_to, money_session, position_id
from tests.controller.record.matches import story

ONE, TWO = Player.ONE, Player.TWO
SENDER = Sender("Carla", "the players agree", ("Anna", "Boris"))
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10"

WORDS: dict[str, object] = {
    "status": Request.STATUS,
    "repeat": Request.REPEAT,
    "stop": Request.STOP,
    "roll": Question.ROLL,
    "pips": Question.PIPS,
    "cube": Question.CUBE,
    "confirm 1": Said(5.0, ONE, Action.CONFIRM),
    "refuse boris": Said(5.0, TWO, Action.REFUSE),
    "double Anna": Said(5.0, ONE, Action.DOUBLE),
    "take two": Said(5.0, TWO, Action.TAKE),
    "drop 2": Said(5.0, TWO, Action.DROP),
    "beaver 2": Said(5.0, TWO, Action.BEAVER),
    "raccoon 1": Said(5.0, ONE, Action.RACCOON),
    "ask 1": Said(5.0, ONE, Action.ASK),
    "correct 2": Said(5.0, TWO, Action.CORRECT),
    "resign Boris": Said(5.0, TWO, Action.RESIGN_SINGLE),
    "resign 1 gammon": Said(5.0, ONE, Action.RESIGN_GAMMON),
    "resign 1 backgammon": Said(5.0, ONE, Action.RESIGN_BACKGAMMON),
    "name Anna 5": Said(5.0, ONE, Action.NAME_5),
    "other-side boris": Said(5.0, TWO, Action.OTHER_SIDE),
    "press 1 undo": Pressed(5.0, ONE, Button.UNDO),
    "clock 2": ClockPressed(5.0, TWO),
}
ORDERS: dict[str, object] = {
    f"set position {position_id(START)}": co.SetPosition(START),
    f"set position {XGID}": co.SetPosition(START),
    f"set position {XGID.replace('XGID', 'xgid')}": co.SetPosition(START),
    "set roll 31": co.SetRoll(Roll(3, 1)),
    "set roll 1-3": co.SetRoll(Roll(3, 1)),
    "set roll none": co.SetRoll(None),
    "set turn Anna": co.SetTurn(ONE),
    "set score 2 3": co.SetScore((2, 3)),
    "set score 2 3 crawford-played": co.SetScore((2, 3), crawford_over=True),
    "set cube 4 Boris": co.SetCube(4, TWO),
    "set cube 1 centre": co.SetCube(1, None),
    "undo": co.Undo(None),
    "undo 7": co.Undo(7),
    "accept": co.Accept(),
    "overrule": co.Overrule(),
    "reopen": co.Correct(),
    "warn Boris": co.Warn(TWO),
    "penalise Anna 1": co.Penalise(ONE, 1),
    "award game 2 3": co.AwardGame(TWO, 3),
    "award match Anna": co.AwardMatch(ONE),
    "new match Carl Dora 7": co.NewMatch(("Carl", "Dora"), match_to(7), CLUB),
    "new match Carl Dora money": co.NewMatch(("Carl", "Dora"), money_session(), CLUB),
    "new match Carl Dora 0": co.NewMatch(("Carl", "Dora"), money_session(), CLUB),
    "new match Carl Dora 7 preset=Tournament": co.NewMatch(("Carl", "Dora"), match_to(7), preset("tournament")),
    "new match Carl Dora 7 clock=none preset=tournament": co.NewMatch(
        ("Carl", "Dora"), match_to(7), replace(preset("tournament"), clock=ClockKind.NONE)
    ),
    "new match Carl Dora 7 clock=bronstein:8": co.NewMatch(
        ("Carl", "Dora"), match_to(7), replace(CLUB, clock=ClockKind.BRONSTEIN, clock_delay=8.0)
    ),
    "pair Carl Dora 7 preset=club clock=delay:8:90": co.PairMatch(
        co.NewMatch(
            ("Carl", "Dora"),
            match_to(7),
            replace(CLUB, clock=ClockKind.DELAY, clock_delay=8.0, reserve_per_point=90.0),
        )
    ),
    "pair Carl Dora money preset=money": co.PairMatch(co.NewMatch(("Carl", "Dora"), money_session(), preset("money"))),
    "pair none": co.PairMatch(None),
    "appoint": co.Appoint(speaks=True),
    "appoint off": co.Appoint(speaks=False),
    "set clock": co.SetClock(),
    "pause": co.PauseClock(),
    "resume": co.ResumeClock(),
    "adjust 1 -30": co.AdjustClock(ONE, -30.0),
}


def test_a_device_is_admitted_by_the_code_that_it_shows_and_without_a_reason() -> None:
    assert parse(["admit", "0427"], SENDER, 5.0) == Admit("0427")
    with pytest.raises(ControlError, match=r"control\.wrong_words"):
        parse(["admit"], SENDER, 5.0)


@pytest.mark.parametrize("words", WORDS)
def test_what_players_say_is_given_to_the_referee(words: str) -> None:
    assert parse(words.split(), SENDER, 5.0) == WORDS[words]


@pytest.mark.parametrize("words", ORDERS)
def test_an_order_is_given_with_who_and_why(words: str) -> None:
    given = parse(words.split(), SENDER, 5.0)
    assert given == Commanded(5.0, "Carla", "the players agree", ORDERS[words])  # type: ignore[arg-type]
    assert decode(encode(given)) == given


@pytest.mark.parametrize("words", ORDERS)
def test_an_order_without_a_reason_is_refused(words: str) -> None:
    with pytest.raises(ControlError, match=r"control\.why_missing"):
        parse(words.split(), Sender("Carla", "  ", ("Anna", "Boris")), 5.0)


def test_every_order_of_the_director_has_words() -> None:
    kinds = {type(order) for order in ORDERS.values()}
    assert kinds == set(co.Command.__args__)


def test_the_help_has_every_word() -> None:
    listed = set(re.findall(r"[a-z-]+", HELP))
    assert {word for words in (*WORDS, *ORDERS) for word in words.split()[:1]} <= listed


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("", "control.no_such_word"),
        ("dance", "control.no_such_word"),
        ("set", "control.no_such_word"),
        ("set hat 3", "control.no_such_word"),
        ("status now", "control.wrong_words"),
        ("double", "control.wrong_words"),
        ("double 1 2", "control.wrong_words"),
        ("double 3", "control.no_such_player"),
        ("double Carl", "control.no_such_player"),
        ("resign 1 quickly", "control.wrong_words"),
        ("press 1", "control.no_such_word"),
        ("press 1 bell", "control.wrong_words"),
        ("set roll 7", "control.wrong_words"),
        ("set roll 71", "control.refused_words"),
        ("set roll ab", "control.no_number"),
        ("set position nonsense", "control.refused_words"),
        ("set cube 3 1", "control.no_such_cube"),
        ("set cube 4", "control.wrong_words"),
        ("set score 2", "control.wrong_words"),
        ("set score 2 -3", "control.no_number"),
        ("undo x", "control.no_number"),
        ("new match A B 65", "control.refused_words"),
        ("new match A B", "control.wrong_words"),
        ("new match A B 7 tournament", "control.wrong_words"),
        ("new match A B 7 preset=", "control.wrong_words"),
        ("new match A B 7 preset=club preset=club", "control.wrong_words"),
        ("new match A B 7 game=nackgammon", "control.wrong_words"),
        ("new match A B 7 preset=pub", "control.refused_words"),
        ("new match A B 7 clock=sand", "control.refused_words"),
        ("new match A B 7 clock=none:12", "control.refused_words"),
        ("new match A B 7 clock=delay:12:120:3", "control.refused_words"),
        ("new match A B 7 clock=delay:-1", "control.refused_words"),
        ("new match A B money clock=delay", "control.no_clock_for_money"),
        ("pair A B", "control.wrong_words"),
        ("pair", "control.wrong_words"),
        ("adjust 1 soon", "control.no_number"),
        ("adjust 1 nan", "control.no_number"),
        ("penalise Anna", "control.wrong_words"),
        ("penalise Anna much", "control.no_number"),
        ("warn", "control.wrong_words"),
        ("accept it", "control.wrong_words"),
        ("appoint perhaps", "control.wrong_words"),
    ],
)
def test_words_that_mean_nothing_are_refused(words: str, key: str) -> None:
    with pytest.raises(ControlError) as caught:
        parse(words.split(), SENDER, 5.0)
    assert caught.value.key == key


KNOWN = st.sampled_from(sorted({word for words in (*WORDS, *ORDERS) for word in words.split()}))


@pytest.mark.films
@given(st.lists(KNOWN | st.text(max_size=5), max_size=5))
@settings(max_examples=300, deadline=None)
def test_any_words_are_understood_or_refused_and_nothing_else(words: list[str]) -> None:
    with suppress(ControlError):
        given = parse(words, SENDER, 1.0)
        assert isinstance(given, Request | Question) or decode(encode(given)) == given


def test_players_of_the_same_name_are_called_by_number() -> None:
    twins = Sender("Carla", "", ("Anna", "Anna"))
    assert parse(["double", "2"], twins, 0.0) == Said(0.0, TWO, Action.DOUBLE)
    with pytest.raises(ControlError, match=r"control\.no_such_player"):
        parse(["double", "Anna"], twins, 0.0)


@pytest.mark.parametrize(("words", "player"), [("take white", Player.TWO), ("double Black", Player.ONE)])
def test_players_are_called_by_the_colour_of_their_checkers(words: str, player: Player) -> None:
    said = parse(words.split(), SENDER, 5.0)
    assert isinstance(said, Said)
    assert said.player is player
    other_way = replace(SENDER, colours=("white", "black"))
    said = parse(words.split(), other_way, 5.0)
    assert isinstance(said, Said)
    assert said.player is not player


@pytest.mark.parametrize("prefix", ["XGID", "xgid", "Xgid", "xGiD"])
def test_a_position_may_be_set_by_an_xgid_in_letters_of_any_size(prefix: str) -> None:
    given = parse(["set", "position", XGID.replace("XGID", prefix)], SENDER, 5.0)
    assert given == parse(["set", "position", XGID], SENDER, 5.0)


def test_a_player_whose_name_is_a_colour_is_meant_by_it() -> None:
    said = parse(["take", "white"], Sender("Carla", "", ("White", "Black")), 5.0)
    assert isinstance(said, Said)
    assert said.player is Player.ONE


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("set roll 71", "dice show 1 to 6, not 7 and 1"),
        ("set position nonsense", "'nonsense' is no position ID"),
        ("set position xgid=x", "no XGID"),
        ("new match A B 65", "no match has this length"),
        ("new match A B 7 preset=pub", "there is no preset 'pub'"),
        ("pair A B 7 clock=delay:much", "option clock_delay is a number up to 86400, not 'much'"),
        ("pair A B 7 clock=none:3", "option clock is none, delay, bronstein, delay:SECONDS"),
        ("pair A B money clock=delay:8", "there is no clock for money"),
    ],
)
def test_what_is_wrong_with_an_order_is_said_in_a_sentence(words: str, why: str) -> None:
    with pytest.raises(ControlError) as refused:
        parse(words.split(), SENDER, 5.0)
    assert why in trouble(refused.value)
    assert not re.search(r"[a-z]+\.[a-z_]+_[a-z]+", trouble(refused.value))


@given(
    st.tuples(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40)).filter(
        lambda names: all(is_plain(name) and name.strip() for name in names)
    ),
    st.integers(1, 64),
    st.sampled_from(("", *PRESETS)),
    st.sampled_from(("", "none", "delay", "bronstein:8", "delay:12:90")),
)
def test_the_words_for_a_match_are_understood(
    names: tuple[str, str], length: int, preset_name: str, clock: str
) -> None:
    words = match_words(names, length, preset_name, clock)
    given = parse(["new", "match", *words], SENDER, 5.0)
    assert given == Commanded(
        5.0,
        "Carla",
        "the players agree",
        co.NewMatch(names, match_to(length), usual(preset_name, clock_words(clock) if clock else ())),
    )
    paired = parse(["pair", *words], SENDER, 5.0)
    assert isinstance(paired, Commanded)
    assert paired.command == co.PairMatch(given.command)  # type: ignore[arg-type]


def test_a_match_of_one_point_is_one_game() -> None:
    facts = {**status(story().entries[40].state), "length": 1}
    assert "1 points" not in " ".join(lines(facts))
    assert "one game" in lines(facts)[0]
