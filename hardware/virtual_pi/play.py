"""A match on the emulated Pi, seen from this machine: what is given to it, and what is awaited."""

from __future__ import annotations

import shutil
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from hardware.firmware import build
from hardware.virtual_pi import recipe
from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.image import GUEST, image, write_disk
from hardware.virtual_pi.machine import Machine, command
from hardware.virtual_pi.score import read_score, write_score
from hardware.virtual_pi.shell import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.virtual_pi.image import Image

    Say = Callable[[str], None]

SIZE: Final = recipe.Size()
EXTRA: Final = "pi"
"""The extra of the wheel that brings the header's pins."""

PLAYERS: Final = ("Anna", "Boris")
"""The simulated players: the first has the dark checkers."""

PLAYED: Final = 3600.0
"""Seconds that one of both halves of the match may take where others share the machine."""

SETTINGS: Final = f"""\
[table]
calibration = "/payload/board.json"
black = "{PLAYERS[0]}"
white = "{PLAYERS[1]}"
length = 1

[camera]
kind = "usb"
device = "Table camera"
rate = 4
patience = 20

[lights]
kind = "usb"

[buttons]
kind = "gpio"
bounce = 0.3

[speech]
speak = "nothing"
"""
"""The settings in the guest: a webcam by its name, the strip by what it answers, the buttons on the header.

Emulated time is stretched: three milliseconds between two levels were seen to last tens of them.
"""


def play(sources: Path, work: Path, turns: int, say: Say) -> None:
    """Build what is not in the cache, and play.

    Args:
        sources: the folder with pyproject.toml, of which the wheel is made.
        work: an empty folder for the run: payload, disk, console.log.
        turns: how many turns the film has; 0 for all of a game.
        say: is told what is being done, and what the guest reports.

    Raises:
        VirtualPiError: something failed, in the guest or here.
    """
    made = image(SIZE, say)
    wheel = _wheel(sources, work)
    installed = _installed(made, wheel, sources, say)
    say("filming a game at the simulated table, and refereeing it here")
    payload = _payload(work, wheel, turns)
    disk, log = work / "disk.img", work / "console.log"
    run(("cp", "--sparse=always", str(installed), str(disk)))
    say("booting, installing the wheel, playing")
    with Machine(command(made, disk, SIZE, {}, payload), log, say) as machine:
        line = machine.wait_for(("cut the power, next is bar ", "FAILED"), PLAYED)
        _check(line, log)
        machine.cut_power()
    say("the power was cut; booting again")
    words = {"from": line.split()[-1]}
    with Machine(command(made, disk, SIZE, words, payload), log, say) as machine:
        _check(machine.wait_for(("virtual-pi: played;", "FAILED"), PLAYED), log)
        machine.wait_for(("virtual-pi: ended with",), PLAYED)
    _compare(log, work / "pc" / "match-0001.mat", whole=not turns)


def _check(line: str, log: Path) -> None:
    if "FAILED" in line:
        raise VirtualPiError("virtual_pi.match", said=line, log=str(log))


def _compare(log: Path, here: Path, *, whole: bool) -> None:
    """Check that the guest's match file has the moves of the one that was written here.

    Args:
        log: the guest's console.
        here: the match file of this machine.
        whole: the film has the end of the game.

    Raises:
        VirtualPiError: "virtual_pi.other_match".
    """
    said = "virtual-pi: mat: "
    there = [line.removeprefix(said) for line in log.read_text(encoding="utf-8").splitlines() if line.startswith(said)]
    wanted = here.read_text(encoding="utf-8").splitlines()
    moves = [" ".join(line.split()) for line in wanted if ":" in line and ")" in line]
    found = [" ".join(line.split()) for line in there]
    same = all(any(line.startswith(move) for line in found) for move in moves)
    if not moves or not same or (whole and len(moves) != sum(line[:1].isdigit() for line in found)):
        raise VirtualPiError("virtual_pi.other_match", here=" / ".join(moves), there=" / ".join(found))


def _wheel(sources: Path, work: Path) -> Path:
    """Return the project's wheel, built."""
    folder = work / "wheel"
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation")
    run((*pip, "-w", str(folder), str(sources)))
    return next(folder.glob("*.whl"))


def _installed(made: Image, wheel: Path, sources: Path, say: Say) -> Path:
    """Return the image's disk with all that the wheel requires, made if it is not in the cache."""
    with zipfile.ZipFile(wheel) as packed:
        name = next(one for one in packed.namelist() if one.endswith(".dist-info/METADATA"))
        wanted = recipe.requirements(packed.read(name).decode(), EXTRA)
    chosen = recipe.constraints((sources / "requirements.lock").read_text(encoding="utf-8"))
    folder = made.root.parent / f"installed-{recipe.digest((*wanted, 'pip', chosen))}"
    disk = folder / "root.img"
    if disk.exists():
        return disk
    say("fetching and installing wheels for arm64")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "constraints").write_text(chosen, encoding="utf-8")
    _environment(made, wanted, folder / "constraints")
    say("making the disk")
    write_disk(made.root, folder / "growing.img")
    return (folder / "growing.img").rename(disk)


def _environment(made: Image, wanted: tuple[str, ...], constraints: Path) -> None:
    """Make the guest's environment /opt/tavola from here, as its own venv and pip would: emulated they take minutes."""
    inside = made.root / "opt" / "tavola"
    shutil.rmtree(inside, ignore_errors=True)
    packages = inside / "lib" / f"python{made.python}" / "site-packages"
    (inside / "bin").mkdir(parents=True)
    (inside / "bin" / "python").symlink_to(f"/usr/bin/python{made.python}")
    (inside / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {made.python}\n", encoding="utf-8")
    tags = [word for tag in recipe.platforms(made.glibc) for word in ("--platform", tag)]
    pip = (sys.executable, "-m", "pip", "install", "-q", "--only-binary", ":all:", "--implementation", "cp")
    run(
        (
            *pip,
            "--python-version",
            made.python,
            *tags,
            "-c",
            str(constraints),
            "--target",
            str(packages),
            "pip",
            *wanted,
        )
    )


def _payload(work: Path, wheel: Path, turns: int) -> Path:
    """Return the disk that is given to the guest: wheel, film, score, calibration, settings, the strip's firmware."""
    folder = work / "payload"
    folder.mkdir()
    film, calibration = folder / "film.mp4", folder / "board.json"
    tavola = (sys.executable, "-c", "import sys; from controller.cli.main import main; sys.exit(main())")
    some = ("--turns", str(turns)) if turns else ()
    run((*tavola, "simulate", "--length", "1", *some, "--record", str(film), "--out", str(work / "simulated")))
    run((*tavola, "calibrate", "--film", str(film), "--out", str(calibration)))
    names = ("--black", PLAYERS[0], "--white", PLAYERS[1])
    watched = ("--film", str(film), "--calibration", str(calibration), "--out", str(work / "pc"))
    run((*tavola, "referee", "--length", "1", *names, *watched))
    shown = (*tavola, "journal", "show")
    journal = str(work / "pc" / "match-0001.journal")
    rate = cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FPS)
    score = read_score(run((*shown, journal)), run((*shown, "--json", journal)), rate)
    (folder / "score").write_text(write_score(score), encoding="utf-8")
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    shutil.copy(wheel, folder)
    shutil.copy(GUEST / "play.sh", folder)
    core = build.SOURCES / "core"
    units = [str(path) for path in (*sorted(core.glob("*.c")), build.SOURCES / "host" / "program.c")]
    flags = ("-std=c11", "-Os", "-static", *build.WARNINGS, f"-DSTRIP_LEDS={build.STANDARD.leds}", f"-I{core}")
    compiler = "cc" if run(("uname", "-m")).strip() == "aarch64" else "aarch64-linux-gnu-gcc"
    run((compiler, *flags, *units, "-o", str(folder / "tavola-strip")))
    run(("tar", "-cf", str(work / "payload.tar"), "-C", str(folder), "."))
    return work / "payload.tar"


def project_folder() -> Path:
    """Return the checkout, of which the wheel is made.

    Raises:
        VirtualPiError: "virtual_pi.no_checkout", this was not called in one.
    """
    here = Path.cwd()
    file = here / "pyproject.toml"
    if not file.exists() or tomllib.loads(file.read_text(encoding="utf-8")).get("project", {}).get("name") != "tavola":
        raise VirtualPiError("virtual_pi.no_checkout", folder=str(here))
    return here
