"""Advice of the doctor is in every language, and every advice that is given is there."""

from __future__ import annotations

import re

import pytest

from controller.announce.advice import SENTENCES, advice
from controller.announce.language import language, languages
from controller.setup.doctor.finding import Finding, Health, advised, line, plain
from tests.paths import ROOT

SOURCES = (*(ROOT / "controller/setup/doctor").glob("*.py"), ROOT / "controller/cli/commands/doctor.py")
GIVEN = frozenset(
    key for source in SOURCES for key in re.findall(r"['\"](advice\.[a-z_]+)['\"]", source.read_text("utf-8"))
)


def test_what_is_advised_is_what_there_is_to_advise() -> None:
    assert len(GIVEN) > 30
    assert set(SENTENCES) == GIVEN


def test_no_advice_is_written_into_a_finding_unless_it_is_a_command() -> None:
    for source in SOURCES:
        for given in re.findall(r'(?:poor|ill)\([^()]*, "([^"]+)"\)', source.read_text("utf-8")):
            assert given.startswith(("advice.", "tavola ", "sudo ")), (source.name, given)


@pytest.mark.parametrize("code", languages()[1:])
def test_advice_is_said_in_the_words_of_the_language(code: str) -> None:
    words = language(code)
    for key, english in SENTENCES.items():
        said = advice(key, words, names="brltty", units="brltty")
        assert said
        assert said != english
    assert advice("tavola calibrate --camera", words) == "tavola calibrate --camera"


def test_a_finding_gives_its_advice_in_the_language_that_is_asked_for() -> None:
    finding = Finding("strip", Health.ILL, "no strip", "advice.strip_plug", ("brltty",))
    italian = language("it")
    assert advised(finding, italian).startswith("collegala, o imposta lights.kind su none; brltty")
    assert line(finding, italian).plain.endswith(advised(finding, italian))
    assert plain(finding, italian)["todo"] == advised(finding, italian)
    assert plain(finding)["todo"].startswith("plug it in")
