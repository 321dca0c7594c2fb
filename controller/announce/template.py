"""A catalogue to be translated, or to be gone on with: `python -m controller.announce.template pl pl.po`.

Writes every sentence of the program with what a language says for it; a language that is not there yet says nothing.
Where the English sentence has changed, the translation is left out, and has to be made anew.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce import advice, agreements, english, page_words
from controller.announce import health as notices
from controller.announce.catalogue import CatalogueEntry, parse, written
from controller.announce.language import catalogue_file, languages

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADER: Final = (
    "Project-Id-Version: tavola\nLanguage: {code}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\nX-Voice: {code}\n"
)


def sentences() -> tuple[CatalogueEntry, ...]:
    """Return every English sentence that is said or printed at the table, in the order of its key."""
    plain = {
        **english.SENTENCES,
        **notices.SENTENCES,
        **agreements.SENTENCES,
        **page_words.SENTENCES,
        **advice.SENTENCES,
    }
    several = {**english.PLURALS, **notices.PLURALS, **agreements.PLURALS}
    entries = [CatalogueEntry(key, text, "", ()) for key, text in plain.items()]
    entries += [CatalogueEntry(key, one, many, ()) for key, (one, many) in several.items()]
    return tuple(sorted(entries, key=lambda entry: entry.context))


def template(code: str) -> str:
    """Return the catalogue of a language, new or brought up to date, as a .po file.

    Raises:
        CatalogueError: the language's present catalogue is no .po file.
    """
    known = parse(catalogue_file(code).read_text("utf-8"), f"{code}.po") if code in languages()[1:] else ()
    translated = {(entry.context, entry.english, entry.plural): entry.translated for entry in known[1:]}
    head = known[0] if known else CatalogueEntry("", "", "", (_HEADER.format(code=code),))
    rest = (
        CatalogueEntry(one.context, one.english, one.plural, translated.get((one.context, one.english, one.plural), ()))
        for one in sentences()
    )
    return written((head, *rest))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the catalogue of a language into a file, and make the folder for it; return the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if len(words) != 2 or words[0].startswith("-"):
        sys.stderr.write("usage: python -m controller.announce.template LANGUAGE FILE.po\n")
        return 2
    code, file = words[0], Path(words[1])
    text = template(code)
    entries = parse(text, file.name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{file}: {error.strerror}\n")
        return 2
    left = sum(not entry.translated for entry in entries)
    sys.stdout.write(f"{file}: {len(entries) - 1} sentences, {left} of them to be translated\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
