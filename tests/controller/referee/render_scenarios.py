"""Pages that show a tournament director what the referee does, made of the scenarios.

    python -m tests.controller.referee.render_scenarios

plays every scenario and writes `docs/what-the-referee-does.md` and a page a topic in `docs/referee`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.announce.phrases import Phrases
from controller.referee.events import Audience
from tests.controller.referee.scenario import blamed, play_scenario
from tests.controller.referee.scenario_files import FOLDER, topics
from tests.controller.referee.scenario_words import claim_in_words, line_in_words, settings_in_words
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.controller.referee.scenario import Played
    from tests.controller.referee.scenario_files import Scenario, Topic

DOCS: Final = ROOT / "docs"
PAGES: Final = DOCS / "referee"
"""Holds nothing but pages made here."""
COMMAND: Final = "python -m tests.controller.referee.render_scenarios"
ABOUT: Final = """\
Every situation on these pages is a test: it is played before the referee, and what stands here is what the referee
answers. Anna and Boris sit at the board; points are counted by the player who moves. Unless something is said of it
they play a match to 5 points with what is agreed in the preset `club` (`tavola options` prints it).

Where Tavola says nothing there is a dash. What only the director hears begins with "To the director". What is then so,
without being said, is written in italics. Letters in brackets, as (US08 4.5), name the rules from which something
comes; `controller/referee/options/options.py` lists them.
"""


def written() -> dict[Path, str]:
    """Return the text of every page, by file."""
    return {DOCS / "what-the-referee-does.md": contents(topics())} | {
        PAGES / f"{topic.name}.md": page(topic) for topic in topics()
    }


def contents(found: tuple[Topic, ...]) -> str:
    """Return the page that leads to those of the topics."""
    rows = [f"| [{topic.title}](referee/{topic.name}.md) | {topic.about} | {len(topic.scenarios)} |" for topic in found]
    table = "\n".join(["| topic | what it is about | situations |", "|---|---|---|", *rows])
    return f"<!-- Made by `{COMMAND}`. -->\n\n# What the referee does\n\n{ABOUT}\n{table}\n"


def page(topic: Topic) -> str:
    """Return the page of a topic."""
    source = f"the scenarios in `{FOLDER.relative_to(ROOT).as_posix()}`"
    head = f"<!-- Made of {source} by `{COMMAND}`. -->\n\n# {topic.title}\n\n{topic.about}\n"
    return "\n".join([head, *map(situation, topic.scenarios)])


def situation(scenario: Scenario) -> str:
    """Return a scenario: its name as the anchor, what it shows as the heading, and line by line what happens."""
    settings = settings_in_words(scenario.settings)
    return "\n".join(
        [
            f'<a id="{scenario.name}"></a>\n',
            f"## {scenario.shows.removesuffix('.')}\n",
            *([f"Agreed: {settings}\n"] if settings else []),
            "| at the table | Tavola says |",
            "|---|---|",
            *map(_row, play_scenario(scenario)),
            "",
        ]
    )


def _row(played: Played) -> str:
    """Return what happens, what is said to it, and what is then so."""
    with blamed(played.line):
        return f"| {_cell(line_in_words(played.line.text, played.before))} | {_answer(played)} |"


def _answer(played: Played) -> str:
    phrases = Phrases(played.after.setup.names)
    said = [(event.audience, phrases.sentence(event)) for event in played.said]
    heard = [f"To the director: {text}" if audience is Audience.DIRECTOR else text for audience, text in said if text]
    so = [claim_in_words(claim[1:]) for claim in played.line.expected if claim[0] == "="]
    return " ".join([*map(_cell, heard), *([f"*{' '.join(so)}*"] if so else [])]) or "—"


def _cell(text: str) -> str:
    """Return a text as it stands in a table."""
    return text.replace("*", "\\*").replace("|", "\\|")


def main() -> None:
    """Write all pages, and take away those of topics that there are no more."""
    pages = written()
    PAGES.mkdir(exist_ok=True)
    for old in set(PAGES.iterdir()) - set(pages):
        old.unlink()
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
