"""`tavola hall`: sets a hall up, lets a table join it, and opens the hall's desk."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import number
from controller.cli.exit_status import DONE
from controller.config.folders import MEMBERSHIP, config_folder
from controller.web.address import LOOPBACK, PORT

if TYPE_CHECKING:
    import argparse

    from controller.hall.membership import Membership

_SCALES: Final = (1.0, 0.75, 1.5, 0.5, 2.0)
"""How many times as large as it is a picture is looked at, to find a QR code."""
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def add_arguments(hall: argparse.ArgumentParser) -> None:
    """Add the arguments of `hall`."""
    hall.description = "Bring tables together at one broker, so that a director sees all of them (docs/hall.md)."
    actions = hall.add_subparsers(dest="action", required=True, metavar="ACTION")
    setup = actions.add_parser("setup", help="write what the broker, the desk and each table need")
    setup.add_argument("name", metavar="HALL", help="the hall's name: small letters, digits, hyphens")
    setup.add_argument("tables", nargs="+", metavar="TABLE", help="the tables' names, or how many there are")
    setup.add_argument(
        "--broker", required=True, metavar="HOST:PORT", help="where tables reach the broker (the port by custom 8883)"
    )
    setup.add_argument("--out", type=Path, metavar="FOLDER", help="where it is written (default: hall-HALL, here)")
    setup.add_argument(
        "--etc",
        type=PurePosixPath,
        metavar="FOLDER",
        help="where the broker's files will lie on its computer (default /etc/mosquitto/tavola)",
    )
    join = actions.add_parser("join", help="let this table take part in a hall")
    join.add_argument(
        "line", metavar="LINE", help="what setup wrote for this table: the line, its file, or its QR code as a picture"
    )
    join.add_argument("--out", type=Path, metavar="FILE", help="where it is kept (default: where referee looks for it)")
    desk = actions.add_parser("desk", help="see all tables on a page, and direct them")
    desk.add_argument("membership", type=Path, metavar="FILE", help="desk.json, which setup wrote")
    desk.add_argument("--round", type=Path, metavar="FILE.csv", help="read the pairings of a round in")
    follow = actions.add_parser("follow", help="see up to twenty tables on a page without a broker, by their pages")
    follow.add_argument("tables", nargs="+", metavar="ADDRESS", help="of a table's pages, as http://192.168.1.21:8724")
    for served in (desk, follow):
        served.add_argument(
            "--pages",
            default=LOOPBACK,
            metavar="HOST:PORT",
            help=f"where the pages are served (default {LOOPBACK}:{PORT}; 0.0.0.0 is for the whole network)",
        )
        served.add_argument(
            "--delay",
            type=number("up to an hour, in seconds,", lambda given: 0 <= given <= 3600),
            default=0.0,
            metavar="SECONDS",
            help="by how much the page for everybody is later than the tables (default 0)",
        )
        served.add_argument("--language", default="en", metavar="CODE", help="of the pages (default en)")


def run(chosen: argparse.Namespace) -> int:
    """Do what was asked for."""
    return {"setup": _setup, "join": _join, "desk": _desk, "follow": _follow}[chosen.action](chosen)


def _setup(chosen: argparse.Namespace) -> int:
    """Set a hall up."""
    from controller.setup.hall.broker_files import CONFIGURATION, ETC
    from controller.setup.hall.making import HallPlan, make_hall, numbered, parse_place

    host, port = parse_place(chosen.broker)
    folder, etc = chosen.out or Path(f"hall-{chosen.name}"), chosen.etc or ETC
    members = make_hall(HallPlan(chosen.name, numbered(chosen.tables), host, port, folder, etc))
    sys.stdout.write(
        f"Written  {folder}, with passwords: for you alone\n"
        f"Tables   {', '.join(one.table for one in members)}\n"
        "Next, on the broker's computer, as root:\n"
        "  apt-get install mosquitto\n"
        f"  cp -rT {folder / 'broker'} {etc}\n"
        f"  chown -R mosquitto: {etc}\n"
        f"  ln -sf {etc / CONFIGURATION} /etc/mosquitto/conf.d/tavola.conf\n"
        "  systemctl restart mosquitto\n"
        "At each table:\n"
        f"  tavola hall join {folder / 'tables' / 'TABLE.txt'}   (or the picture beside it)\n"
    )
    return DONE


def _join(chosen: argparse.Namespace) -> int:
    """Let this table join a hall."""
    from controller.hall.membership import membership_text
    from controller.record.files import write_whole

    member = _membership(chosen.line)
    path = chosen.out or config_folder() / MEMBERSHIP
    write_whole(path, membership_text(member).encode(), private=True)
    sys.stdout.write(
        f"Joined   {member.hall}, as {member.table}, at {member.host}:{member.port}\n"
        f"Written  {path}, with a password: for you alone\n"
        "Next, tavola referee takes part in the hall by itself"
        + (f", with --hall {path}\n" if chosen.out is not None else "\n")
    )
    return DONE


def _membership(given: str) -> Membership:
    """Return the membership of a line, or of the file or the picture that has it.

    Raises:
        HallError, ForeignError: it is none.
        OSError: the file cannot be read.
    """
    from controller.foreign import decode, load
    from controller.hall.membership import LARGEST, LINE, parse_line

    if given.strip().upper().startswith(LINE):
        return parse_line(given)
    path = Path(given)
    if path.suffix.casefold() in _PICTURES:
        return parse_line(_scanned(path))
    return parse_line(decode(load(path, LARGEST)))


def _scanned(path: Path) -> str:
    """Return the text of a QR code in a picture.

    Raises:
        HallError: there is none ("hall.no_qr").
        PictureError, OSError: the picture cannot be read.
    """
    import cv2

    from controller.hall.errors import HallError
    from controller.setup.photo import load_picture

    picture = load_picture(path)
    for scale in _SCALES:  # either reader misses codes that the other finds, and each some sizes
        sized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for reader in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            text, _, _ = reader.detectAndDecode(sized)
            if text:
                return text
    raise HallError("hall.no_qr", name=str(path))


def _desk(chosen: argparse.Namespace) -> int:
    """Open the desk, until somebody ends it."""
    from controller.desk.opening import open_desk

    open_desk(chosen.membership, chosen.pages, chosen.language, chosen.delay, chosen.round)
    return DONE


def _follow(chosen: argparse.Namespace) -> int:
    """Follow tables without a broker, until somebody ends it."""
    from controller.desk.opening import follow_tables

    follow_tables(tuple(chosen.tables), chosen.pages, chosen.language, chosen.delay)
    return DONE
