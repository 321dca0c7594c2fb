"""`tavola settings`: shows, checks and writes the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.arguments import add_json, add_settings_option
from controller.cli.exit_status import DONE
from controller.cli.streams import print_document
from controller.config.folders import config_folder

if TYPE_CHECKING:
    import argparse


def add_arguments(settings: argparse.ArgumentParser) -> None:
    """Add the arguments of `settings`."""
    settings.description = "Show, check or write the settings: what is plugged in, and how it is wanted."
    orders = settings.add_subparsers(dest="order", required=True, metavar="ORDER")
    show = orders.add_parser("show", help="show every setting, and where it is from")
    add_settings_option(show)
    add_json(show)
    check = orders.add_parser(
        "check",
        help="look the file over",
        description="Look the file over. Exit status: 0 it can be used, 2 it cannot.",
    )
    add_settings_option(check)
    write = orders.add_parser(
        "write",
        help="write a file with every setting explained",
        description="Write a file with every setting explained. It holds what the file that counts now says, and else"
        " what Tavola does without one.",
    )
    write.add_argument(
        "file",
        type=Path,
        nargs="?",
        default=config_folder() / "settings.toml",
        metavar="FILE",
        help="the file to write (default ~/.config/tavola/settings.toml)",
    )
    write.add_argument("--force", action="store_true", help="also where the file is there already")
    add_settings_option(write)


def run(chosen: argparse.Namespace) -> int:
    """Show, check or write the settings."""
    from controller.announce.language import language
    from controller.config.settings import Settings
    from controller.config.settings_file import (
        SettingsError,
        load_settings,
        sections_of,
        settings_path,
        settings_text,
        shown,
    )
    from controller.record.files import write_whole
    from controller.terminal import terminal
    from controller.web.address import parse_address

    console = terminal()
    path = settings_path(chosen.settings)
    settings = load_settings(path)
    if chosen.order == "show" and chosen.json:
        file = None if path is None else str(path)
        print_document("settings", {"file": file, "settings": settings.model_dump(mode="json")})
        return DONE
    source = "no file; every setting is as it comes" if path is None else str(path)
    if chosen.order == "show":
        console.print(f"# {source}", highlight=False, soft_wrap=True, markup=False)
        for name, section in sections_of(settings).items():
            for key in type(section).model_fields:
                value = getattr(section, key)
                usual = value == getattr(getattr(Settings(), name), key)
                line = f"{name}.{key} = {shown(value) or '(not set)'}{'' if usual else '  # set'}"
                console.print(line, highlight=False, soft_wrap=True, markup=False)
    elif chosen.order == "check":
        language(settings.speech.language)
        if settings.pages.address:
            parse_address(settings.pages.address)
        console.print(f"{source}: these settings can be used", highlight=False, soft_wrap=True, markup=False)
    else:
        if chosen.file.exists() and not chosen.force:
            raise SettingsError("settings.there_already", name=str(chosen.file))
        write_whole(chosen.file, settings_text(settings).encode())
        console.print(f"Settings  {chosen.file}", highlight=False, soft_wrap=True, markup=False)
    return DONE
