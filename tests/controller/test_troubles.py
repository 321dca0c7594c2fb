"""Every error that a command can meet has a sentence, and the sentence has all that it names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from controller.troubles import SENTENCES, trouble
from vision.calibration import CalibrationError
from vision.geometry import GeometryError, parse_corners

ROOT = Path(__file__).resolve().parents[2]
INTERNAL = {
    # Mistakes of a program that calls these functions, never of what a person types; the log line is for it.
    "scene",
    "strip",
    "board",
    "port",
    "view",
    # The emulated Pi is a rig for whoever works on Tavola, and no command of it.
    "virtual_pi",
}


def raised() -> list[tuple[str, str, set[str]]]:
    """Return file, key and parameters' names of every error that seeing, the devices or the commands raise."""
    files = [*ROOT.glob("vision/*.py"), *ROOT.glob("hardware/**/*.py"), *ROOT.glob("controller/simulation/*.py")]
    files += [*ROOT.glob("controller/*.py"), *ROOT.glob("controller/record/journal*.py")]
    files += [*ROOT.glob("controller/engine/analysis*.py"), *ROOT.glob("controller/analysis/*.py")]
    files += [
        *ROOT.glob("controller/record/codec*.py"),
        ROOT / "controller/record/mat_reader.py",
        ROOT / "controller/record/mat_writer.py",
        ROOT / "controller/record/sgf_writer.py",
        *ROOT.glob("controller/control/*.py"),
    ]
    files += ROOT.glob("controller/announce/*.py")
    files += (ROOT / "controller/players" / name for name in ("levels.py", "network.py"))
    files += ROOT.glob("controller/referee/option*.py")
    files += (ROOT / "firmware_bridge" / name for name in ("map_file.py", "port.py", "strip_map.py"))
    found = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else node
            if not (isinstance(call, ast.Call) and call.args):
                continue
            if call is node and not ast.unparse(call.func).endswith("Error"):
                continue
            key = call.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value:
                found.append((file.name, key.value, {word.arg or "" for word in call.keywords}))
    return found


@pytest.mark.parametrize(("file", "key", "params"), raised())
def test_every_error_of_a_command_has_a_sentence_with_its_parameters(file: str, key: str, params: set[str]) -> None:
    if key not in SENTENCES and key.split(".", maxsplit=1)[0] in INTERNAL:
        return
    sentence = SENTENCES[key].format(**dict.fromkeys(params, 1))
    assert sentence, file


def test_several_things_are_a_list_for_people() -> None:
    told = trouble(CalibrationError("calibration.other_position", places=["T1", "B6"]))
    assert "it differs at T1, B6: set it up as for a game" in told


def test_no_sentence_is_left_over() -> None:
    assert {key for _, key, _ in raised()} >= set(SENTENCES)


def test_an_error_becomes_one_line() -> None:
    with pytest.raises(GeometryError) as caught:
        parse_corners([(0, 0), (1, 1)])
    assert trouble(caught.value) == "four corners are needed, not 2"


def test_an_error_without_a_sentence_still_says_its_key() -> None:
    assert trouble(GeometryError("corners.unheard_of", x=3)) == "corners.unheard_of x=3"
