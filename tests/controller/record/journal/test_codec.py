"""What is written of inputs, events and states comes back the same."""

from __future__ import annotations

import json
import typing
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, Flag, StrEnum
from functools import cache
from types import NoneType, UnionType

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from controller.record.errors import CodecError
from controller.record.journal.codec import decode, encode, known_kinds, tag_of, to_plain
from controller.referee import events as ev
from controller.referee.inputs import Said, Seen
from controller.referee.state import Phase, RefereeState
from controller.rules import Player, Refusal, Roll
from controller.rules.errors import RulesError
from controller.rules.match import Form, MatchState
from controller.rules.variant import BACKGAMMON, Variant
from controller.table.unseen.perfect_reading import reading_of
from tests.controller.simulation.perfect import play

TEXT = st.text(max_size=6) | st.sampled_from(["~", "~~", "~Rolled", "\ud800", ""])
PLAIN: dict[object, st.SearchStrategy[typing.Any]] = {
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(allow_nan=False),
    str: TEXT,
    NoneType: st.none(),
    Roll: st.builds(Roll.of, st.integers(1, 6), st.integers(1, 6)),
    Variant: st.just(BACKGAMMON),
    MatchState: st.builds(
        MatchState, st.just(Form.MATCH), st.integers(1, 64), st.tuples(st.integers(0, 70), st.integers(0, 70))
    ),
}

POWERS = st.integers(1, 12).map(lambda exponent: 2**exponent)
FIELDS: dict[tuple[str, str], st.SearchStrategy[typing.Any]] = {
    ("CubeState", "value"): POWERS,
    ("RulesProfile", "cube_cap"): st.none() | POWERS,
    ("RulesProfile", "automatic_double_limit"): st.none() | st.integers(min_value=1),
}
"""Values of fields that would be refused if they were drawn by their type alone, and whole states with them."""


@cache
def names() -> dict[str, object]:
    """Return what annotations may name that is imported for the type checker only."""
    found: dict[str, object] = {kind.__name__: kind for kind in known_kinds().values()}
    for kind in known_kinds().values():
        module = vars(__import__(kind.__module__, fromlist=["_"]))
        found.update({name: one for name, one in module.items() if not name.startswith("_") and name not in found})
    return found


@cache
def hints(kind: type) -> dict[str, object]:
    """Return the types of the fields of a dataclass; a name of its own module comes before others."""
    module = vars(__import__(kind.__module__, fromlist=["_"]))
    return typing.get_type_hints(kind, {**names(), **module})


@cache
def values(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    """Return the strategy for the values of a type: one, wherever it stands, as Hypothesis looks into each but once."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, UnionType):
        return st.one_of([values(one) for one in inner])
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return st.lists(values(inner[0]), max_size=3).map(tuple)
        return st.tuples(*(values(one) for one in inner))
    if origin is frozenset:
        return st.frozensets(values(inner[0]), max_size=3)
    assert isinstance(hint, type), hint
    if issubclass(hint, Flag):
        return st.integers(0, sum(one.value for one in hint)).map(hint)
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    kinds = [one for one in known_kinds().values() if is_dataclass(one) and issubclass(one, hint) and one is not hint]
    own: list[type] = [hint]
    return st.one_of([built(one) for one in kinds[:4] or own])


def later(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    """Return a strategy that is made when it is needed, as kinds may hold one another."""
    return st.deferred(lambda: values(hint))


@cache
def built(kind: type) -> st.SearchStrategy[typing.Any]:
    """Return a strategy for the values of a dataclass; one that refuses what it is given is not built."""
    if kind in PLAIN:
        return PLAIN[kind]
    types = hints(kind)
    drawn = [one.name for one in fields(kind) if one.init]
    parts = {name: FIELDS.get((kind.__name__, name), later(types[name])) for name in drawn}

    def make(given: dict[str, object]) -> object:
        try:
            return kind(**given)
        except RulesError:
            reject()

    return st.fixed_dictionaries(parts).map(make)


ROOTS = ("events", "inputs", "commands", "state", "reading")
"""The modules whose kinds are written by themselves; those of all others are parts of them."""


@pytest.mark.parametrize(
    "tag", [tag for tag, kind in known_kinds().items() if is_dataclass(kind) and kind.__module__.endswith(ROOTS)]
)
@given(data=st.data())
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_kind_of_value_comes_back_as_it_was(tag: str, data: st.DataObject) -> None:
    value = data.draw(built(known_kinds()[tag]))
    text = encode(value)
    again = decode(text)
    assert again == value
    assert type(again) is type(value)
    assert encode(again) == text


@given(TEXT, st.floats(allow_nan=False), st.integers(), st.sampled_from(Refusal), st.sampled_from(Refusal))
@settings(max_examples=200, deadline=None)
def test_strings_numbers_and_flags_come_back_to_the_last_bit(
    text: str, number: float, whole: int, one: Refusal, other: Refusal
) -> None:
    value = (
        text,
        number,
        whole,
        float(whole % 1000),
        one | other,
        Player.TWO,
        Phase.ROLLING,
        True,
        None,
        frozenset({text}),
    )
    again = decode(encode(value))
    assert again == value
    assert [type(part) for part in again] == [type(part) for part in value]
    assert str(again[1]) == str(number)


def test_a_whole_match_comes_back_with_its_state() -> None:
    played = play(3, slips=[(2, "wrong-distance")])
    assert decode(encode(tuple(played.events))) == tuple(played.events)
    state = decode(encode(played.state))
    assert state == played.state
    assert isinstance(state, RefereeState)
    seen = Seen(reading_of(played.people.scene, 12.25))
    assert decode(encode(seen)) == seen


@given(st.lists(st.sampled_from([0, -10, -250, -2500, -2550]) | st.integers(-2600, 20), max_size=31))
def test_rows_of_scores_come_back_as_they_were(scores: list[int]) -> None:
    row = (tuple(scores), "~*00", "~*")
    text = encode(row)
    assert decode(text) == row
    assert decode(json.dumps(to_plain(row)).encode()) == row


def test_a_row_of_scores_is_short_and_anything_else_stays_as_it_is() -> None:
    assert encode((0, -10, -2500, -2550, 0, 0, 0, 0)) == b'"~*0001faff00000000"'
    assert encode((0, -10, -2500, -2550, 0, 0, 0)) == b"[0,-10,-2500,-2550,0,0,0]"
    assert encode((0, -10, -2500, -2550, 0, 0, 0, -5)) == b"[0,-10,-2500,-2550,0,0,0,-5]"
    assert encode((0,) * 7 + (-2560,)) == b"[0,0,0,0,0,0,0,-2560]"
    assert encode((0,) * 7 + (10,)) == b"[0,0,0,0,0,0,0,10]"
    assert to_plain((0,) * 8) == [0] * 8


def test_names_do_not_depend_on_the_file_of_a_kind() -> None:
    assert tag_of(ev.OpeningTie(0.0, 3, 1)) == "OpeningTie"
    assert known_kinds()["OpeningTie"] is ev.OpeningTie


class Colour(StrEnum):
    """A kind that no room of the codec has."""

    RED = "red"


@dataclass(frozen=True)
class Stranger:
    """Another."""

    colour: Colour


@pytest.mark.parametrize("value", [Stranger(Colour.RED), Colour.RED, [1], {"a": 1}, b"x", object()])
def test_what_cannot_be_written_is_refused(value: object) -> None:
    with pytest.raises(CodecError, match=r"codec\.unknown_kind"):
        encode((1, value))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"{", "codec.not_json"),
        (b'"~*0x"', "codec.unknown_name"),
        (b"\xff", "codec.not_json"),
        (b'{"~":"Nothing"}', "codec.unknown_name"),
        (b'{"time":1}', "codec.unknown_name"),
        (b'"~Phase:LUNCH"', "codec.unknown_name"),
        (b'"~Rolled:ONE"', "codec.unknown_name"),
        (b'"~Refusal#x"', "codec.unknown_name"),
        (b'{"~":"TurnStarted","time":1.0}', "codec.unknown_fields"),
        (b'{"~":"TurnStarted","time":1.0,"player":0,"hat":1}', "codec.unknown_fields"),
    ],
)
def test_what_was_not_written_by_this_program_is_refused(text: bytes, key: str) -> None:
    with pytest.raises(CodecError) as caught:
        decode(text)
    assert caught.value.key == key


def test_what_people_say_is_written_too() -> None:
    assert b"~Player:TWO" in encode(Said(1.5, Player.TWO, decode(b'"~Action:DOUBLE"')))
