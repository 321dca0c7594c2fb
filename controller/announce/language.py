"""The languages in which Tavola speaks: English, which is in the program, and one file for each other."""

from __future__ import annotations

import gettext
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce.catalogue import check, compiled, header, parse
from controller.announce.errors import CatalogueError, LanguageError
from controller.foreign import CATALOGUE, load

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENGLISH: Final = "en"
"""The language of the program's own sentences."""


VOICE: Final = "en-us"
"""The synthesiser's name of it: American, as that is what is proved to be understood."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language.

    Attributes:
        code: its code, such as "it".
        voice: the synthesiser's name of it.
        translations: its catalogue; that of English gives back what it is asked.
    """

    code: str = ENGLISH
    voice: str = VOICE
    translations: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)

    def say(self, key: str, english: str, /, **params: object) -> str:
        """Return a sentence, filled in; in English where it has not been translated."""
        return self.translations.pgettext(key, english).format(**params)

    def count(self, key: str, english: tuple[str, str], count: int, /, **params: object) -> str:
        """Return a sentence in the form that belongs to a number, filled in; `{count}` is that number."""
        return self.translations.npgettext(key, *english, count).format(count=count, **params)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    files = _folder().iterdir()
    return ENGLISH, *sorted(file.name.removesuffix(".po") for file in files if file.name.endswith(".po"))


def catalogue_file(code: str) -> Traversable:
    """Return the file of a language."""
    return _folder() / f"{code}.po"


def _folder() -> Traversable:
    """Return the folder of all catalogues."""
    return resources.files(__package__) / "languages"


def language(code: str) -> Words:
    """Return a language by its code, or by a catalogue of one's own.

    Args:
        code: "en", "it" and so on, or the path of a .po file.

    Raises:
        LanguageError: there is none ("language.unknown").
        CatalogueError: its file cannot be used.
    """
    if code == ENGLISH:
        return Words()
    if code.endswith(".po"):
        return read_language(load(Path(code), CATALOGUE.size), Path(code).name)
    if code not in languages():
        raise LanguageError("language.unknown", code=code, known=", ".join(languages()))
    return read_language(catalogue_file(code).read_bytes(), f"{code}.po")


def read_language(content: bytes, name: str) -> Words:
    """Return the language of a .po file.

    Args:
        content: the file, in UTF-8. Its header has to name the language and the plural forms; `X-Voice` is the
            synthesiser's name of it where that is not the language's code.
        name: its name, for errors.

    Raises:
        CatalogueError: the file cannot be used.
    """
    try:
        entries = parse(content.decode(), name)
        named = header(entries)
        check(entries, name)
        code = named["Language"]
        return Words(code, named.get("X-Voice", code), compiled(entries))
    except UnicodeDecodeError:
        raise CatalogueError("catalogue.not_po", name=name, line=1) from None
    except KeyError:
        raise CatalogueError("catalogue.no_header", name=name) from None
    except CatalogueError:
        raise
    except (ValueError, IndexError) as error:  # gettext takes the header's parts for there
        raise CatalogueError("catalogue.plural_forms", name=name, why=str(error)) from None
