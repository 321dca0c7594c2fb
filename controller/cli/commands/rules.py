"""`tavola rules`: the presets, in words: what is on, where it comes from, and where it differs from a tournament."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from controller.announce.agreements import agreed, line
from controller.announce.language import language
from controller.cli.arguments import add_json
from controller.cli.exit_status import DONE
from controller.cli.streams import print_document
from controller.config.speech import add_language_option
from controller.referee.options.options import PRESETS, TABLE, choice
from controller.referee.options.published import FALLBACK, NOTES, PUBLISHED
from controller.referee.options.sources import SOURCES, named
from controller.referee.options.words import word_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from controller.announce.language import Words

MEASURE: Final = "tournament"
"""The preset with which the others are compared."""


def add_arguments(rules: argparse.ArgumentParser) -> None:
    """Add the arguments of `rules`."""
    rules.description = (
        "Say in words what a preset is: what is on, where that comes from, and where it differs from the"
        " rules of a tournament. Presets are for --preset."
    )
    what = rules.add_subparsers(dest="what", required=True, metavar="list|show")
    listed = what.add_parser("list", help="list the presets", description="List the presets.")
    add_language_option(listed)
    add_json(listed)
    show = what.add_parser(
        "show",
        help="say what a preset is",
        description="Say what a preset is. Of a preset from a published text, what the text says and what is taken from"
        f" {FALLBACK} because it does not say stand apart.",
    )
    show.add_argument("preset", choices=tuple(PRESETS), metavar="NAME", help=", ".join(PRESETS))
    add_language_option(show)
    add_json(show)


def run(chosen: argparse.Namespace) -> int:
    """List the presets, or say what one is.

    Raises:
        LanguageError, CatalogueError: no such language.
    """
    words = language(chosen.language)
    if chosen.json:
        print_document("rules", _listed(words) if chosen.what == "list" else _plain(chosen.preset, words))
        return DONE
    lines = (
        [f"{name:<14} {line(words, f'preset.{name}')}" for name in PRESETS]
        if chosen.what == "list"
        else list(described(chosen.preset, words))
    )
    sys.stdout.writelines(f"{one}\n" for one in lines)
    return DONE


def _listed(words: Words) -> dict[str, object]:
    """Return the presets as plain values."""
    return {"presets": [{"name": name, "about": line(words, f"preset.{name}")} for name in PRESETS]}


def _plain(name: str, words: Words) -> dict[str, object]:
    """Return what a preset is as plain values; an option that its text does not say is not `said`."""
    options = [(option, choice(name, option), choice(MEASURE, option)) for option in TABLE]
    return {
        "preset": name,
        "about": line(words, f"preset.{name}"),
        "options": [
            {
                "name": option,
                "value": word_of(has.value),
                "means": agreed(words, option, has.value),
                "source": has.source,
                "said": has.said,
                MEASURE: word_of(usual.value),
            }
            for option, has, usual in options
        ],
        "notes": [line(words, f"note.{note}") for note in NOTES.get(name, ())],
        "sources": {
            letters: SOURCES.get(letters) or line(words, "rules.own")
            for letters in named(has.source for _, has, _ in options)
        },
    }


def described(name: str, words: Words) -> Iterator[str]:
    """Yield what a preset is, line by line.

    Args:
        name: the preset.
        words: the language. Sources stay in the language in which they are written.
    """
    yield f"{name}: {line(words, f'preset.{name}')}"
    said = [option for option in TABLE if choice(name, option).said]
    unsaid = [option for option in TABLE if option not in said]
    yield line(words, "rules.said" if name in PUBLISHED else "rules.all")
    yield from _options(name, said, words)
    if unsaid:
        yield line(words, "rules.unsaid", name=FALLBACK)
        yield from _options(name, unsaid, words)
    if NOTES.get(name):
        yield line(words, "rules.notes")
        yield from (f"  {line(words, f'note.{note}')}" for note in NOTES[name])
    yield line(words, "rules.sources")
    for letters in named(choice(name, option).source for option in TABLE):
        yield f"  {letters}: {SOURCES.get(letters) or line(words, 'rules.own')}"


def _options(name: str, options: Sequence[str], words: Words) -> Iterator[str]:
    """Yield the sentences of options, each with its source, and with what a tournament has where that differs."""
    for option in options:
        has, usual = choice(name, option), choice(MEASURE, option)
        yield f"  {agreed(words, option, has.value)} [{has.source}]"
        if has.value != usual.value:
            yield "    -> " + line(words, "rules.other", sentence=agreed(words, option, usual.value))
