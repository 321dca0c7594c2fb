"""A hall is made whole, for its owner alone, and made again it keeps what tables have."""

from __future__ import annotations

import stat
from pathlib import Path, PurePosixPath

import pytest

from controller.cli.main import main
from controller.hall.errors import HallError
from controller.hall.membership import parse_line, parse_membership
from controller.setup.hall.broker_files import access, account, configuration
from controller.setup.hall.making import HallPlan, make_hall, numbered, parse_place


def test_every_file_is_its_owners_alone_and_no_password_is_in_the_configuration(tmp_path: Path) -> None:
    members = make_hall(HallPlan("club", ("table-1", "table-2"), "127.0.0.1", 8883, tmp_path / "hall"))
    files = [path for path in (tmp_path / "hall").rglob("*") if path.is_file()]
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)
    secret = [one.password for one in members] + [one.key for one in members]
    for name in ("tavola.conf", "access", "accounts"):
        text = (tmp_path / "hall" / "broker" / name).read_text("utf-8")
        assert not [one for one in secret if one in text]
    assert len({one.key for one in members}) == len({one.password for one in members}) == 2


def test_made_again_it_has_more_tables_and_those_before_stay(tmp_path: Path) -> None:
    plan = HallPlan("club", ("table-1",), "127.0.0.1", 8883, tmp_path / "hall")
    (first,) = make_hall(plan)
    desk = (tmp_path / "hall" / "desk.json").read_text("utf-8")
    again = make_hall(HallPlan("club", ("table-2",), "127.0.0.1", 8883, tmp_path / "hall"))
    assert [one.table for one in again] == ["table-1", "table-2"]
    assert again[0] == first
    assert (tmp_path / "hall" / "desk.json").read_text("utf-8") == desk
    with pytest.raises(HallError):
        make_hall(HallPlan("other", ("table-2",), "127.0.0.1", 8883, tmp_path / "hall"))


def test_a_table_joins_by_line_by_file_and_by_the_picture_of_the_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "hall"
    assert main(["hall", "setup", "club", "2", "--broker", "127.0.0.1", "--out", str(out)]) == 0
    line = (out / "tables" / "table-2.txt").read_text("utf-8")
    member = parse_line(line)
    assert (member.table, member.port) == ("table-2", 8883)
    for given in (line, str(out / "tables" / "table-2.txt"), str(out / "tables" / "table-2.png")):
        kept = tmp_path / "joined.json"
        assert main(["hall", "join", given, "--out", str(kept)]) == 0
        assert parse_membership(kept.read_text("utf-8"), "joined") == member
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    printed = capsys.readouterr().out
    assert member.password not in printed
    assert member.key not in printed


@pytest.mark.parametrize(
    "words",
    [
        ["hall", "setup", "Club", "2", "--broker", "h"],
        ["hall", "setup", "club", "desk", "--broker", "h"],
        ["hall", "setup", "club", "0", "--broker", "h"],
        ["hall", "setup", "club", "2", "--broker", "h:0"],
        ["hall", "setup", "club", "2", "--broker", "http://h"],
        ["hall", "join", "TAVOLA-HALL-1:ABC"],
        ["hall", "join", "no-such-file.txt"],
        ["hall", "join", "no-such-file.png"],
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("hall.local", ("hall.local", 8883)),
        ("192.168.1.5:1883", ("192.168.1.5", 1883)),
        ("[fe80::1]:99", ("fe80::1", 99)),
        ("fe80::1", ("fe80::1", 8883)),
    ],
)
def test_a_broker_is_named_by_host_and_port(text: str, place: tuple[str, int]) -> None:
    assert parse_place(text) == place


def test_tables_are_named_or_numbered() -> None:
    assert numbered(["3"]) == ("table-1", "table-2", "table-3")
    assert numbered(["blue", "red", "blue"]) == ("blue", "red")


def test_what_the_broker_is_told() -> None:
    assert "allow_anonymous false" in configuration(PurePosixPath("/etc/mosquitto/tavola"))
    table = access("club", ["table-1"]).split("user table-1\n")[1]
    assert {line.split()[1] for line in table.splitlines() if line.split()[2].endswith("order")} == {"read"}
    assert account("a", "b", bytes(12)).startswith("a:$7$101$AAAAAAAAAAAAAAAA$")
