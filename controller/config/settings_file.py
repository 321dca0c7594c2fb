"""The file of settings: TOML, read with every mistake named, and written with every field explained."""

from __future__ import annotations

import json
import os
import reprlib
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import ValidationError

from controller.config.folders import config_folder
from controller.config.settings import Section, Settings
from controller.errors import TavolaError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

VARIABLE: Final = "TAVOLA_SETTINGS"
"""The environment variable that names the file."""

NAME: Final = "settings.toml"
"""What the user's file is called in his folder of settings."""

EVERYBODY: Final = Path("/etc/tavola/settings.toml")
"""Where the settings of a machine lie."""


LONGEST: Final = 1_000_000
"""Bytes that a file of settings may have."""

LAID_OVER: Final = ("table", "speech", "record", "simulation")
"""The sections of which the command line lays single settings over those of the file."""

_WHERE_IT_RUNS: Final = ("record", "out")
"""The one setting whose relative file is looked for where the program runs, as that of `--out` is."""

_TYPED: Final = "the command line"
_Kind = TypeVar("_Kind", bound=Settings)


class SettingsError(TavolaError, ValueError):
    """The settings cannot be used."""


def settings_path(given: Path | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file of settings that counts, None where there is none and every setting is as it comes.

    That given, else the one that the environment names (`VARIABLE`), else that of the user
    (`~/.config/tavola/settings.toml`), else that of the machine.

    Args:
        given: the file named on the command line.
        environment: variables by name.
    """
    if given is not None:
        return given
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    places = (config_folder(environment) / NAME, EVERYBODY)
    return next((place for place in places if place.is_file()), None)


def load_settings(path: Path | None) -> Settings:
    """Return the settings of a file; the files it names are looked for beside it.

    Args:
        path: the file; None for every setting as it comes.

    Raises:
        OSError: the file cannot be opened.
        SettingsError: `settings.not_toml`, `settings.refused`.
    """
    if path is None:
        return Settings()
    if path.exists() and not path.is_file():
        raise SettingsError("settings.not_toml", name=str(path), why="it is no file")
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise SettingsError("settings.not_toml", name=str(path), why=f"it has more than {LONGEST} bytes")
    return beside(parse_settings(content, str(path)), path.parent)


def parse_settings(content: bytes, name: str) -> Settings:
    """Return the settings of a text.

    Args:
        content: TOML.
        name: of the file, for what is said of it.

    Raises:
        SettingsError: `settings.not_toml`, or `settings.refused` with every mistake.
    """
    try:
        values = tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise SettingsError("settings.not_toml", name=name, why="its values are nested too deeply") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError("settings.not_toml", name=name, why=str(error)) from None
    except ValueError:  # Python's word of it is for programmers
        raise SettingsError("settings.not_toml", name=name, why="a number in it has thousands of digits") from None
    return _checked(Settings, values, name)


def named_alone(kind: type[Settings]) -> dict[str, str]:
    """Return the settings that the command line and callers name without their section, each with its section."""
    sections = sections_of(kind())
    return {field: name for name in LAID_OVER if name in sections for field in type(sections[name]).model_fields}


def laid_over(settings: _Kind, given: Mapping[str, object], name: str = _TYPED, *, strict: bool | None = None) -> _Kind:
    """Return settings with what the command line, a caller or a journal says instead.

    Args:
        settings: what the file says, or what there is where nothing is said.
        given: values by the name of the setting (`named_alone`); None is not given, and a length of 0 is money.
        name: what says so.
        strict: False takes texts for numbers.

    Raises:
        SettingsError: `settings.refused`.
    """
    values, sections = settings.model_dump(), named_alone(type(settings))
    for key, value in given.items():
        if value is not None:
            money = key == "length" and value in (0, "0")
            values.setdefault(sections.get(key, key), {})[key] = "money" if money else value
    return _checked(type(settings), values, name, strict=strict)


def filmed(settings: Settings, film: Path) -> Settings:
    """Return settings with a film for a camera, and without strip, buttons and speaker.

    Raises:
        SettingsError: `settings.refused`.
    """
    values = settings.model_dump()
    values["camera"] |= {"kind": "video", "file": film}
    values["speech"]["speak"] = "nothing"
    for device in ("lights", "buttons", "buzzer"):
        values[device]["kind"] = "none"
    return _checked(Settings, values, _TYPED)


def _checked(kind: type[_Kind], values: Mapping[str, object], name: str, *, strict: bool | None = None) -> _Kind:
    """Return the settings of plain values.

    Raises:
        SettingsError: `settings.refused` with every mistake.
    """
    try:
        return kind.model_validate(values, strict=strict)
    except ValidationError as error:
        mistakes = [_mistake(kind, detail) for detail in error.errors(include_url=False)]
        raise SettingsError("settings.refused", name=name, mistakes="; ".join(dict.fromkeys(mistakes))) from None


def beside(settings: Settings, folder: Path) -> Settings:
    """Return settings whose relative files are those in a folder, save where matches are kept."""
    sections: dict[str, Section] = {}
    for name, section in sections_of(settings).items():
        files = {
            key: folder / value
            for key in type(section).model_fields
            if (name, key) != _WHERE_IT_RUNS and isinstance(value := getattr(section, key), Path)
        }
        sections[name] = section.model_copy(update=files)
    return settings.model_copy(update=sections)


def sections_of(settings: Settings) -> dict[str, Section]:
    """Return the parts of settings by name."""
    return {name: getattr(settings, name) for name in type(settings).model_fields}


def allowed(path: Sequence[str | int], kind: type[Settings] = Settings) -> str:
    """Return what may stand at a place of the settings, in words.

    Args:
        path: the name of the section, and that of the field, as far as they are known.
        kind: which settings.
    """
    names = [str(part) for part in path]
    if not names or names[0] not in kind.model_fields:
        return f"the sections are {', '.join(kind.model_fields)}"
    section = type(sections_of(kind())[names[0]])
    if len(names) < 2 or names[1] not in section.model_fields:
        return f"[{names[0]}] has {', '.join(section.model_fields)}"
    return _range(section.model_json_schema()["properties"][names[1]])


def settings_text(settings: Settings) -> str:
    """Return settings as the text of a file, with every field's meaning and bounds above it."""
    lines = ["# Settings of Tavola. `tavola settings check` looks them over.", ""]
    for name, section in sections_of(settings).items():
        lines += [f"# {(type(section).__doc__ or '').strip()}", f"[{name}]"]
        for key, field in type(section).model_fields.items():
            lines += [f"# {field.description} ({allowed((name, key))})", _assignment(key, getattr(section, key), field)]
        lines.append("")
    return "\n".join(lines)


def shown(value: object) -> str:
    """Return a value as TOML has it; an empty string for one that is not set."""
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _assignment(key: str, value: object, field: FieldInfo) -> str:
    """Return the line for a field; one that is not set is commented out."""
    if value is not None:
        return f"{key} = {shown(value)}"
    return f'# {key} = "..."' if "float" not in str(field.annotation) else f"# {key} = 1.0"


def _range(schema: Mapping[str, Any]) -> str:
    """Return the words for a field's schema."""
    if "anyOf" in schema:
        return " or ".join(_range(part) for part in schema["anyOf"] if part.get("type") != "null")
    if "const" in schema:
        return shown(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(str(word) for word in schema["enum"])
    kinds = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "string": "text"}
    if schema.get("format") == "path":
        return "a file or folder"
    words = kinds[schema["type"]]
    if "minLength" in schema:
        return f"text of {schema['minLength']} to {schema['maxLength']} letters"
    if "wanted" in schema:
        return str(schema["wanted"])
    if "minimum" in schema:
        words += f" from {schema['minimum']:g}" + (f" to {schema['maximum']:g}" if "maximum" in schema else "")
    if "maxLength" in schema:
        words += f" of up to {schema['maxLength']} letters"
    return words


def _mistake(kind: type[Settings], detail: ErrorDetails) -> str:
    """Return what is wrong with one key, and what is allowed there."""
    where = [part for part in detail["loc"] if isinstance(part, str)]
    key = ".".join(where[:2])
    if detail["type"] == "extra_forbidden":
        return f"{key}: there is no such setting; {allowed(where, kind)}"
    if detail["type"] == "value_error" and len(where) < 2:
        return f"{key}: {detail['ctx']['error']}".removeprefix(": ")
    if detail["type"] == "value_error":
        return f"{key} = {_given(detail['input'])}: {detail['ctx']['error']}"
    if len(where) < 2:
        return f"{key} has to be a section; {allowed(where, kind)}"
    return f"{key} = {_given(detail['input'])}: {allowed(where, kind)} is wanted"


def _given(value: object) -> str:
    """Return what was given, short enough for a line."""
    if isinstance(value, dict | list):
        text = reprlib.repr(value)  # they may lie in each other deeper than `str` can print
    else:
        text = shown(value) if isinstance(value, str | bool | int | float) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
