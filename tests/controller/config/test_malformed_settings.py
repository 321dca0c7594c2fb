"""Whatever a file of settings holds, it can be used or is refused in one line; what is checked is all of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.cli.main import main
from controller.config.settings import Settings
from controller.config.settings_file import SettingsError, parse_settings, sections_of
from tests.paths import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = SHARED / "faults" / "files"

BAD: dict[str, tuple[str, str]] = {
    "nested": ("x=" + "[" * 5000 + "]" * 5000, "not TOML"),
    "5,000 digits": ("[table]\nlength = " + "9" * 5000, "thousands of digits"),
    "nested tables": ("x=" + "{a=" * 2000 + "1" + "}" * 2000, "not TOML"),
    "a table deeper than can be printed": ("[pages]\ndelay" + ".a" * 900 + " = 1", "pages.delay"),
    "lists in lists": ("[pages]\ndelay = " + "[" * 80 + "]" * 80, "pages.delay"),
    "no UTF-8": ("\udcff = 1", "not TOML"),
    "too long": ("#" * 2_000_000, "more than"),
    "a NUL": ('[record]\nout = "a\\u0000b"', "record.out"),
    "a folder without a name": ('[record]\nout = " "', 'record.out = " ": a name is wanted'),
    "a file without a name": ('[table]\ncalibration = ""', 'table.calibration = "": a name is wanted'),
    "a line feed": ('[table]\nwhite = "a\\nb"', "table.white"),
    "a truth for a number": ("[table]\nlength = true", "table.length"),
    "a text for a number": ('[table]\nlength = "3"', "table.length"),
    "a fraction for a number": ("[table]\nlength = 3.0", "table.length"),
    "a text for a truth": ('[camera]\nupside_down = "yes"', "camera.upside_down"),
    "a number for a truth": ("[camera]\nupside_down = 1", "camera.upside_down"),
    "no number": ("[camera]\nrate = nan", "camera.rate"),
    "a number for a text": ("[table]\nwhite = 5", "table.white"),
    "no such value of an option": ('[table]\noptions = "policy=nope"', "policy"),
    "no such option": ('[table]\noptions = "hat=on"', "no option 'hat'"),
    "no option at all": ('[table]\noptions = "nope"', "option"),
    "two buttons on one pin": ('[buttons]\nkind = "gpio"\nclock_left = 5\nclock_right = 5', "same GPIO: 5"),
    "a button and the buzzer": (
        '[buttons]\nkind = "gpio"\ncube = 9\n[buzzer]\nkind = "gpio"\ngpio = 9',
        "same GPIO: 9",
    ),
    "the light and the buzzer": ('[status]\nkind = "gpio"\ngpio = 9\n[buzzer]\nkind = "gpio"\ngpio = 9', "GPIO: 9"),
    "a section that is none": ("table = 5", "table"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_used_is_refused_in_one_line_by_check(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, answer = BAD[kind]
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    assert main(["settings", "check", "--settings", str(path)]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1
    assert len(said) < 1000


@pytest.mark.skipif(not FILES.is_dir(), reason="the folder ../shared/faults is not here")
@pytest.mark.parametrize("name", sorted(one.name for one in FILES.glob("settings-*.toml")) or ["none"])
def test_settings_that_were_met_are_refused_in_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "check", "--settings", str(FILES / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_refused_at_once(
    make: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "settings.toml")
    assert main(["settings", "check", "--settings", str(tmp_path / "settings.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_buttons_that_are_keys_may_have_any_pins() -> None:
    assert parse_settings(b"[buttons]\nclock_left = 5\nclock_right = 5", "x").buttons.clock_left == 5
    assert parse_settings(b"[camera]\nrate = 15", "x").camera.rate == 15.0


SECTIONS = sections_of(Settings())
FIELDS = sorted(f"{name}.{key}" for name, section in SECTIONS.items() for key in type(section).model_fields)
VALUES = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=5),
    st.sampled_from(["gpio", "usb", "nope", "policy=nope", "", "x" * 500, "a\x00b"]),
    st.just([1, [2]]),
    st.just({"a": 1}),
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=4))
def test_any_values_are_settings_or_a_mistake(values: dict[str, object]) -> None:
    sections: dict[str, list[str]] = {}
    for name, value in values.items():
        section, key = name.split(".")
        sections.setdefault(section, []).append(f"{key} = {as_toml(value)}")
    text = "\n".join(f"[{name}]\n" + "\n".join(lines) for name, lines in sections.items())
    try:
        parse_settings(text.encode(errors="surrogatepass"), "here")
    except SettingsError as error:
        assert error.key in {"settings.refused", "settings.not_toml"}  # noqa: PT017 - either is right


def as_toml(value: object) -> str:
    """Return a value as TOML has it, or nearly."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(one):08x}" for one in value) + '"'
    return str(value).lower()


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_settings_or_a_mistake(content: bytes) -> None:
    try:
        parse_settings(content, "here")
    except SettingsError as error:
        assert error.key in {"settings.refused", "settings.not_toml"}  # noqa: PT017 - either is right
