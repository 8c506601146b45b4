"""Texts in the player's language, by key. The text files are the only place of display names."""

import json
import re
from collections.abc import Mapping
from string import Formatter

from game.engine.assets import ASSETS, MissingAsset

LANGUAGES = ("de", "en")
#: texts about somebody and to them as "you", by the blank ``name`` or another one that is named before a colon:
#: ``[{name} takes|You take] it``, ``[to:{to}|you]``
WAYS = re.compile(r"\[(?:(\w+):)?([^\[\]|]*)\|([^\[\]|]*)\]")

#: words in quotation marks within others, by language: the opening mark, and how they are written, with single marks
NESTED = {
    "de": ("„", re.compile("„([^“]*)„([^“]*)“"), r"„\1‚\2‘"),
    "en": ("“", re.compile("“([^”]*)“([^”]*)”"), r"“\1‘\2’"),
}

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
        self.language = language
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
        opening, nested, written = NESTED[self.language]
        return nested.sub(written, text) if text.count(opening) > 1 else text

    def has(self, key: str) -> bool:
        """Return True if there is such a text."""
        return key in self.table

    def keys(self, begin: str) -> list[str]:
        """Return the keys with that prefix."""
        return [key for key in self.table if key.startswith(begin)]

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number as written: with a true minus, and a decimal comma in German."""
        written = f"{abs(value):.{digits}f}"
        if self.language == "de":
            written = written.replace(".", ",")
        return f"\u2212{written}" if value < 0 and float(f"{abs(value):.{digits}f}") else written

    def clock(self, hour: int, minute: int = 0) -> str:
        """Return a time of day as people say it."""
        shown = hour if self.language == "de" else (hour + 11) % 12 + 1
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
