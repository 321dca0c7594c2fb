"""Every error that a command can meet has a sentence, and the sentence has all that it names."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from controller.announce.error_messages import SENTENCES, trouble
from controller.rules.ids.position_id import PositionIdError
from controller.simulation.errors import SimulationError
from tests.paths import ROOT
from vision.calibrate.calibration import CalibrationError
from vision.geometry.board import GeometryError, parse_corners

INTERNAL = {
    # Mistakes of a program that calls these functions, never of what a person types; the log line is for it.
    "scene",
    "strip",
    "board",
    "port",
    "view",
    # The rules, their IDs and notations, GNU Backgammon's answers and the wire: whoever calls them says what it means.
    "bridge",
    "cell",
    "cobs",
    "cube",
    "dump",
    "engine",
    "frame",
    "gnubg_id",
    "match",
    "match_id",
    "message",
    "play",
    "position",
    "position_id",
    "profile",
    "roll",
    "scoring",
    "variant",
    "xgid",
    "players.no_results",
    # The emulated Pi is a rig for whoever works on Tavola, and no command of it.
    "virtual_pi",
}


@cache
def raised() -> list[tuple[str, str, set[str]]]:
    """Return file, key and parameters' names of every error that seeing, the devices or the commands raise."""
    rooms = ("vision", "hardware", "controller", "firmware_bridge")
    files = [file for room in rooms for file in sorted((ROOT / room).rglob("*.py")) if "training" not in file.parts]
    found = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else node
            if not (isinstance(call, ast.Call) and call.args):
                continue
            key = call.args[0]
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value):
                continue
            if call is not node or ast.unparse(call.func).endswith("Error"):
                found.append((file.name, key.value, {word.arg or "" for word in call.keywords}))
    return found


@pytest.mark.parametrize(("file", "key", "params"), raised())
def test_every_error_of_a_command_has_a_sentence_with_its_parameters(file: str, key: str, params: set[str]) -> None:
    if key not in SENTENCES and INTERNAL & {key, key.split(".", maxsplit=1)[0]}:
        return
    sentence = SENTENCES[key].format(**dict.fromkeys(params, 1))
    assert sentence, file


def test_several_things_are_a_list_for_people() -> None:
    told = trouble(CalibrationError("calibration.other_position", places=["T1", "B6"]))
    assert "it differs at T1, B6: set it up as for a game" in told


@pytest.mark.parametrize(
    "error",
    [
        SimulationError("people.no_answer", waited_for=["GameStarted"]),
        SimulationError("people.order_refused", orders=["SetRoll"]),
    ],
)
def test_what_ends_a_simulated_match_is_said_without_names_of_the_program(error: SimulationError) -> None:
    assert trouble(error).startswith("the simulated players cannot go on: the referee ")
    assert not {"GameStarted", "SetRoll"} & {*re.findall(r"\w+", trouble(error))}


def test_no_sentence_is_left_over() -> None:
    coded = {f"position_id.{what}" for what in ("length", "character", "spare_bits")}  # by `decode_key`, of any kind
    assert {key for _, key, _ in raised()} | coded >= set(SENTENCES)


def test_an_error_becomes_one_line() -> None:
    with pytest.raises(GeometryError) as caught:
        parse_corners([(0, 0), (1, 1)])
    assert trouble(caught.value) == "four corners are needed, not 2"


def test_an_error_without_a_sentence_still_says_its_key() -> None:
    assert trouble(GeometryError("corners.unheard_of", x=3)) == "corners.unheard_of x=3"


@pytest.mark.parametrize("letter", ["x", "\x00", "\U000db4ae", "\n"])
def test_a_long_text_is_shown_by_its_beginning_whatever_its_letters_take_to_be_shown(letter: str) -> None:
    told = trouble(PositionIdError("position_id.length", text=letter * 5000))
    assert "\u2026" in told
    assert len(told) < 300
    assert "\u2026" not in trouble(PositionIdError("position_id.length", text="x" * 200))
