"""The command line: what is typed, what is answered, and how bad input is refused."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import exit_status
from controller.cli.main import COMMANDS, grammar, leaves, main
from controller.config.simulation_settings import SimulatedSettings
from controller.record.journal.reader import read_journal
from controller.record.journal.writer import Journal
from controller.record.keeper import Keeper
from controller.record.transcript import GameRecord, MatchRecord, Outcome
from controller.rules.player import Player
from controller.rules.variant import BACKGAMMON, DUTCH, NACKGAMMON, Variant
from controller.table.order import about, as_before
from controller.table.seating import Played
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, column_x, surface_corners
from hardware.simulated.scene.checkers import arrange
from hardware.simulated.scene.table import Hand, Scene, with_hand
from hardware.simulated.still import random_arrangement
from tests.controller.record.matches import RUN, story
from tests.controller.table.ordered import ordered
from tests.paths import ROOT, SHARED

BLANK = np.full((300, 400, 3), 127, dtype=np.uint8)


def picture(folder: Path) -> Path:
    """Write a picture of nothing and return its path."""
    path = folder / "nothing.png"
    assert cv2.imwrite(str(path), BLANK)
    return path


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("tavola 0.")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert "simulate" in shown
    assert "read" in shown


def test_the_installed_command_answers() -> None:
    command = Path(sys.executable).with_name("tavola")
    done = subprocess.run([str(command), "--version"], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout.startswith("tavola ")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["simulate", "--length", "0"], "a match goes to 1 to 64 points, or it is money, not '0'"),
        (["simulate", "--length", "many"], "a match goes to 1 to 64 points, or it is money, not 'many'"),
        (["read", "photo.jpg", "--corners", "1,2,3"], "eight numbers with commas between are needed"),
        (["read", "photo.jpg", "--corners", "1,2,3,4,5,6,7,x"], "eight numbers with commas between are needed"),
        (["watch", "film.mp4", "--within", "-1"], "a number of seconds above 0 is needed, not '-1'"),
        (["watch", "film.mp4", "--within", "0"], "a number of seconds above 0 is needed, not '0'"),
        (["calibrate", "--camera", "--wait", "nan"], "a number of seconds above 0 is needed, not 'nan'"),
        (["calibrate", "--camera", "--wait", "inf"], "a number of seconds above 0 is needed, not 'inf'"),
        ([], "required"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused_with_status_2(
    typed: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed)
    assert ended.value.code == 2
    assert answer in capsys.readouterr().err


def test_how_much_of_a_film_is_searched_says_nothing_where_a_board_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "film.mp4", "--calibration", "board.json", "--within", "60"]) == 2
    assert capsys.readouterr().err == "tavola: --within says nothing beside --calibration: take one of them away\n"


@pytest.mark.parametrize(
    ("corners", "answer"),
    [
        ("10,10,200,10,200,200,100,50", "the corners must make a quadrilateral without a dent"),
        ("10,10,10,200,200,200,200,10", "the corners must go clockwise"),
        ("10,10,20,10,20,20,10,20", "the board is too small in the picture"),
        ("10,10,2000,10,2000,2000,10,2000", "is outside the picture of 400 by 300 pixels"),
    ],
)
def test_corners_that_make_no_board_are_refused_in_one_line(
    corners: str, answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "noise.png"
    assert cv2.imwrite(str(path), np.random.default_rng(1).integers(0, 255, BLANK.shape, dtype=np.uint8))
    assert main(["read", str(path), "--corners", corners]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_a_picture_that_is_missing_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(tmp_path / "gone.jpg")]) == 2
    said = capsys.readouterr().err
    assert "gone.jpg: No such file" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n broken"])
def test_a_file_that_is_no_picture_is_refused_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.jpg"
    path.write_bytes(content)
    assert main(["read", str(path)]) == 2
    said = capsys.readouterr().err
    assert "text.jpg: not a picture" in said
    assert said.count("\n") == 1


def test_a_picture_of_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(picture(tmp_path)), "--corners", "10,10,390,10,390,290,10,290"]) == 2
    assert "the picture shows nothing" in capsys.readouterr().err


def test_nothing_is_written_over_the_picture_that_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "board.png"
    content = cv2.imencode(".png", np.full((60, 80, 3), 90, dtype=np.uint8))[1].tobytes()
    picture.write_bytes(content)
    (tmp_path / "same.png").symlink_to(picture)
    for typed in (
        ["read", str(picture), "--overlay", str(picture)],
        ["read", str(picture), "--overlay", str(tmp_path / "same.png")],
        ["calibrate", str(picture), "--out", str(picture)],
        ["calibrate", str(picture), "--overlay", str(picture)],
    ):
        assert main(typed) == 2
        assert "this is the picture that is read" in capsys.readouterr().err
    assert picture.read_bytes() == content


@pytest.mark.parametrize(
    "words",
    [
        "read {picture} --overlay {folder}",
        "calibrate {picture} --out {folder}",
        "calibrate --film {picture} --out {folder}",
    ],
)
def test_a_folder_is_no_name_for_what_is_written(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, folder = tmp_path / "board.png", tmp_path / "folder.png"
    cv2.imwrite(str(picture), np.full((60, 80, 3), 90, dtype=np.uint8))
    folder.mkdir()
    assert main(words.format(picture=picture, folder=folder).split()) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"tavola: {folder} is a folder: a file is written, so name one"
    assert {path.name for path in tmp_path.rglob("*")} == {"board.png", "folder.png"}


def test_corners_are_given_or_known_from_the_calibration(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["read", "board.png", "--corners", "0,0,9,0,9,9,0,9", "--calibration", "board.json"]
    with pytest.raises(SystemExit) as ended:
        main(typed)
    assert ended.value.code == 2
    assert "not allowed with argument --corners" in capsys.readouterr().err


def test_an_overlay_that_is_no_png_is_refused_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(tmp_path / "gone.jpg"), "--overlay", "drawn.gif"]) == 2
    assert "drawn.gif: the overlay's name has to end in .png" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [["simulate", "--length", "99"], ["lights", "bogus"], ["read"], ["bogus"], ["journal", "show", "--x", "x"]],
)
def test_a_command_line_that_cannot_be_used_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "--help says more" in told.err


def test_an_error_of_the_system_without_a_file_has_no_empty_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "test", "--port", "hwgrep://nothing"]) == 2
    assert capsys.readouterr().err == "tavola: no ports found matching regexp 'nothing'\n"


def test_a_film_that_is_missing_is_told_before_anything_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--film", "/nowhere/film.mp4"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "tavola: /nowhere/film.mp4: No such file or directory\n")


def played_match(*, over: bool = True, variant: Variant = BACKGAMMON) -> Keeper:
    """Return what is kept of a match of one game, won or left off."""
    outcome = Outcome(Player.ONE, 1, wins_match=True) if over else None
    game = GameRecord(1, (0, 0), crawford=False, actions=(), outcome=outcome)
    return Keeper(MatchRecord(("Anna", "Boris"), 1, (game,), variant=variant))


@pytest.mark.parametrize(
    "keeper",
    [Keeper(), played_match(over=False), played_match(variant=DUTCH)],
    ids=["nothing played", "not over", "a game that is not analysed"],
)
def test_a_simulated_match_that_would_not_be_analysed_does_not_end_with_that(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    played = Played((), keeper, {"Match file": tmp_path / "match.txt", "Journal": tmp_path / "match-0001.journal"})
    monkeypatch.setattr("controller.table.simulated.simulate", lambda _order, typed: played)
    assert main(["simulate", "--out", str(tmp_path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert f"tavola replay {played.journal} " in last
    assert "analyse" not in last


@pytest.mark.parametrize(("there", "package"), [(None, " (sudo apt-get install gnubg)"), ("/usr/games/gnubg", "")])
def test_a_simulated_match_says_what_it_is_and_ends_with_what_to_do_next(
    there: str | None, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match, journal = tmp_path / "match.mat", tmp_path / "match-0001.journal"
    played = Played((), played_match(variant=NACKGAMMON), {"Match file": match, "Journal": journal})
    monkeypatch.setattr("controller.table.simulated.simulate", lambda _order, typed: played)
    monkeypatch.setattr("controller.cli.simulate.play.find_gnubg", lambda: there)
    assert main(["simulate", "--out", str(tmp_path)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("This is a simulated table")
    assert f"tavola replay {played.journal} " in last
    assert f"tavola analyse {played.journal}{package} says" in last
    assert main(["simulate", "--out", str(tmp_path), "--language", "it"]) == 0
    assert capsys.readouterr().out.startswith("Questo è un tavolo simulato")


@pytest.mark.parametrize("option", ["--look", "--board"])
def test_an_unknown_look_is_refused_with_those_there_are(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", option, "moon", "--strip", "memory", "--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "there is no look moon; there are" in said
    assert "club" in said


@pytest.mark.films
def test_places_under_a_hand_are_told_as_hidden_and_not_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, size = random.Random(5), BoardSize()
    scene = arrange(Scene(size, "tournament"), random_arrangement(rng), rng)
    hand = Hand(x=column_x(size, 20), y=0.1 * size.height, side="top", pose="flat")
    renderer = Renderer(looking_at(size, View(elevation=76)))
    photo = tmp_path / "hand.png"
    cv2.imwrite(str(photo), renderer.draw(with_hand(scene, hand), rng))
    points = renderer.pinhole.project(surface_corners(size)).ravel()
    corners = ",".join(f"{number:.1f}" for number in points)
    assert main(["read", str(photo), "--corners", corners, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "T8" in found["hidden"]
    assert set(found["hidden"]) <= {"T6", "T7", "T8", "T9", "T10", "bar"}
    assert not set(found["hidden"]) & set(found["places"])
    assert main(["read", str(photo), "--corners", corners]) == 0
    shown = capsys.readouterr().out
    assert "Hidden" in shown
    assert "T8" in shown.split("Hidden")[1].split(": a hand is in the way")[0]


@pytest.mark.films
@pytest.mark.skipif(not SHARED.exists(), reason="the photographs in ../shared are not here")
def test_a_real_photograph_is_read_printed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    label = json.loads((SHARED / "photos/boards/labels.jsonl").read_text("utf-8").splitlines()[0])
    photo = SHARED / "photos/boards" / label["file"]
    corners = ",".join(str(number) for corner in label["corners"] for number in corner)
    overlay = tmp_path / "drawn.png"
    assert main(["read", str(photo), "--corners", corners, "--json", "--overlay", str(overlay)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "format",
        "version",
        "doubts",
        "places",
        "bar",
        "dice",
        "cube",
        "hidden",
        "unlike",
        "position",
    }
    assert all(shade in ("dark", "light") and 1 <= count <= 15 for shade, count in found["places"].values())
    original, drawn = cv2.imread(str(photo)), cv2.imread(str(overlay))
    assert original is not None
    assert drawn is not None
    assert drawn.shape == original.shape
    assert (drawn != original).any()
    assert main(["read", str(photo), "--corners", corners]) == 0
    shown = capsys.readouterr().out
    assert "Dice" in shown
    assert "Doubt" in shown


HEAVY = {"cv2", "numpy", "onnxruntime", "pydantic", "rich", "serial"}
LOADED = """
import sys
from controller.cli import exit_status
from controller.cli.main import COMMANDS, main

try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("loaded", *sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("typed", [[], ["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)])
def test_what_answers_without_working_loads_nothing_heavy(typed: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *typed], capture_output=True, text=True, timeout=60, check=True
    )
    assert HEAVY & set(done.stderr.splitlines()[-1].split()) == set()


@pytest.mark.parametrize(
    ("typed", "now"),
    [
        (["simulate", "--film", "x.mp4"], "--record FILE"),
        (["analyse", "m.mat", "--html", "x.html"], "--out FILE.html"),
        (["analyse", "m.mat", "--json", "x.json"], "--out FILE.json"),
        (["analyse", "m.mat", "--json=x.json"], "--out FILE.json"),
        (["calibrate", "p.png", "--write=x"], "--out FILE"),
        (["say", "pass", "--wav", "x.wav"], "--out FILE"),
    ],
)
def test_the_spelling_of_earlier_versions_is_refused_in_one_line_with_that_of_now(
    typed: list[str], now: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(typed)
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert now in told


@pytest.mark.parametrize(
    ("typed", "kind", "key"),
    [
        (["options"], "options", "options"),
        (["options", "casual"], "options", "options"),
        (["rules", "list"], "rules", "presets"),
        (["rules", "show", "wikipedia-it", "--language", "it"], "rules", "sources"),
        (["settings", "show"], "settings", "settings"),
        (["simulate", "--list-looks"], "looks", "looks"),
        (["simulate", "--list-faults"], "faults", "faults"),
        (["journal", "list", "/nowhere"], "journals", "journals"),
    ],
)
def test_what_is_listed_is_one_json_document_when_asked_for(
    typed: list[str], kind: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["version"]) == (f"tavola-{kind}", 1)
    assert key in document


def test_json_without_a_list_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--json"]) == 2
    assert "--list-looks" in capsys.readouterr().err


def test_every_option_is_listed_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "club"]) == 0
    told = capsys.readouterr().out
    assert "A turn ends when the player lifts either of his dice." in told


def test_exit_statuses_are_those_of_the_guide() -> None:
    table = dict(
        re.findall(r"^\| (\d+) \| (.+?) \|$", (ROOT / "docs/commands.md").read_text("utf-8"), flags=re.MULTILINE)
    )
    assert set(table) == {str(status) for name, status in vars(exit_status).items() if name.isupper()}


@pytest.mark.skipif(not SHARED.exists(), reason="the photographs in ../shared are not here")
def test_a_reading_fits_eighty_columns_and_names_each_place_in_doubt(capsys: pytest.CaptureFixture[str]) -> None:
    label = json.loads((SHARED / "photos/boards/labels.jsonl").read_text("utf-8").splitlines()[0])
    corners = ",".join(str(number) for corner in label["corners"] for number in corner)
    assert main(["read", str(SHARED / "photos/boards" / label["file"]), "--corners", corners]) == 0
    told = capsys.readouterr().out
    table = [line for line in told.splitlines() if "│" in line]
    assert table
    assert not any("…" in line or "..." in line or len(line) > 80 for line in table)
    assert "that some place is misread" not in told
    assert re.search(
        r"^Doubt  (of no place|([TB]\d+|bar (dark|light)): .+, or else .+ \(\d+%\))$", told, flags=re.MULTILINE
    )


def test_a_word_means_the_same_in_every_command() -> None:
    parser = grammar(*COMMANDS)
    actions = [action for command in leaves(parser) for action in command._actions]
    for action in actions:
        if "--json" in action.option_strings:
            assert action.nargs == 0
        if "--out" in action.option_strings:
            assert action.metavar in ("FILE", "FOLDER")
    filming = {command.prog for command in leaves(parser) for one in command._actions if "--film" in one.option_strings}
    assert filming == {"tavola referee", "tavola calibrate"}, "a film that is written is --record"


def test_the_laboratory_of_the_simulated_table_is_apart_from_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    play, *laboratory = capsys.readouterr().out.split("\nlaboratory: ")
    assert len(laboratory) == 3
    listed = play.split("\noptions:")[1]
    assert {"--length", "--preset", "--against", "--resume", "--window"} <= set(re.findall(r"--[a-z-]+", listed))
    for option in ("--seed", "--look", "--strip", "--turns", "--record", "--faults", "--pi", "--stills"):
        assert f"\n  {option}" not in listed
        assert any(f"\n  {option}" in part for part in laboratory)


@pytest.mark.films
@pytest.mark.parametrize(
    "conditions",
    [
        ["--look", "maple", "--light", "evening", "--camera", "webcam", "--habit", "stacked"],
        ["--look", "walnut", "--camera", "low", "--habit", "careless"],
        ["--look", "desert", "--habit", "crooked"],
    ],
)
def test_a_match_is_played_however_checkers_are_put_down(conditions: list[str], tmp_path: Path) -> None:
    typed = ["simulate", "--turns", "1", "--strip", "memory", *conditions, "--out", str(tmp_path)]
    assert main(typed) == 0
    assert (tmp_path / "match-0001.mat").exists()


def test_by_hand_both_sides_are_played_and_no_computer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--by-hand", "--against", "club"]) == 2
    assert "--by-hand is for two people" in capsys.readouterr().err


def test_a_match_that_was_played_by_hand_is_gone_on_with_by_hand_and_on_a_page(tmp_path: Path) -> None:
    told, led = story(), ordered(tmp_path, by_hand=True)
    written = Journal.begin(tmp_path / "match-0001.journal", told.beginning, told.first, RUN, about(led.settings))
    written.close()
    for order in (led, ordered(tmp_path)):
        again = as_before(order, read_journal(written.path)).settings
        assert isinstance(again, SimulatedSettings)
        assert again.simulation.by_hand
        assert again.pages.address == "127.0.0.1"


def test_no_sheet_is_printed_over_the_picture_and_no_two_results_over_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, same = picture(tmp_path), tmp_path / "same.png"
    content = photo.read_bytes()
    assert main(["calibrate", str(photo), "--print", str(photo)]) == 2
    assert "this is the picture that is read" in capsys.readouterr().err
    assert photo.read_bytes() == content
    for results in (["--out", str(same), "--overlay", str(same)], ["--print", str(same), "--overlay", str(same)]):
        assert main(["calibrate", str(photo), *results]) == 2
        assert "two results would be written there" in capsys.readouterr().err
        assert not same.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["calibrate", "start.png", "--film", "film.avi"],
        ["calibrate", "start.png", "--camera", "0"],
        ["calibrate", "--film", "film.avi", "--camera"],
        ["watch", "film.avi", "--corners", "10,10,390,10,390,290,10,290", "--calibration", "board.json"],
    ],
)
def test_of_two_that_say_the_same_neither_is_passed_over(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("--print sheet.pdf --out board.json", "--out says nothing without PICTURE or --camera or --film or --pages"),
        ("--print sheet.pdf --corners 10,10,390,10,390,290,10,290", "--corners says nothing without PICTURE or"),
        ("--print sheet.pdf --overlay over.png", "--overlay says nothing without PICTURE or"),
        ("--print sheet.pdf --wait 5", "--wait says nothing without --camera or --film"),
        ("--print sheet.pdf --settings t.toml", "--settings says nothing without --camera or --film or --pages"),
        ("start.png --page letter", "--page says nothing without --print"),
        ("--camera --pages --wait 5", "--wait says nothing beside --pages"),
    ],
)
def test_options_of_a_calibration_that_would_say_nothing_are_refused(
    typed: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", *typed.split()]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1
    assert not [*tmp_path.iterdir()]
