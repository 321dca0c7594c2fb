"""The guides: what they say can be typed, what they set can be set, and every link leads somewhere."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import COMMANDS, grammar, main
from controller.config.settings_file import parse_settings
from tests.paths import ROOT

README = ROOT / "README.md"
GUIDES = [README, *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = r"^```{}\n(.*?)^```"


def blocks(kind: str) -> list[tuple[Path, str]]:
    """Return the blocks of a kind of every guide."""
    return [
        (guide, block)
        for guide in GUIDES
        for block in re.findall(BLOCK.format(kind), guide.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    ]


SHELL = [(guide, line) for guide, block in blocks("console") for line in block.splitlines()]
TYPED = [line.removeprefix("$ ") for _, line in SHELL if "tavola " in line and ".venv/bin/tavola" in line]
RUN = [line for _, block in blocks("sh") for line in block.splitlines() if line]


def test_there_are_guides_with_commands() -> None:
    assert GUIDES
    assert len(TYPED) >= 8
    assert {"make run", "make test"} < set(RUN)
    assert all(line.startswith("$ ") for _, line in SHELL)


@pytest.mark.parametrize("command", [line for line in RUN if line.startswith("make ")])
def test_every_target_of_make_exists(command: str) -> None:
    done = subprocess.run(
        [*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", [*TYPED, *(line for line in RUN if re.match(r"\.venv/bin/tavola \w", line))])
def test_what_is_typed_is_understood(line: str) -> None:
    words = shlex.split(line)
    at = next(number for number, word in enumerate(words) if word.endswith("bin/tavola"))
    assert grammar(*COMMANDS).parse_args(words[at + 1 :]).command == words[at + 1]


@pytest.mark.parametrize(("guide", "text"), blocks("toml"))
def test_what_is_set_can_be_set(guide: Path, text: str) -> None:
    assert parse_settings(text.encode(), guide.name)


NEEDS = {
    r"\.\./shared/": "measuring material",
    r"tavola analyse |--against gnubg|analyse_matches": "`gnubg`",
    r"tavola say ": "`espeak-ng`",
    r"--quality photo": "extra `photo`",
    r"--window": "a screen",
    r"speech_figures": "`make test`",
}
"""What commands need beside what `make run` installs, and the words that say so in the paragraph above their block."""


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_what_a_command_needs_beside_make_run_is_said_above_it(guide: Path) -> None:
    text = guide.read_text("utf-8")
    for found in re.finditer(BLOCK.format("(?:sh|console)"), text, flags=re.MULTILINE | re.DOTALL):
        above = text[: found.start()].rstrip().rsplit("\n\n", 1)[-1]
        for command in found[1].splitlines():
            lacking = [said for needing, said in NEEDS.items() if re.search(needing, command) and said not in above]
            assert lacking == [], command


BY_MAKE = ("figures.md", "what-the-referee-does.md")
"""Guides that `make` writes, which name the programs of which they are made."""

PROGRAMS = [
    (guide, before, name)
    for guide in GUIDES
    if guide.name not in BY_MAKE
    for before, name in re.findall(r"(\S*)python -m ([\w.]+)", guide.read_text("utf-8"))
    if name not in ("pip", "venv")
]
TESTERS = re.compile(r"tests\.benchmarks\.devices\.speech_figures|tests\.controller\..*\.render_\w+")
"""Programs above which it is said that they need what `make test` installs."""

ALONE = """
import importlib, importlib.metadata, json, re, sys, tomllib
groups = tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]
dev = {re.match("[A-Za-z0-9-]+", one.replace("_", "-"))[0].lower() for one in groups["dev"]}
for module, names in importlib.metadata.packages_distributions().items():
    if {name.lower().replace("_", "-") for name in names} <= dev:
        sys.modules[module] = None
lacking = {}
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        lacking[name] = str(error)
print(json.dumps(lacking))
"""
"""Loads programs as where `make run` alone has been: without the packages of tests."""


@pytest.mark.parametrize(("guide", "before", "name"), PROGRAMS)
def test_every_program_that_is_named_is_there_and_typed_with_the_python_of_the_environment(
    guide: Path, before: str, name: str
) -> None:
    assert before.endswith(".venv/bin/"), guide
    assert importlib.util.find_spec(name) is not None


def test_programs_that_are_named_run_without_what_tests_bring() -> None:
    names = sorted({name for _, _, name in PROGRAMS if not TESTERS.fullmatch(name)})
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *names], cwd=ROOT, capture_output=True, text=True, timeout=250, check=True
    )
    assert json.loads(done.stdout) == {}


RUN_APART = "api.md"
"""The guide whose pictures and programs `tests/controller/test_api.py` runs."""

LONG = (".venv/bin/python -m tests.benchmarks.", ".venv/bin/tavola simulate --seed")
"""How commands begin that measure, or play a whole match: minutes each."""


def recipe_of(guide: Path, block: str) -> object:
    """Return a block without what `make` does, as a parameter; one that takes long is run by name."""
    commands = [line for line in block.splitlines() if line and not line.startswith("make ")]
    long = guide.name != "tour.md" and any(" --turns " in line for line in commands)
    marks = [pytest.mark.figures] if long or any(line.startswith(LONG) for line in commands) else []
    return pytest.param(commands, marks=marks, id=f"{guide.name}: {commands[0] if commands else 'make'}")


def status(words: list[str]) -> object:
    """Return the exit status of `tavola` with these words, run in this process."""
    try:
        return main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.films
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "recipe", [recipe_of(guide, block) for guide, block in blocks("sh") if guide.name != RUN_APART]
)
def test_the_commands_of_a_block_run_one_after_the_other(
    recipe: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for command in recipe:
        words = shlex.split(command)
        if any(word.startswith("../shared/") for word in words) and not (ROOT.parent / "shared").exists():
            pytest.skip("the measuring material in ../shared is not here")
        assert words[0].startswith(".venv/bin/"), command
        program = Path(sys.executable).with_name(Path(words[0]).name)
        words = [str(tmp_path / word) if word.startswith("out/") else word for word in words[1:]]
        if program.name == "tavola":
            assert status(words) == 0, command
            assert capsys.readouterr().out, command
            continue
        done = subprocess.run([program, *words], capture_output=True, text=True, timeout=550, check=False)
        assert done.returncode == 0, command + done.stdout[-2000:] + done.stderr[-2000:]
        assert done.stdout, command


def links() -> list[tuple[Path, str]]:
    """Return the targets of all links within the project, of every text in it."""
    packages = ("docs", "controller", "vision", "firmware_bridge", "hardware")
    texts = [*ROOT.glob("*.md"), *(text for name in packages for text in (ROOT / name).rglob("*.md"))]
    found = [(text, target) for text in texts for target in re.findall(r"\]\(([^)]+)\)", text.read_text("utf-8"))]
    return [(text, target) for text, target in found if "://" not in target]


def anchors(text: Path) -> set[str]:
    """Return the names under which the headings of a text, and its own anchors, can be linked to."""
    written = text.read_text("utf-8")
    headings = re.findall(r"^#+ (.+)$", written, flags=re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', written))


@pytest.mark.parametrize(("text", "target"), links())
def test_every_link_leads_somewhere(text: Path, target: str) -> None:
    path, _, anchor = target.partition("#")
    aim = text.parent / path if path else text
    assert aim.exists()
    assert not anchor or anchor in anchors(aim)


def test_every_module_begins_with_its_subject() -> None:
    rooms = ("controller", "vision", "firmware_bridge", "hardware")
    firsts = {
        file: file.read_text("utf-8").partition("\n")[0] for room in rooms for file in (ROOT / room).rglob("*.py")
    }
    asking = re.compile(r'"""(What|How|Whether|Where|When|Who|Of) ')
    assert [str(file) for file, first in firsts.items() if not first.startswith('"""') or asking.match(first)] == []
