"""Texts in the player's language, by key. The text files are the only place of display names."""

import json
import re
from collections.abc import Mapping
from string import Formatter
from typing import NamedTuple

from game.engine.assets import ASSETS, MissingAsset


class Language(NamedTuple):
    """Punctuation, decimals and clock of a language."""

    #: the name of its file
    code: str
    #: opening and closing quotation mark, which differ, and those within others
    quotes: tuple[str, str]
    inner_quotes: tuple[str, str]
    #: decimal separator
    decimal: str
    #: hours on the clock: 24, or 12 that are counted twice
    hours: int

    @property
    def nested(self) -> re.Pattern[str]:
        """Words in quotation marks that have others in them at their beginning."""
        opening, closing = self.quotes
        return re.compile(f"{opening}([^{closing}]*){opening}([^{closing}]*){closing}")

    def with_inner_quotes(self, text: str) -> str:
        """Return a text with single marks for words in quotation marks within others."""
        opening, inner = self.quotes[0], self.inner_quotes
        if text.count(opening) < 2:
            return text
        return self.nested.sub(rf"{opening}\1{inner[0]}\2{inner[1]}", text)


#: languages of the game by code, in the order of the title
LANGUAGES = {
    language.code: language
    for language in (
        Language("de", ("„", "“"), ("‚", "‘"), ",", 24),
        Language("en", ("“", "”"), ("‘", "’"), ".", 12),
    )
}
#: texts about somebody and to them as "you", by the blank ``name`` or another one that is named before a colon:
#: ``[{name} takes|You take] it``, ``[to:{to}|you]``
WAYS = re.compile(r"\[(?:(\w+):)?([^\[\]|]*)\|([^\[\]|]*)\]")

#: conversion of a blank that begins a sentence
CAPITAL = "C"


class You(str):
    """The name of the person addressed, which makes texts say "you" if they can."""

    __slots__ = ()


def spoken_to(text: str, blanks: Mapping[str, object]) -> str:
    """Resolve the ``WAYS`` of a text: "you" for the person addressed, the name for all others."""
    return WAYS.sub(lambda way: way[3 if isinstance(blanks.get(way[1] or "name"), You) else 2], text)


class Filler(Formatter):
    """Fills a text's blanks; ``{set!C}`` begins with a capital letter, as a sentence does."""

    def convert_field(self, value: object, conversion: str | None) -> object:
        """Capitalize the value of a blank with ``!C``."""
        if conversion != CAPITAL:
            return super().convert_field(value, conversion)
        text = str(value)
        return text[:1].upper() + text[1:]


FILLER = Filler()


class TextTable(dict[str, str]):
    """Texts by key; a missing one is named with its file."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.language = language

    def __missing__(self, key: str) -> str:
        """Raise KeyError for a key without a text."""
        raise KeyError(f"no text {key!r} in assets/texts/{self.language}.json")


class Texts:
    """One language's texts."""

    def __init__(self, language: str) -> None:
        self.language, self.manner = language, LANGUAGES[language]
        path = ASSETS / "texts" / f"{language}.json"
        try:
            self.table = TextTable(language, json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise MissingAsset(f"texts/{language}.json: {error}") from error

    def __call__(self, key: str, /, **blanks: object) -> str:
        """Return the text of ``key`` with its ``{blanks}`` filled. If ``count`` is 1, ``KEY.one`` is preferred.

        A blank filled with ``You`` chooses among the text's ``WAYS``. Raise KeyError for a missing text.
        """
        if blanks.get("count") == 1 and f"{key}.one" in self.table:
            key = f"{key}.one"
        if not blanks:
            return self.table[key]
        # a log of hundreds of lines is written at once: patterns and the formatter with capitals are many times slower
        text = self.table[key]
        if "[" in text:
            text = spoken_to(text, blanks)
        text = FILLER.vformat(text, (), blanks) if f"!{CAPITAL}" in text else text.format(**blanks)
        return self.manner.with_inner_quotes(text)

    def has(self, key: str) -> bool:
        """Return True if there is such a text."""
        return key in self.table

    def keys(self, begin: str) -> list[str]:
        """Return the keys with that prefix."""
        return [key for key in self.table if key.startswith(begin)]

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number as written: with a true minus, and the language's decimal separator."""
        written = f"{abs(value):.{digits}f}".replace(".", self.manner.decimal)
        return f"\u2212{written}" if value < 0 and float(f"{abs(value):.{digits}f}") else written

    def clock(self, hour: int, minute: int = 0) -> str:
        """Return a time of day as people say it."""
        shown = hour if self.manner.hours == 24 else (hour + 11) % 12 + 1
        return self("clock.am" if hour < 12 else "clock.pm", time=f"{shown}:{minute:02}" if minute else str(shown))

    def signed(self, value: int) -> str:
        """Return a number with its sign."""
        return f"+{value}" if value > 0 else self.number(value)

    def in_words(self, number: int) -> str:
        """Return a number as a word, from 2 to 10: zwei, two."""
        return self(f"number.{number}")

    def amount(self, number: int) -> str:
        """Return a number as a sentence says it: as a word up to ten."""
        return self.in_words(number) if 2 <= number <= 10 else str(number)

    def place(self, number: int) -> str:
        """Return a rank as written in a sentence: 2 in German, second in English."""
        return self(f"place.{number}")

    def sentences(self, parts: list[str]) -> str:
        """Join parts to be read out, each closed by a full stop unless it has an end of its own."""
        return " ".join(part if part[-1:] in ".!?:…" else f"{part}." for part in parts if part)

    def listed(self, names: list[str], join: str = "and") -> str:
        """Join words to a list: A, B and C; ``join`` is the key of the last link."""
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self(join)} {names[-1]}"
