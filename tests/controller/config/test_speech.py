"""The language of the environment is that of the program, where it is spoken."""

from __future__ import annotations

import pytest

from controller.config.speech import own_language


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "es_ES@euro"}, "es"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment_is_taken_where_it_is_spoken(environment: dict[str, str], code: str) -> None:
    assert own_language(environment) == code
