"""The service that is installed is one that systemd takes, for a user without privileges."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.config.service_files import GROUPS, RULE, UNIT, USERS, Service, next_steps, rule
from tests.paths import ROOT

DESCRIPTORS = (ROOT / "hardware/firmware/rp2040/descriptors.h").read_text(encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    assert main(["install-service", "--root", str(tmp_path)]) == 0
    return tmp_path


def settings_of(unit: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#"))


def test_the_unit_notifies_is_watched_and_is_started_anew(root: Path) -> None:
    told = settings_of((root / UNIT).read_text(encoding="utf-8"))
    assert told["Type"] == "notify"
    assert int(told["WatchdogSec"]) > 0
    assert told["Restart"] == "on-failure"
    assert told["RestartPreventExitStatus"] == "2"
    assert told["User"] == "tavola"
    assert set(told["SupplementaryGroups"].split()) == set(GROUPS) >= {"video", "dialout", "gpio"}
    assert told["StateDirectory"] == "tavola"
    words = told["ExecStart"].split()
    assert words[0] == str(Path(sys.executable).with_name("tavola"))
    assert words[1:3] == ["referee", "--serve"]


def test_systemd_finds_no_fault_with_the_unit(root: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run(
        [program, "verify", "--man=no", str(root / UNIT)], capture_output=True, text=True, timeout=60, check=False
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "tavola" in line]
    assert (done.returncode, ours) == (0, [])


def test_systemd_finds_a_fault_where_there_is_one(root: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    unit = root / UNIT
    unit.write_text(
        unit.read_text("utf-8").replace("Type=notify", "Type=nothing").replace("ExecStart=/", "ExecStart=x/")
    )
    done = subprocess.run(
        [program, "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0


def test_the_user_is_made_and_put_into_the_groups(root: Path) -> None:
    text = (root / USERS).read_text(encoding="utf-8")
    assert re.search(r"^u tavola ", text, flags=re.MULTILINE)
    for group in GROUPS:
        assert f"m tavola {group}" in text
    program = shutil.which("systemd-sysusers")
    if program is None:
        pytest.skip("systemd-sysusers is not installed")
    elsewhere = root / "elsewhere"
    (elsewhere / "etc").mkdir(parents=True)
    done = subprocess.run(
        [program, f"--root={elsewhere}", str(root / USERS)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "tavola" in (elsewhere / "etc" / "passwd").read_text(encoding="utf-8")
    members = (elsewhere / "etc" / "group").read_text(encoding="utf-8")
    for group in GROUPS:
        assert re.search(rf"^{group}:.*:tavola$", members, flags=re.MULTILINE), members


def test_the_rule_knows_the_firmware_by_its_own_numbers(root: Path) -> None:
    text = (root / RULE).read_text(encoding="utf-8")
    vendor = re.search(r"USB_VENDOR 0x([0-9a-f]{4})", DESCRIPTORS)
    assert vendor is not None
    assert f'ATTRS{{idVendor}}=="{vendor[1]}", ATTRS{{product}}=="Tavola*"' in text
    for line in text.splitlines():
        if not line.startswith("#"):
            assert re.fullmatch(r'(?:[A-Z]+(?:\{\w+\})?(?:==|=|\+=)"[^"]*"(?:, )?)+', line), line
    assert text == rule()


def test_paths_with_blanks_and_signs_are_kept_as_they_are() -> None:
    service = Service(Path("/opt/my tavola/bin/tavola"), Path("/etc/100%.toml"), Path("/srv/games"))
    told = settings_of(service.files()[UNIT])
    assert told["ExecStart"].startswith('"/opt/my tavola/bin/tavola" referee')
    assert "/etc/100%%.toml" in told["ExecStart"]
    assert told["ReadWritePaths"] == "/srv/games"
    assert "StateDirectory" not in told
    club = Service(Path("/opt/tavola"), state=Path("/srv/my club 5%")).files()
    told = settings_of(club[UNIT])
    assert told["ExecStart"].endswith('--out "/srv/my club 5%%"')
    assert told["ReadWritePaths"] == '"/srv/my club 5%%"'
    assert told["WorkingDirectory"] == "/srv/my club 5%%"
    assert '"/srv/my club 5%%"' in club[USERS]
    told = settings_of(Service(Path("/opt/$tavola"), state=Path("/var/lib/my club")).files()[UNIT])
    assert told["StateDirectory"] == '"my club"'
    assert told["ExecStart"].startswith("/opt/$$tavola")


@pytest.mark.parametrize(("address", "reached"), [("127.0.0.1:8724", "localhost"), ("192.0.2.7", "any")])
def test_a_service_with_pages_is_reached_from_where_they_are_served(tmp_path: Path, address: str, reached: str) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(f'[pages]\naddress = "{address}"\n')
    assert main(["install-service", "--root", str(tmp_path), "--settings", str(settings)]) == 0
    told = settings_of((tmp_path / UNIT).read_text(encoding="utf-8"))
    assert (told["IPAddressDeny"], told["IPAddressAllow"]) == ("any", reached)
    assert "AF_INET" in told["RestrictAddressFamilies"]


def test_a_service_in_a_hall_reaches_its_broker(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('[hall]\nmembership = "/etc/tavola/hall.json"\n')
    assert main(["install-service", "--root", str(tmp_path), "--settings", str(settings)]) == 0
    assert settings_of((tmp_path / UNIT).read_text(encoding="utf-8"))["IPAddressAllow"] == "any"


def test_the_service_may_do_little_and_reaches_its_devices(root: Path) -> None:
    unit = (root / UNIT).read_text(encoding="utf-8")
    told = settings_of(unit)
    assert (told["UMask"], told["StateDirectoryMode"], told["CapabilityBoundingSet"]) == ("0077", "0700", "")
    assert told["MemoryMax"]
    assert told["RestrictAddressFamilies"] == "AF_UNIX AF_NETLINK"
    for device in ("char-video4linux", "char-ttyACM", "char-ttyUSB", "char-gpiochip", "char-alsa"):
        assert f"DeviceAllow={device} rw" in unit
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run(
        [program, "security", "--offline=yes", "--threshold=30", "--no-pager", str(root / UNIT)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["--settings", "/nowhere/nofile"], "there is no such file of settings"),
        (["--settings", "nofile"], "a service wants whole paths"),
        (["--out", "games"], "a service wants whole paths"),
        (["--out", "/srv/a\nUser=root"], "a service wants whole paths"),
        (["--out", "/srv/../etc"], "a service wants whole paths"),
        (["--user", "bad user"], "no name that a user of a service can have"),
        (["--user", "root\nExecStart=/bin/sh"], "no name that a user of a service can have"),
        (["--user", ""], "no name that a user of a service can have"),
    ],
)
def test_no_unit_is_written_with_which_no_service_could_run(
    typed: list[str], answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install-service", "--root", str(tmp_path), *typed]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_settings_that_cannot_be_used_are_no_service_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text("[table]\nlength = true\n", "utf-8")
    typed = ["install-service", "--root", str(tmp_path / "root"), "--settings", str(tmp_path / "bad.toml")]
    assert main(typed) == 2
    assert "table.length" in capsys.readouterr().err


def test_what_to_do_next_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install-service", "--root", str(tmp_path), "--user", "pi", "--out", "/var/lib/club"]) == 0
    said = capsys.readouterr().out
    for step in next_steps():
        assert step in said
    assert "StateDirectory=club" in (tmp_path / UNIT).read_text(encoding="utf-8")
    assert "User=pi" in (tmp_path / UNIT).read_text(encoding="utf-8")


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "etc").write_text("a file", encoding="utf-8")
    assert main(["install-service", "--root", str(tmp_path)]) == 2
    assert "etc" in capsys.readouterr().err
