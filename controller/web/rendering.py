"""Rendering of pages from templates, all with the head and the words of `templates/base.html`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from controller.web.words import page_words

if TYPE_CHECKING:
    from controller.announce.language import Words
    from controller.web.gate import Endpoint

WEB: Final = Path(__file__).parent
"""Has `templates` and `static` of every site; a site's own rooms have theirs."""


class PageRenderer:
    """Renders the pages of a site."""

    def __init__(self, words: Words, rooms: tuple[Path, ...]) -> None:
        """Find the templates.

        Args:
            words: the language of the pages.
            rooms: folders with a folder `templates`; those of every site come last.
        """
        loader = FileSystemLoader([room / "templates" for room in (*rooms, WEB)])
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
        self._words, self._language = page_words(words), words.code

    def page(self, name: str, **values: Any) -> HTMLResponse:
        """Return a page.

        Args:
            name: its template's.
            values: what the template has to know beside words and language.
        """
        return HTMLResponse(
            self._templates.get_template(name).render(words=self._words, language=self._language, **values)
        )

    def answer(self, name: str, **values: Any) -> Endpoint:
        """Return what answers everybody with the same page, see `page`."""

        async def answering(_request: Any) -> HTMLResponse:
            return self.page(name, **values)

        return answering
