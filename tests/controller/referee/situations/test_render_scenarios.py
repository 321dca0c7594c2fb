"""The pages made of the scenarios are those in `docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.referee.inputs import Action
from controller.referee.state import Phase
from tests.controller.referee import scenario, scenario_words
from tests.controller.referee.render_scenarios import COMMAND, DOCS, PAGES, contents, page
from tests.controller.referee.scenario_files import topics

if TYPE_CHECKING:
    from tests.controller.referee.scenario_files import Topic


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)
def test_the_page_of_a_topic_shows_what_the_referee_does_now(topic: Topic) -> None:
    path = PAGES / f"{topic.name}.md"
    assert path.is_file(), f"run: {COMMAND}"
    assert path.read_text(encoding="utf-8") == page(topic), f"run: {COMMAND}"


def test_every_topic_is_on_the_page_of_contents_and_none_is_left_over() -> None:
    assert (DOCS / "what-the-referee-does.md").read_text(encoding="utf-8") == contents(topics()), f"run: {COMMAND}"
    assert {path.stem for path in PAGES.iterdir()} == {topic.name for topic in topics()}


def test_every_scenario_can_be_linked_to_by_its_name() -> None:
    for topic in topics():
        text = (PAGES / f"{topic.name}.md").read_text(encoding="utf-8")
        assert all(f'<a id="{one.name}"></a>' in text for one in topic.scenarios), topic.name


def test_whatever_the_language_of_scenarios_knows_has_english_words() -> None:
    assert set(scenario_words._VERBS) == set(scenario._VERBS)
    assert set(scenario_words._SAID) == set(Action)
    assert set(scenario_words._WAITED_FOR) == set(Phase)
