"""Settings: what is written is read back, and every mistake is named with its file, its key and what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.cli.main import main
from controller.config.settings import CameraSettings, File, LightsSettings, RecordSettings, Settings, TableSettings
from controller.config.settings_file import (
    SettingsError,
    allowed,
    beside,
    load_settings,
    parse_settings,
    sections_of,
    settings_path,
    settings_text,
)
from controller.others_text import is_plain
from hardware.wiring.pins import PI_PINS

if TYPE_CHECKING:
    from collections.abc import Callable

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(str.strip).filter(is_plain)


def refused(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text.encode(), "table.toml")
    return trouble(caught.value)


@given(
    device=TEXTS,
    file=st.none() | TEXTS.filter(bool).map(Path),
    focus=st.none() | st.floats(0, 1023),
    width=st.integers(320, 4608),
    upside_down=st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_settings_that_were_written_are_read_back(
    device: str,
    file: Path | None,
    focus: float | None,
    width: int,
    *,
    upside_down: bool,
) -> None:
    camera = CameraSettings(device=device, file=file, focus=focus, width=width, upside_down=upside_down)
    whole = Settings(camera=camera, table=TableSettings(calibration=file))
    assert parse_settings(settings_text(whole).encode(), "x") == whole


def test_every_field_says_what_it_is_and_what_is_allowed() -> None:
    for name, section in sections_of(Settings()).items():
        assert type(section).__doc__
        for key, field in type(section).model_fields.items():
            assert field.description, f"{name}.{key}"
            assert allowed((name, key))
            assert f"# {field.description}" in settings_text(Settings())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[camera]\nwidht = 3", ("table.toml", "camera.widht", "width", "height")),
        ("[camra]\nwidth = 1280", ("table.toml", "camra", "camera", "lights")),
        ("[camera]\nwidth = 99999", ("camera.width = 99999", "320 to 4608")),
        ("[camera]\nwidth = 'wide'", ('camera.width = "wide"', "a whole number from 320 to 4608")),
        ("[camera]\nkind = 'film'", ('camera.kind = "film"', "one of usb, csi, network, video, stills, simulated")),
        ("[buttons]\nundo = 28", ("buttons.undo = 28", "0 to 27")),
        ("[lights]\nid = 'zz'", ("lights.id", "hexadecimal")),
        ("[camera]\nfocus = -1", ("camera.focus = -1", "0 to 1023")),
        ("[camera]\nupside_down = 7", ("camera.upside_down = 7", "true or false")),
        ("[speech]\nlanguage = 'de'", ('speech.language = "de"', "en, ", "fr", ".po")),
        ("[speech]\nspeed = 20", ("speech.speed = 20", "80 to 450")),
        ("[speech]\nvolume = 300", ("speech.volume = 300", "0 to 200")),
        ("[speech]\nvoice = 'it; rm'", ("speech.voice", "a voice's name of up to 40 letters")),
        ("[hall]\npages = 'here'", ("hall.pages", "an address such as http://")),
        ("[table]\nlength = 0", ("table.length = 0", 'a whole number from 1 to 64 or "money"')),
        ("[table]\nlength = 'cash'", ('table.length = "cash"', '"money"')),
        ("[table]\nwhite = ''", ('table.white = ""', "1 to 40 letters")),
        ("camera = 3", ("camera has to be a section",)),
        ("[camera\n", ("table.toml", "not TOML")),
    ],
)
def test_a_mistake_is_named_in_one_line_with_what_is_allowed(text: str, words: tuple[str, ...]) -> None:
    said = refused(text)
    assert "\n" not in said
    for word in words:
        assert word in said


def test_a_table_is_set_to_points_or_to_money() -> None:
    assert parse_settings(b"[table]\nlength = 7", "x").table.points == 7
    money = parse_settings(b"[table]\nlength = 'money'", "x")
    assert money.table.points == 0
    assert 'length = "money"' in settings_text(money)


def test_a_mistake_is_named_once() -> None:
    assert refused("[table]\nlength = 0").count("table.length") == 1


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(SettingsError, match="not_toml"):
        parse_settings(b"\xff\xfe", "x")


def test_every_mistake_of_a_file_is_named() -> None:
    said = refused("[camera]\nwidth = 1\nheight = 1\n[speech]\nlanguage = 'de'")
    assert said.count(";") == 2


def test_settings_do_not_change_once_read() -> None:
    camera, field = Settings().camera, "width"
    with pytest.raises(ValueError, match="frozen"):
        setattr(camera, field, 640)


def test_files_are_looked_for_beside_the_settings_and_matches_where_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text("[table]\ncalibration = 'board.json'\n[record]\nout = 'matches'\n", "utf-8")
    found = load_settings(tmp_path / "t.toml")
    assert found.table.calibration == tmp_path / "board.json"
    assert found.record.out == Path("matches")


def test_every_file_but_the_folder_of_matches_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    class RecordWithNote(RecordSettings):
        note: File = Path("note.txt")

    settings = Settings().model_copy(update={"record": RecordWithNote(out=Path("matches"))})
    found = beside(settings, tmp_path).record
    assert isinstance(found, RecordWithNote)
    assert (found.note, found.out) == (tmp_path / "note.txt", Path("matches"))


def test_the_file_given_counts_first_then_the_environment_then_the_users(tmp_path: Path) -> None:
    own = tmp_path / "tavola" / "settings.toml"
    bare = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert settings_path(None, bare) != own
    own.parent.mkdir()
    own.touch()
    assert settings_path(None, bare) == own
    assert settings_path(None, {"HOME": str(tmp_path)}) != own
    assert settings_path(None, bare | {"TAVOLA_SETTINGS": "here.toml"}) == Path("here.toml")
    assert settings_path(Path("given.toml"), bare | {"TAVOLA_SETTINGS": "here.toml"}) == Path("given.toml")


def test_the_pins_that_settings_name_are_those_of_the_wiring() -> None:
    told = Settings()
    wired = {pin.use: pin.gpio for pin in PI_PINS}
    assert {use: getattr(told.buttons, use) for use in wired if hasattr(told.buttons, use)} == {
        pin.use: pin.gpio for pin in PI_PINS if pin.kind == "button"
    }
    assert told.buzzer.gpio == wired["buzzer"]


@pytest.fixture
def tavola(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    for variable in ("TAVOLA_SETTINGS", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return lambda *words: main(["settings", *(str(word) for word in words)])


def test_what_write_writes_can_be_checked_and_shown(
    tavola: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new" / "table.toml"
    assert tavola("write", file) == 0
    assert tomllib.loads(file.read_text(encoding="utf-8"))["camera"]["width"] == 1280
    assert tavola("write", file) == 2
    assert "--force" in capsys.readouterr().err
    file.write_text('[lights]\nid = "1F"\n', encoding="utf-8")
    assert tavola("write", file, "--settings", file, "--force") == 0
    assert load_settings(file).lights == LightsSettings(id="1F")
    capsys.readouterr()
    assert tavola("check", "--settings", file) == 0
    assert "can be used" in capsys.readouterr().out
    assert tavola("show", "--settings", file) == 0
    told = capsys.readouterr().out
    assert 'lights.id = "1F"  # set' in told
    assert "camera.file = (not set)" in told


def test_a_wrong_file_ends_in_one_line_and_exit_status_two(
    tavola: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[camera]\nwidht = 3\n", encoding="utf-8")
    assert tavola("check", "--settings", file) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said
    assert tavola("show", "--settings", tmp_path / "none.toml") == 2
    assert "none.toml" in capsys.readouterr().err


@pytest.mark.parametrize("text", ['[pages]\naddress = "not an address"', '[speech]\nlanguage = "missing.po"'])
def test_what_could_not_be_used_at_a_table_is_refused_when_it_is_checked(
    text: str, tavola: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    assert tavola("check", "--settings", file) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_notepad_has_saved_is_read(tavola: Callable[..., int], tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf[camera]\r\nwidth = 640\r\n")
    assert tavola("check", "--settings", file) == 0
    assert load_settings(file).camera.width == 640


def test_without_a_file_everything_is_as_it_comes(
    tavola: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("controller.config.settings_file.EVERYBODY", tmp_path / "none.toml")
    assert tavola("show") == 0
    assert "no file" in capsys.readouterr().out
