"""Words of the pages in the language of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.announce.page_words import SENTENCES

if TYPE_CHECKING:
    from controller.announce.language import Words


def page_words(words: Words) -> dict[str, str]:
    """Return every word of the pages by its key; placeholders are filled in by the page."""
    return {key.removeprefix("page."): words.translations.pgettext(key, english) for key, english in SENTENCES.items()}
