"""Both languages say the same things, and every text the code asks for exists."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

from game.engine.texts import LANGUAGES, Texts
from game.games.nein_danke.deck import KINDS
from game.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
TABLES = {
    name: json.loads((ROOT / "assets" / "texts" / f"{name}.json").read_text(encoding="utf-8")) for name in LANGUAGES
}


def blanks(words: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(words) if name}


def test_both_languages_have_the_same_keys_with_the_same_blanks():
    german, english = TABLES["de"], TABLES["en"]
    assert set(german) == set(english)
    for key in german:
        assert blanks(german[key]) == blanks(english[key]), key
        assert german[key].strip() == german[key] != "", key
        assert english[key].strip() == english[key] != "", key


def test_every_text_the_code_names_exists():
    """Keys written out in the code; keys put together from parts are held by the screens' own tests."""
    named = re.compile(r"""(?:texts|self\.texts|context\.texts)\(\s*f?"([a-z_.0-9A-Z]+)"[,)]""")
    for path in (ROOT / "game").rglob("*.py"):
        for key in named.findall(path.read_text(encoding="utf-8")):
            assert key in TABLES["de"], f"{path.name} asks for {key}"


def asked_for() -> list[re.Pattern[str]]:
    """Every string of the code as a pattern; the parts of an f-string that are put in match anything."""
    found = set()
    for path in (ROOT / "game").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[\w.]+" for p in node.values]
                if any(isinstance(p, ast.Constant) for p in node.values):
                    found.add("".join(parts))
    return [re.compile(pattern) for pattern in found]


def test_every_text_is_asked_for():
    """No text is left over: each key is a string of the code, perhaps put together, perhaps after the game's name."""
    patterns = asked_for()
    for key in TABLES["de"]:
        bare = key.removesuffix(".one").removesuffix(".short")
        tails = {bare, bare.split(".", 1)[-1]} if bare.split(".")[0] in GAMES else {bare}
        tails |= {".".join(bare.split(".")[2:])} if ".option." in bare else set()
        assert any(pattern.fullmatch(tail) for pattern in patterns for tail in tails if tail), f"nobody asks for {key}"


def test_every_option_value_and_special_card_has_its_words():
    for name, game in GAMES.items():
        for option in game.rules.OPTIONS:
            assert f"{name}.option.{option.name}" in TABLES["de"]
        for level in game.bots.LEVELS:
            assert f"level.{level}" in TABLES["de"]
    for kind in KINDS:
        assert f"nein_danke.card.{kind}" in TABLES["de"]
        assert f"nein_danke.card.{kind}.text" in TABLES["de"]


def test_numbers_are_written_as_people_write_them():
    german, english = Texts("de"), Texts("en")
    assert german.number(-31.4, 1) == "\u221231,4"
    assert english.number(-31.4, 1) == "\u221231.4"
    assert german.signed(7) == "+7"
    assert german.signed(-7) == "\u22127"
    assert german.number(-0.01, 1) == "0,0"
    assert german("nein_danke.pile", count=1) == "1 Karte"
    assert german.listed(["Frida", "Ole", "Mika"]) == "Frida, Ole und Mika"


def test_the_log_never_says_you():
    for language, words in (("de", r"\b(du|dich|dir|dein\w*)\b"), ("en", r"\b(you|your)\b")):
        for key, line in TABLES[language].items():
            if ".log." in key or ".move." in key:
                assert not re.search(words, line, re.IGNORECASE), key
