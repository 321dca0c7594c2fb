"""The log goes to standard error, as people or systemd's journal want it."""

from __future__ import annotations

import logging
import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from controller.cli.logs import start_log
from controller.cli.main import main
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_log = logging.getLogger("controller.anything")


@pytest.fixture(autouse=True)
def root_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_terminal_hears_warnings_with_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    start_log(None, quiet=False)
    _log.info("usual")
    _log.warning("odd %s", "\x1b[31m")
    err = capsys.readouterr().err
    assert "usual" not in err
    assert err[2] == ":"
    assert err.endswith(" WARNING controller.anything: odd \\x1b[31m\n")


def test_levels_are_asked_for_and_quiet_leaves_errors(capsys: pytest.CaptureFixture[str]) -> None:
    start_log("debug", quiet=False)
    _log.debug("small")
    assert "small" in capsys.readouterr().err
    start_log(None, quiet=True)
    _log.warning("odd")
    _log.error("bad")
    err = capsys.readouterr().err
    assert "odd" not in err
    assert err.count("bad") == 1


def test_a_service_tells_the_journal_priorities_and_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "journal").open("w+") as journal:
        status = os.fstat(journal.fileno())
        monkeypatch.setattr(sys, "stderr", journal)
        start_log(None, quiet=False, environment={"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
        _log.info("camera back")
        try:
            _ = 1 / 0
        except ZeroDivisionError:
            _log.exception("failed")
        journal.seek(0)
        lines = journal.read().splitlines()
    assert lines[0] == "<6>controller.anything: camera back"
    assert lines[1] == "<3>controller.anything: failed"
    assert all(line.startswith("<3>") for line in lines[1:])


def test_every_command_takes_both_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules", "list", "--quiet"]) == 0
    assert main(["options", "--log-level", "debug"]) == 0
    capsys.readouterr()
    (tmp_path / "m.mat").write_text("\x00" * 2000)
    assert main(["analyse", str(tmp_path / "m.mat"), "--quiet"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(SystemExit):
        main(["rules", "list", "--quiet", "--log-level", "debug"])


def test_nothing_but_the_module_of_the_log_sets_handlers() -> None:
    setting = re.compile(r"addHandler|basicConfig|dictConfig|fileConfig|\w+Handler\(logging")
    packages = ("controller", "vision", "firmware_bridge", "hardware")
    files = [file for name in packages for file in (ROOT / name).rglob("*.py")]
    assert [file.name for file in files if setting.search(file.read_text("utf-8"))] == ["logs.py"]
