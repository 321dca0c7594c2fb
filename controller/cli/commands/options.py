"""`tavola options`: the options of the referee, what they are in a preset, and where that comes from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from controller.announce.agreements import agreed
from controller.announce.language import language
from controller.cli.arguments import add_json
from controller.cli.exit_status import DONE
from controller.cli.streams import print_document
from controller.config.speech import add_language_option
from controller.referee.options.options import PRESETS, TABLE, choice
from controller.referee.options.words import values_of, word_of

if TYPE_CHECKING:
    import argparse


def add_arguments(options: argparse.ArgumentParser) -> None:
    """Add the arguments of `options`."""
    options.description = (
        "List every option of the referee: its value in a preset, what it may be, and the rules from which that comes."
    )
    options.add_argument("preset", nargs="?", choices=tuple(PRESETS), default="club", help="(default club)")
    add_language_option(options)
    add_json(options)


def run(chosen: argparse.Namespace) -> int:
    """Print the options of a preset, each with its meaning, what else it may be, and where it comes from."""
    words = language(chosen.language)
    listed = [
        {
            "name": name,
            "value": word_of(choice(chosen.preset, name).value),
            "means": agreed(words, name, choice(chosen.preset, name).value),
            "values": values_of(name),
            "source": choice(chosen.preset, name).source,
        }
        for name in TABLE
    ]
    if chosen.json:
        print_document("options", {"preset": chosen.preset, "options": listed})
        return DONE
    for one in listed:
        assigned = f"{one['name']}={one['value']}"
        sys.stdout.write(f"{assigned:<40} {one['source']} ({one['values']})\n    {one['means']}\n")
    return DONE
