"""Every tournament situation of the files of scenarios, played; the language is that of `scenario`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.referee.scenario import blamed, holds, play_scenario, words_of
from tests.controller.referee.scenario_files import Scenario, ScenarioError, parse_topic, scenarios, topics


@pytest.mark.parametrize("scenario", scenarios().values(), ids=lambda scenario: scenario.name)
def test_the_referee_says_what_the_situation_asks_for(scenario: Scenario) -> None:
    for played in play_scenario(scenario):
        line, said, below = played.line, played.said, played.line.expected
        where = f"{line.file}:{line.number}: {line.text}"
        expected = [one[1:].split() for one in below if one[0] == ">"]
        spoken = [f"{type(event).__name__} {' '.join(sorted(words_of(event)))}" for event in said]
        assert [one[0] for one in expected] == [type(event).__name__ for event in said], (where, spoken)
        for wanted, event in zip(expected, said, strict=True):
            words, absent = words_of(event), {word[1:] for word in wanted[1:] if word[0] == "!"}
            assert {word for word in wanted[1:] if word[0] != "!"} <= words, (where, wanted, sorted(words))
            assert not absent & words, (where, wanted, sorted(words))
        with blamed(line):
            assert [one for one in below if one[0] == "=" and not holds(one[1:].strip(), played.after)] == [], where


def test_every_situation_says_what_it_shows() -> None:
    assert [name for name, scenario in scenarios().items() if len(scenario.shows) < 16] == []


def test_names_of_topics_and_scenarios_are_found_once() -> None:
    names = [name for topic in topics() for name in (topic.name, *(one.name for one in topic.scenarios))]
    assert len(set(names)) == len(names)


HEAD = "# Topic\nAbout it.\n\n## some_name\nThe referee says something.\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: the file is empty"),
        ("## some_name\nsetup", "1: a topic begins with # and its title"),
        ("# Topic\nAbout it.", "1: there is no scenario"),
        ("# Topic\nAbout it.\n## some name\nIt says so.\nsetup", "3: 'some name' is no name"),
        ("# Topic\nAbout it.\n## some_name\nsetup\n  > GameStarted", "3: below the name stands one sentence"),
        (f"{HEAD}setup", "4: nothing is expected"),
        (f"{HEAD}  > GameStarted\nsetup", "6: nothing has happened yet"),
        (f"{HEAD}setup\nmoney\n  > GameStarted", "7: what was agreed stands before what happens"),
        (f"{HEAD}option policies condone\nsetup\n  > GameStarted", "6: 'option policies condone' is not understood"),
        (f"{HEAD}preset clubs\nsetup\n  > GameStarted", "6: 'preset clubs' is not understood"),
        (f"{HEAD}score 1\nsetup\n  > GameStarted", "6: 'score 1' is not understood"),
        (f"{HEAD}setups\n  > GameStarted", "6: 'setups' is not understood"),
        (f"{HEAD}setup\n  > GameStarted\nopen 3", "8: 'open 3' is not understood"),
        (f"{HEAD}setup\n  > GameStarted\n# noted", "8: '# noted' is not understood"),
        (f"{HEAD}setup\n  > GameStarted\nroll three 3 1", "8: 'roll three 3 1' is not understood"),
    ],
)
def test_a_mistake_in_a_file_is_one_line_with_file_and_number(text: str, said: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        play_scenario(parse_topic(text, Path("01-topic.txt")).scenarios[0])
    assert str(raised.value).startswith(f"01-topic.txt:{said}")
    assert "\n" not in str(raised.value)


def test_a_file_without_a_number_has_no_place_in_the_order() -> None:
    with pytest.raises(ScenarioError, match=r"^topic\.txt:1: the name of a file is a number"):
        parse_topic(f"{HEAD}setup\n  > GameStarted", Path("topic.txt"))
