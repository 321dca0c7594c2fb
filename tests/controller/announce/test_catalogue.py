"""Catalogues are read as GNU gettext reads them, and refused where a match would stumble over them."""

from __future__ import annotations

import shutil
import subprocess
from gettext import GNUTranslations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.announce.catalogue import CatalogueEntry, compiled, header, parse, written
from controller.announce.errors import CatalogueError, LanguageError
from controller.announce.language import catalogue_file, language, languages, read_language

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n<5 ? 1 : 2;\\n"\n\n'

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x04"), min_size=1, max_size=30)
ENTRIES = st.lists(
    st.one_of(
        st.builds(CatalogueEntry, TEXT, TEXT, st.just(""), st.tuples(TEXT)),
        st.builds(CatalogueEntry, TEXT, TEXT, TEXT, st.tuples(TEXT, TEXT)),
    ),
    max_size=6,
    unique_by=lambda entry: entry.context,
)


def read(body: str, head: str = HEAD) -> tuple[CatalogueEntry, ...]:
    """Return the entries of a catalogue after its header."""
    return parse(head + body, "xx.po")[1:]


@settings(max_examples=150)
@given(ENTRIES)
def test_what_is_written_is_read_again(entries: list[CatalogueEntry]) -> None:
    every = (CatalogueEntry("", "", "", ("Language: xx\n",)), *entries)
    assert parse(written(every), "xx.po") == every


@settings(max_examples=100)
@given(ENTRIES)
def test_what_is_compiled_says_what_was_translated(entries: list[CatalogueEntry]) -> None:
    words = compiled((CatalogueEntry("", "", "", ("Plural-Forms: nplurals=2; plural=n>1;\n",)), *entries))
    for entry in entries:
        if entry.plural:
            for count in (0, 1, 2):
                said = words.npgettext(entry.context, entry.english, entry.plural, count)
                assert said == entry.translated[count > 1]
        else:
            assert words.pgettext(entry.context, entry.english) == entry.translated[0]


def test_the_lines_of_a_sentence_belong_together_and_comments_do_not() -> None:
    found = read(
        '# by hand\n#: file:3\nmsgctxt "a"\nmsgid ""\n"one "\n"two\\n"\n#~ msgid "old"\nmsgstr "uno \\"due\\""\n'
    )
    assert found == (CatalogueEntry("a", "one two\n", "", ('uno "due"',)),)


def test_a_doubtful_translation_counts_as_none() -> None:
    found = read('#, fuzzy\nmsgctxt "a"\nmsgid "one"\nmsgstr "uno"\n\nmsgctxt "b"\nmsgid "two"\nmsgstr "due"\n')
    assert [entry.translated for entry in found] == [(), ("due",)]


def test_a_language_with_three_plurals_says_each() -> None:
    body = 'msgctxt "p"\nmsgid "{count} point"\nmsgid_plural "{count} points"\n'
    body += 'msgstr[0] "{count} punkt"\nmsgstr[1] "{count} punkty"\nmsgstr[2] "{count} punktów"\n'
    words = read_language((HEAD + body).encode(), "xx.po")
    said = [words.count("p", ("{count} point", "{count} points"), count) for count in (1, 3, 7)]
    assert said == ["1 punkt", "3 punkty", "7 punktów"]


def test_what_is_not_translated_stays_english() -> None:
    words = read_language((HEAD + 'msgctxt "a"\nmsgid "one"\nmsgstr ""\n').encode(), "xx.po")
    assert words.say("a", "one") == "one"
    assert words.count("q", ("{count} thing", "{count} things"), 2) == "2 things"


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "catalogue.no_header"),
        (b'msgid "one"\nmsgstr "uno"\n', "catalogue.no_header"),
        (b'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n', "catalogue.no_header"),
        (HEAD.encode() + b"this is no catalogue\n", "catalogue.not_po"),
        (HEAD.encode() + b'msgid "one" msgstr "uno"\n', "catalogue.not_po"),
        (b"\xff\xfe\x00", "catalogue.not_po"),
        (b"\x89PNG\r\n", "catalogue.not_po"),
        (HEAD.encode() + b'msgid "{one}"\nmsgstr "{uno}"\n', "catalogue.placeholder"),
        (HEAD.encode() + b'msgid "{one}"\nmsgstr "{one"\n', "catalogue.placeholder"),
        (HEAD.encode() + b'msgid "{one}"\nmsgstr "{}"\n', "catalogue.placeholder"),
        (HEAD.replace("n==1", "os.system").encode(), "catalogue.plural_forms"),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_refused_at_once(content: bytes, key: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        read_language(content, "xx.po")
    assert caught.value.key == key
    assert caught.value.params["name"] == "xx.po"


def test_a_language_nobody_has_made_is_named_with_those_there_are() -> None:
    with pytest.raises(LanguageError) as caught:
        language("tlh")
    assert caught.value.params["known"] == ", ".join(languages())


def test_a_catalogue_of_ones_own_is_a_language(tmp_path: Path) -> None:
    (tmp_path / "my.po").write_text(HEAD + 'msgctxt "roll.pair"\nmsgid "{high}-{low}"\nmsgstr "{high} und {low}"\n')
    words = language(str(tmp_path / "my.po"))
    assert (words.code, words.voice) == ("xx", "xx")
    assert words.say("roll.pair", "{high}-{low}", high=6, low=3) == "6 und 3"


@pytest.mark.parametrize("code", languages()[1:])
def test_the_tools_of_gettext_accept_every_catalogue_and_compile_the_same(code: str, tmp_path: Path) -> None:
    if shutil.which("msgfmt") is None:
        pytest.skip("msgfmt, of Debian's gettext, is not installed")

    source, target = tmp_path / "in.po", tmp_path / "out.mo"
    text = catalogue_file(code).read_text("utf-8")
    source.write_text(text, encoding="utf-8")
    subprocess.run(["msgfmt", "--check", "-o", str(target), str(source)], check=True, timeout=60, capture_output=True)
    with target.open("rb") as file:
        theirs = GNUTranslations(file)
    ours = compiled(parse(text, code))
    catalogues = [{**words._catalog, "": None} for words in (theirs, ours)]  # type: ignore[attr-defined]
    assert catalogues[0] == catalogues[1]


@pytest.mark.parametrize("code", languages()[1:])
def test_a_header_names_its_language(code: str) -> None:

    named = header(parse(catalogue_file(code).read_text("utf-8"), code))
    assert named["Language"] == code
    assert named["Plural-Forms"].startswith("nplurals=")
