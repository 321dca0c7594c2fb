"""Catalogues of translations as translators write them: the .po files of GNU gettext, read without its tools.

A wheel carries the .po files themselves, and they are compiled in memory when a language is chosen, in some
milliseconds: there is no compiled copy that could be older than its source, and nobody needs `msgfmt`. What they are
compiled to is the binary form that Python's own `gettext` reads, so that contexts and plurals are gettext's.
"""

from __future__ import annotations

import gettext
import io
import re
import string
import struct
from dataclasses import dataclass, field
from typing import Final

from controller.announce.errors import CatalogueError

_MAGIC: Final = 0x950412DE
_CHARSET: Final = "\nContent-Type: text/plain; charset=UTF-8\n"
"""Told to Python's gettext, whatever a header says: that is how the file was read."""

_LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?"((?:[^"\\]|\\.)*)"')
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One sentence of a catalogue.

    Attributes:
        context: its key, by which equal English sentences are told apart.
        english: what is translated; the singular where it has a plural.
        plural: the English plural, empty where it has none.
        translated: the translation, or one for each of the language's forms of plural; empty while there is none.
    """

    context: str
    english: str
    plural: str
    translated: tuple[str, ...]


@dataclass(slots=True)
class _Draft:
    """What has been read of an entry so far: the parts by their word."""

    fuzzy: bool = False
    parts: dict[str, str] = field(default_factory=dict)

    def entry(self) -> CatalogueEntry:
        """Return the entry; a doubtful ("fuzzy") translation counts as none."""
        numbers = sorted(word for word in self.parts if word.startswith("msgstr"))
        translated = tuple(self.parts[word] for word in numbers)
        whole = all(translated) and not self.fuzzy
        context, english, plural = (self.parts.get(word, "") for word in ("msgctxt", "msgid", "msgid_plural"))
        return CatalogueEntry(context, english, plural, translated if whole else ())


def parse(text: str, name: str) -> tuple[CatalogueEntry, ...]:
    """Read a .po file; the first entry, of the empty sentence, is its header.

    Args:
        text: the file.
        name: the file's name, for errors.

    Raises:
        CatalogueError: "catalogue.not_po" for what is no line of such a file, "catalogue.no_header".
    """
    drafts = [_Draft()]
    word = ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#,") and "fuzzy" in line:
            drafts = _begun(drafts)
            drafts[-1].fuzzy = True
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None or not (found[1] or word):
            raise CatalogueError("catalogue.not_po", name=name, line=number)
        if found[1]:
            word = found[1]
            if word == "msgctxt" or (word == "msgid" and "msgid" in drafts[-1].parts):
                drafts = _begun(drafts)
            drafts[-1].parts[word] = ""
        drafts[-1].parts[word] += _unescaped(found[3])
    entries = tuple(draft.entry() for draft in drafts if draft.parts)
    if not entries or entries[0].english or not entries[0].translated:
        raise CatalogueError("catalogue.no_header", name=name)
    return entries


def _begun(drafts: list[_Draft]) -> list[_Draft]:
    """Return drafts with an empty one at the end."""
    return drafts if not drafts[-1].parts else [*drafts, _Draft()]


def _unescaped(text: str) -> str:
    """Return the text that a string of a .po file stands for."""
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text)


def header(entries: tuple[CatalogueEntry, ...]) -> dict[str, str]:
    """Return what the header says, by name."""
    lines = entries[0].translated[0].splitlines()
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def check(entries: tuple[CatalogueEntry, ...], name: str) -> None:
    """Make sure that no sentence asks for what nobody gives it: that would only be noticed in the middle of a match.

    Raises:
        CatalogueError: "catalogue.placeholder".
    """
    for entry in entries[1:]:
        known = placeholders(entry.english) | placeholders(entry.plural)
        for translated in entry.translated:
            try:
                strange = placeholders(translated) - known
            except ValueError:
                strange = {translated}
            if strange:
                raise CatalogueError("catalogue.placeholder", name=name, context=entry.context, what=min(strange))


def placeholders(sentence: str) -> set[str]:
    """Return the names in braces of a sentence.

    Raises:
        ValueError: a brace without its partner.
    """
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def compiled(entries: tuple[CatalogueEntry, ...]) -> gettext.GNUTranslations:
    """Return the translations of a catalogue, for Python's gettext. Sentences without one stay English.

    The binary form is a table of the places of all originals, one of all translations, and the texts with a zero
    after each; originals are sorted, a context is joined with the byte 4, plurals with a zero.
    """
    head = CatalogueEntry("", "", "", (entries[0].translated[0] + _CHARSET,))
    told = [head, *(entry for entry in entries[1:] if entry.translated)]
    pairs = sorted((_original(entry), "\0".join(entry.translated).encode()) for entry in told)
    texts, places = b"", []
    for text in (*(original for original, _ in pairs), *(translated for _, translated in pairs)):
        places += [len(text), 28 + 16 * len(pairs) + len(texts)]
        texts += text + b"\0"
    start = struct.pack("<7I", _MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return gettext.GNUTranslations(io.BytesIO(start + struct.pack(f"<{len(places)}I", *places) + texts))


def _original(entry: CatalogueEntry) -> bytes:
    """Return an original as the binary form has it."""
    text = f"{entry.context}\x04{entry.english}" if entry.context else entry.english
    return (f"{text}\0{entry.plural}" if entry.plural else text).encode()


def written(entries: tuple[CatalogueEntry, ...]) -> str:
    """Return entries as a .po file, the exact inverse of `parse` but for comments."""
    return "\n".join(_lines(entry) for entry in entries)


def _lines(entry: CatalogueEntry) -> str:
    """Return an entry as lines."""
    parts = [("msgctxt", entry.context)] if entry.context else []
    parts.append(("msgid", entry.english))
    if entry.plural:
        parts.append(("msgid_plural", entry.plural))
        forms = entry.translated or ("", "")
        parts += [(f"msgstr[{number}]", text) for number, text in enumerate(forms)]
    else:
        parts.append(("msgstr", entry.translated[0] if entry.translated else ""))
    return "".join(f"{word} {_quoted(text)}\n" for word, text in parts)


def _quoted(text: str) -> str:
    """Return a text as one string of a .po file, or as one a line where it has several."""
    lines = [f'"{_escaped(line)}"' for line in re.split(r"(?<=\n)(?!$)", text)] or ['""']
    return lines[0] if len(lines) == 1 else "\n".join(['""', *lines])


def _escaped(text: str) -> str:
    """Return a text with what has to be escaped."""
    for letter, meant in (("\\", "\\"), ('"', '"'), ("n", "\n"), ("t", "\t"), ("r", "\r")):
        text = text.replace(meant, f"\\{letter}")
    return text
