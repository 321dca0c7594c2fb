"""Pairings are read from CSV, and players stand as their results say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.desk.pairings import parse_pairings
from controller.desk.standings import paired, standings
from controller.errors import TavolaError
from tests.controller.desk.test_view import a_result

if TYPE_CHECKING:
    from controller.hall.messages import TableResult

HEAD = "table,white,black,length\n"
ROUND = (
    "# title: Round 1\n# format: {}\n# lives: 2\n"
    "table;white;black;length;group\n1;Ann;Bob;7;\n2;Cid;Dot;7;\n1;Ann;Cid;7;\n"
)


def won(table: str, winner: str, loser: str, at: float, length: int = 7) -> tuple[str, TableResult]:
    """Return a table's result."""
    names, score = (winner, loser), (length, 2)
    return table, a_result(f"{int(at):016x}", names=names, score=score, length=length, ended=at)


def test_pairings_are_read_whatever_parts_the_columns() -> None:
    whole = parse_pairings(ROUND.format("swiss"), "round.csv")
    assert (whole.title, whole.format, whole.lives, len(whole.pairings)) == ("Round 1", "swiss", 2, 3)
    assert (whole.pairings[0].table, whole.pairings[0].names) == ("table-1", ("Bob", "Ann"))
    tabbed = parse_pairings("Table\tPlayer 1\tPlayer 2\tPoints\nblue\tAnn\tBob\tmoney\n", "round.tsv")
    assert (tabbed.pairings[0].table, tabbed.pairings[0].length) == ("blue", 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "table,white\n1,Ann\n",
        HEAD + "1,Ann,Ann,7\n",
        HEAD + "1,Ann,,7\n",
        HEAD + "1,Ann,Bob,65\n",
        HEAD + "1,Ann,Bob,-1\n",
        HEAD + "desk,Ann,Bob,7\n",
        HEAD + "1,Ann,Bo\u202eb,7\n",
        "# format: ladder\n" + HEAD + "1,Ann,Bob,7\n",
        HEAD + f"1,{'A' * 41},Bob,7\n",
        HEAD + '1,"Ann,Bob,7\n',
    ],
)
def test_what_is_no_round_is_one_clean_line(text: str) -> None:
    with pytest.raises(TavolaError) as caught:
        parse_pairings(text, "round.csv")
    assert "\n" not in trouble(caught.value)


def test_preset_and_clock_of_a_pairing_are_those_that_tables_know() -> None:
    head = "table,white,black,length,preset,clock\n"
    whole = parse_pairings(head + "1,Ann,Bob,7,tournament,delay:8\n2,Cid,Dot,money,,\n", "round.csv")
    assert [(one.preset, one.clock) for one in whole.pairings] == [("tournament", "delay:8"), ("", "")]
    for row, why in (
        ("2,Cid,Dot,7,pub,\n", "line 3: new match: that cannot be (there is no preset 'pub')"),
        (
            "2,Cid,Dot,7,,sand\n",
            "line 3: new match: that cannot be (option clock is none, delay, bronstein, not",
        ),
        ("2,Cid,Dot,money,,delay\n", "line 3: new match: there is no clock for money"),
    ):
        with pytest.raises(TavolaError) as caught:
            parse_pairings(head + "1,Ann,Bob,7,,\n" + row, "round.csv")
        assert why in trouble(caught.value)


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: HEAD + text))
def test_whatever_a_file_holds_is_read_or_one_clean_error(text: str) -> None:
    try:
        parse_pairings(text, "round.csv")
    except TavolaError as error:
        said = trouble(error)
        if "\n" in said:
            raise


def test_a_result_counts_for_one_pairing_of_the_same_two_at_the_same_table() -> None:
    whole = parse_pairings(HEAD + "1,Ann,Bob,7\n1,Ann,Bob,7\n2,Ann,Bob,7\n", "round.csv")
    results = [
        won("table-1", "Ann", "Bob", 1.0),
        won("table-1", "bob", "ann", 2.0),
        won("table-2", "Ann", "Bob", 3.0, 5),
    ]
    found = paired(whole, results)
    assert [None if one.result is None else one.result.ended for one in found] == [1.0, 2.0, None]


def test_round_robin_by_matches_then_by_points() -> None:
    whole = parse_pairings(ROUND.format("round-robin"), "round.csv")
    found = standings(whole, [won("table-1", "Bob", "Ann", 1.0), won("table-2", "Cid", "Dot", 2.0)])
    assert [(one.name, one.won, one.lost, one.to_play, one.out) for one in found] == [
        ("Bob", 1, 0, 0, False),
        ("Cid", 1, 0, 1, False),
        ("Ann", 0, 1, 1, False),
        ("Dot", 0, 1, 0, False),
    ]


def test_swiss_by_lives_and_knock_out_put_players_out() -> None:
    results = [won("table-1", "Bob", "Ann", 1.0), won("table-1", "Cid", "Ann", 3.0)]
    swiss = {one.name: one for one in standings(parse_pairings(ROUND.format("swiss"), "round.csv"), results)}
    assert [(swiss[name].lives, swiss[name].out) for name in ("Ann", "Bob")] == [(0, True), (2, False)]
    out = {one.name: one.out for one in standings(parse_pairings(ROUND.format("knock-out"), "r"), results[:1])}
    assert out == {"Ann": True, "Bob": False, "Cid": False, "Dot": False}
