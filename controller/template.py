"""A catalogue to be translated, or to be gone on with: `python -m controller.template pl > pl.po`.

Prints every sentence of the program with what a language says for it; a language that is not there yet says nothing.
Where the English sentence has changed, the translation is left out, and has to be made anew.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from controller import notices
from controller.announce import english
from controller.announce.catalogue import Entry, parse, written
from controller.announce.language import catalogue_file, languages

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADER: Final = (
    "Project-Id-Version: tavola\nLanguage: {code}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\nX-Voice: {code}\n"
)


def sentences() -> tuple[Entry, ...]:
    """Return every English sentence that is said or printed at the table, in the order of its key."""
    plain = {**english.SENTENCES, **notices.SENTENCES}
    several = {**english.PLURALS, **notices.PLURALS}
    entries = [Entry(key, text, "", ()) for key, text in plain.items()]
    entries += [Entry(key, one, many, ()) for key, (one, many) in several.items()]
    return tuple(sorted(entries, key=lambda entry: entry.context))


def template(code: str) -> str:
    """Return the catalogue of a language, new or brought up to date, as a .po file.

    Raises:
        CatalogueError: the language's present catalogue is no .po file.
    """
    known = parse(catalogue_file(code).read_text("utf-8"), f"{code}.po") if code in languages()[1:] else ()
    translated = {(entry.context, entry.english, entry.plural): entry.translated for entry in known[1:]}
    head = known[0] if known else Entry("", "", "", (_HEADER.format(code=code),))
    rest = (
        Entry(one.context, one.english, one.plural, translated.get((one.context, one.english, one.plural), ()))
        for one in sentences()
    )
    return written((head, *rest))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the catalogue of a language."""
    words = sys.argv[1:] if arguments is None else arguments
    if len(words) != 1 or words[0].startswith("-"):
        sys.stderr.write("usage: python -m controller.template LANGUAGE > LANGUAGE.po\n")
        return 2
    sys.stdout.write(template(words[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
