"""The walls between the rooms: imports that cross them are caught, and so are a room without a floor and twin names."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ROOMS = ("controller", "vision", "firmware_bridge", "hardware")

FORBIDDEN = [
    ("controller.rules.plays.backgammon", "controller.referee.state"),
    ("controller.rules.dice", "controller.terminal"),
    ("controller.rules.cube", "vision.reading"),
    ("controller.referee.step", "controller.record.transcript"),
    ("controller.referee.layout", "controller.announce.phrases"),
    ("controller.referee.state", "vision.frame"),
    ("controller.referee.inputs", "hardware.buttons"),
    ("controller.referee.options.options", "controller.config.settings"),
    ("controller.record.keeper", "controller.players.levels"),
    ("controller.record.files", "controller.outputs.bus"),
    ("controller.announce.phrases", "controller.record.transcript"),
    ("controller.announce.worth", "firmware_bridge.cells"),
    ("controller.engine.gnubg", "controller.referee.events"),
    ("controller.players.club", "controller.record.transcript"),
    ("controller.analysis.figures", "controller.simulation.people.people"),
    ("controller.simulation.table", "vision.reading"),
    ("controller.outputs.voice", "controller.table.session"),
    ("controller.outputs.pages.site", "controller.control.requests"),
    ("controller.web.server", "controller.outputs.told"),
    ("controller.config.settings", "controller.control.server"),
    ("controller.control.server", "controller.table.session"),
    ("controller.setup.photo", "controller.table.live"),
    ("controller.table.session", "controller.cli.main"),
    ("vision.track.tracker", "controller.referee.state"),
    ("vision.geometry.board", "vision.dice.bare_board"),
    ("vision.locate.quality", "vision.dice.die_net"),
    ("vision.checkers.board_net", "vision.dice.proposals"),
    ("vision.dice.detector", "vision.calibrate.calibration"),
    ("vision.calibrate.calibration", "vision.detect.read"),
    ("vision.detect.read", "vision.track.motion"),
    ("vision.track.motion", "vision.training.board.net"),
    ("vision.detect.photo", "hardware.cameras.camera"),
    ("vision.frame", "controller.errors"),
    ("firmware_bridge.link", "vision.frame"),
    ("firmware_bridge.cells", "hardware.errors"),
    ("hardware.cameras.usb", "controller.errors"),
    ("hardware.simulated.drawing.renderer", "vision.geometry.board"),
    ("hardware.buttons", "hardware.gpio"),
]


def walls(folder: Path) -> str:
    """Return what the check of the walls says of a copy of the rooms."""
    program = "from importlinter.cli import lint_imports_command as check; check()"
    done = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=lambda _, names: [n for n in names if _is_other(n)])
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def _is_other(name: str) -> bool:
    return name == "__pycache__" or ("." in name and not name.endswith(".py"))


def test_the_rooms_keep_to_their_walls(copy: Path) -> None:
    assert " 0 broken" in walls(copy)


def test_every_forbidden_import_is_caught(copy: Path) -> None:
    for importer, imported in FORBIDDEN:
        file = copy / f"{importer.replace('.', '/')}.py"
        file.write_text(f"{file.read_text('utf-8')}\nimport {imported}\n", "utf-8")
    said = set(re.findall(r"([\w.]+) -> ([\w.]+) \(l\.", walls(copy)))
    assert [pair for pair in FORBIDDEN if pair not in said] == []


@pytest.mark.parametrize("room", ["controller", "vision", "hardware"])
def test_a_module_without_a_floor_is_caught(copy: Path, room: str) -> None:
    (copy / room / "new_room.py").write_text('"""Nothing yet."""\n', "utf-8")
    assert "new_room" in walls(copy)


def test_no_class_name_stands_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for package in ROOMS:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
