"""Texts: both languages say the same in common words, and every text that the code asks for exists."""

import ast
import json
import re
import shutil
from collections.abc import Iterable
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from string import Formatter

import pygame
import pytest
from player import Player

from game import games
from game.catalogue.registry import GAMES
from game.core.options import Pick
from game.engine import texts as module
from game.engine.surfaces import ASSETS
from game.engine.texts import LANGUAGES, WAYS, Texts, You, spoken_to
from game.games.dnup import texts as dnup
from game.games.nein_danke.deck import KINDS
from game.services.launch_request import LaunchRequest

ROOT = Path(__file__).resolve().parents[2]
#: the folders of the program's modules, and those of a game elsewhere, see ``sixth``
FOLDERS = (ROOT / "game", *map(Path, list(games.__path__)[1:]))
TABLES = {name: json.loads((ASSETS / "texts" / f"{name}.json").read_text(encoding="utf-8")) for name in LANGUAGES}


def sources() -> list[Path]:
    """Return the paths of all modules."""
    return sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))


def blanks(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_with_the_same_blanks():
    german, english = TABLES["de"], TABLES["en"]
    assert set(german) == set(english)
    for key in german:
        assert blanks(german[key]) == blanks(english[key]), key
        assert german[key].strip() == german[key] != "", key
        assert english[key].strip() == english[key] != "", key


def test_a_missing_text_is_named_with_its_file():
    for blanks in ({}, {"count": 1}):
        with pytest.raises(KeyError, match=r"no text 'game.chess' in assets/texts/de.json"):
            Texts("de")("game.chess", **blanks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_files_are_sorted_and_indented_as_a_program_writes_them(language):
    written = (ROOT / "assets" / "texts" / f"{language}.json").read_text(encoding="utf-8")
    assert written == json.dumps(json.loads(written), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def test_every_text_the_code_names_exists():
    """Keys that are written out in the code; composed keys are covered by the tests of screens."""
    named = re.compile(r"""\b(?:texts|self\.texts|context\.texts)\(\s*f?"([a-z_.0-9A-Z]+)"[,)]""")
    for path in sources():
        for key in named.findall(path.read_text(encoding="utf-8")):
            assert key in TABLES["de"], f"{path.name} asks for {key}"


#: an f-string: its text, and None for every part that is filled in
Parts = tuple[str | None, ...]
LETTER = re.compile(r"[^\W\d_]")


def parts_of(node: ast.JoinedStr, constants: dict[str, str]) -> Parts:
    """Yield an f-string's parts; a constant of the module is replaced by its text."""
    found: list[str | None] = []
    for part in node.values:
        put_in = part.value if isinstance(part, ast.FormattedValue) else None
        if isinstance(put_in, ast.Name) and put_in.id in constants:
            found.append(constants[put_in.id])
        else:
            found.append(str(part.value) if isinstance(part, ast.Constant) else None)
    return tuple(found)


def letter(parts: Parts) -> str:
    return (parts[0] or "")[:1]


class AskedFor:
    """The texts that the code can ask for: words, or words filled into one of its f-strings."""

    def __init__(self, sources: Iterable[str]) -> None:
        self.words: set[str] = set()
        self.patterns: set[Parts] = set()
        for source in sources:
            self._read(ast.parse(source))
        # parts without a letter of their own, such as f"{game}.{key}", would fit any key
        self.patterns = {parts for parts in self.patterns if any(part and LETTER.search(part) for part in parts)}
        #: the patterns by their first letter, "" if that is filled in
        self.by_letter = {first: [*group] for first, group in groupby(sorted(self.patterns, key=letter), letter)}
        self.known = cache(self._known)

    def _read(self, tree: ast.Module) -> None:
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        }
        # a composed text is met before its parts
        pieces: set[int] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Constant(str(word)) if id(node) not in pieces:
                    self.words |= {word, word.replace(" ", "_")}
                case ast.keyword(str(name)):
                    self.words.add(name)
                case ast.ClassDef(name=name, body=body):
                    # kinds of events, names of settings, and members of enumerations in lower case
                    self.words.add(name)
                    self.words |= {one.target.id for one in body if isinstance(one, ast.AnnAssign)}
                    targets = (target for one in body if isinstance(one, ast.Assign) for target in one.targets)
                    self.words |= {target.id.lower() for target in targets if isinstance(target, ast.Name)}
                case ast.AugAssign(op=ast.Add(), value=ast.Constant(str(ending))):
                    self.patterns.add((None, ending))
                case ast.JoinedStr(values=parts):
                    pieces |= {*map(id, parts)}
                    self.patterns.add(parts_of(node, constants))

    def _known(self, text: str) -> bool:
        if text in self.words or text.isdigit():
            return True
        patterns = chain.from_iterable(self.by_letter.get(first, ()) for first in ("", text[:1]))
        return any(self._fits(parts, text) for parts in patterns if text.endswith(parts[-1] or ""))

    def _fits(self, parts: Parts, text: str) -> bool:
        if not parts:
            return not text
        first, rest = parts[0], parts[1:]
        if first is not None:
            return text.startswith(first) and self._fits(rest, text[len(first) :])
        # a filled-in part must be known itself, or be empty; it ends before the next part, or where the text ends
        after = rest[0] if rest else None
        ends = (len(text),) if not rest else range(len(text) + 1)
        if after is not None:
            ends = tuple(end for end in ends if text.startswith(after, end))
        return any(self._fits(rest, text[end:]) and (not end or self.known(text[:end])) for end in ends)


@cache
def asked_for() -> AskedFor:
    """Return the texts that the code can ask for, with the names of keys, which come from pygame."""
    asked = AskedFor(path.read_text(encoding="utf-8") for path in sources())
    for path in (ASSETS / "help").iterdir():
        for page, papers in json.loads(path.read_text(encoding="utf-8")).items():
            captions = {paper: re.findall(r"'(\w+)", " ".join(lines)) for paper, lines in papers.items()}
            asked.words |= {page, *papers, *(f"howto.{paper}.{one}" for paper in papers for one in captions[paper])}
    pygame.display.init()
    codes = {getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")}
    asked.words |= {pygame.key.name(code).replace(" ", "_") for code in codes}
    return asked


def test_every_text_is_used():
    """No text is left over: each key is composed of words of the code, perhaps after the game's name."""
    asked = asked_for()
    for key in TABLES["de"]:
        bare = key.removesuffix(".one").removesuffix(".short")
        game, _, rest = bare.partition(".")
        tails = [bare, rest] if game in GAMES else [bare]
        assert any(map(asked.known, tails)), f"nobody asks for {key}"


def test_an_unused_text_is_found():
    source = """
ROOM = "hall"
class Rained: ...
class Phase(Enum):
    WET = 1
def f(texts, game, key, phase):
    key = phase.name.lower()
    if dry:
        key += "_dry"
    texts(f"{game}.{key}"), texts(f"prompt.{key}"), texts(f"{ROOM}.{key}.text"), texts("title"), g(gain=1)
"""
    asked = AskedFor([source])
    for key in ("title", "prompt.wet", "prompt.wet_dry", "prompt.gain", "prompt.3", "prompt.Rained", "hall.wet.text"):
        assert asked.known(key), key
    for key in ("headline", "prompt.cold", "prompt_", "cellar.wet.text", "hall.wet", "title.wet", "wet_wet"):
        assert not asked.known(key), key
    # and in the house itself
    asked = asked_for()
    for key in ("settings.nonsense", "reason.nonsense", "nein_danke.nonsense", "prompt.nonsense", "howto.nonsense"):
        assert not asked.known(key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_prompt_ends_with_a_full_stop(language):
    prompts = {key: text for key, text in TABLES[language].items() if ".prompt" in key}
    assert len(prompts) > 50
    assert [key for key, text in prompts.items() if text.endswith(".")] == []


def test_every_option_value_and_special_card_has_a_text():
    for name, game in GAMES.items():
        for option in game.options:
            if option.pick == Pick.FOUND:
                assert f"{name}.option.{option.name}" not in TABLES["de"], "nobody is ever asked for it"
                continue
            assert f"{name}.option.{option.name}" in TABLES["de"]
        for level in game.bots.levels:
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


#: words that address a player, and words about a player
TO_YOU = {"de": r"\b(du|dich|dir|dein\w*)\b", "en": r"\b(you|your)\b"}


def test_every_log_line_about_a_player_can_also_address_that_player():
    """In a line of the log each blank for a player has both forms."""
    for language, to_you in TO_YOU.items():
        for key, line in TABLES[language].items():
            if ".log." not in key:
                continue
            named = blanks(line) & PLAYERS
            assert not re.search(to_you, spoken_to(line, {}), re.IGNORECASE), key
            said = spoken_to(line, dict.fromkeys(PLAYERS, You("Toni")))
            assert not blanks(said) & named, key
            if named:
                assert re.search(to_you, said, re.IGNORECASE), key


#: the blanks that a player's name fills
PLAYERS = {"name", "owner", "to", "left", "mate"}


def test_a_last_move_is_told_in_the_third_person():
    """The text follows a name, also that of the player who is addressed: Juna plays."""
    for language, to_you in TO_YOU.items():
        for key, line in TABLES[language].items():
            if ".move." in key or ".moved." in key:
                assert not WAYS.search(line), key
                assert not re.search(to_you, line, re.IGNORECASE), key
                assert not blanks(line) & PLAYERS, key


def test_a_text_addresses_the_player_it_is_about():
    for text, name, said in (
        ("[{name} takes|You take] it", "Toni", "{name} takes it"),
        ("[{name} takes|You take] it", You("Toni"), "You take it"),
        ("{name} may", You("Toni"), "{name} may"),
    ):
        assert spoken_to(text, {"name": name}) == said
    texts = Texts("de")
    assert texts("nein_danke.log.CardGiven", name=You("Toni"), to="Frida", card=7) == "Du gibst Frida 7"
    assert texts("nein_danke.log.CardGiven", name="Frida", to=You("Toni"), card=7) == "Frida gibt dir 7"
    assert texts("dnup.log.SetTaken", name="Frida", owner=You("Toni"), set="2") == "Frida nimmt 2 von dir"
    # without "you" in it the name stays
    assert texts("dnup.take", name=You("Toni"), set="2") == "2 von Toni nehmen"


def test_every_alternative_in_a_text_depends_on_a_blank():
    for language in LANGUAGES:
        for key, text in TABLES[language].items():
            rest = WAYS.sub("", text)
            assert not set(rest) & set("[]"), key
            for way in WAYS.finditer(text):
                assert (way[1] or "name") in PLAYERS, key
                assert (way[1] or "name") in blanks(way[2]), key
                assert (way[1] or "name") not in blanks(way[3]), key


#: words and patterns that read like a translation, or that have a better word everywhere; behind each the one to use
NOT_USED = {
    "de": {
        r"[\d}] × [\d{]": "zwei Einsen",
        r"\bAuf Anfang\b": "Standard",
        r"\brosa\b": "rot",
        r"\b(?:Weg|Wege) zu[mr]\b(?! Trophäe)": "Link",
        r"\bVorhang\b": "verdecken",
        r"\b(?:steht|stehen) still\b|\bruht\b": "ist angehalten",
        r"\bBlicke?\b": "Versuch",
        r"\bFehlgriff|\birrt sich\b": "Fehler",
        r"\b[Gg]leichauf\b|\bUnentschieden\b": "Gleichstand, gemeinsam",
        r"\b[Gg]eführt": "Lernpartie",
        r"\b[Ee]inlesen\b|\bEingelesen\b": "laden",
        r"\bMedian\b|\bMittel \{|\bIm Mittel\b": "typisch, Schnitt",
        r"\b[Nn]ächstbest": "zweitbest",
        r"\bVersteigerung": "Auktion",
        r"\bZwischenablage\b": "Kopieren",
        r"\b[Üü]berbiete|\bvertreib": "schlagen",
        r"\bwag(?:en|e|t|st)?\b|\bWagnis\b": "riskieren",
        r"\b[Jj]ede und jeder\b": "alle",
        r"\b(?:Lege|Drehe|Wähle|Halte|Behalte) ": "Leg, Dreh, Wähl",
        r"\bGegner aus der Kiste\b|\bjede Stufe\b|\bdie Stufen\b": "Bots",
        r"\bDie meisten \w+ gewinnen\.": "Wer die meisten hat, gewinnt",
        r" : |\.\.\.|\"": "…, „ “",
        r"\d%|\}%": "ein Leerzeichen vor %",
    },
    "en": {
        r"[\d}] × [\d{]": "two 1s",
        r"[\d}] %": "no space before %",
        r"\bturn(?:s|ed)? (?:it |one |them )?(?:up|back)\b": "flip, flip back",
        r"\b(?:lay|lays|laid)\b": "play, put",
        r"\blies? (?:there|already|in your way)\b": "is out",
        r"\balike\b|\bequal\b|\bunequal\b": "match",
        r"\bgathers?\b": "collect",
        r"\b(?:some|every|any)body\b": "someone, everyone, anyone",
        r"\b[Ww]hoever\b": "the player who, you",
        r"\bsecur": "bank",
        r"\bfigure\b": "character",
        r"\bcurtain\b": "cover, hide",
        r"\bchance to win\b": "chance of winning",
        r"\bguided\b|\blesson\b": "tutorial",
        r"\b[Dd]aily deal\b": "daily game",
        r"\bstands? still\b": "is paused",
        r"\bLevel: |\blead together\b": "Tied",
        r"\bdear(?:er|est)?\b": "expensive",
        r"\b[Tt]ake back\b": "undo",
        r"\bReally\?": "name what is done",
        r"\bWhat it is about\b|\bTo be precise\b": "the aim, the fine print",
        r"\bpink\b": "red",
        r"\b(?:is|are|was|do|does|did|can|will|would|have|has) not\b|\bcannot\b": "a contraction",
        r"\b(?:[Ii]t is|[Yy]ou (?:are|will|would))\b(?![.!?])": "a contraction",
        r"\.\.\.|\"|'": "…, “ ”, ’",
    },
}
#: spelled out nevertheless: where "You are" stands for a name
SPELLED_OUT = r"^\[[^|]*\|You are\]"


def test_a_number_stays_on_the_line_of_its_unit():
    for language in LANGUAGES:
        for key, text in TABLES[language].items():
            assert not re.search(r"[\d}] (?:%|ms\b|s\b|[Mm]in\b)", text), f"{language} {key}: {text}"


def test_words_to_avoid_are_not_used():
    for language, patterns in NOT_USED.items():
        for key, text in TABLES[language].items():
            for pattern, better in patterns.items():
                # the text that fills a blank does not count
                found = re.search(pattern, re.sub(r"\{\w+", "{", re.sub(SPELLED_OUT, "", text)))
                assert not found, f"{language} {key}: not {found and found[0]!r}, but: {better}"


#: a verb in the second person, and a blank with a name, which takes the third person
NAME = r"\{(?:name\d?|owner|seat|to|left|mate)\}"
SECOND_PERSON = {
    "de": NAME + r" (?!ist\b|erst\b|fast\b|selbst\b|zuerst\b)[a-zäöü]+st\b",
    # not "{mate} and {name} win"
    "en": r"(?<! and )" + NAME + r" (?:are|have|do|take|play|pay|get|need|lose|win|draw|roll|choose)\b",
}


def test_a_name_is_followed_by_the_third_person():
    for language, pattern in SECOND_PERSON.items():
        for key, text in TABLES[language].items():
            # both forms of a text, the one with a name and the one that says "you"
            for said in (spoken_to(text, {}), text):
                assert not re.search(pattern, said), f"{language} {key}: {said}"


def test_a_blank_with_a_capital_begins_a_sentence():
    texts = Texts("de")
    assert texts("dnup.play_set", set="zwei Einsen") == "Zwei Einsen spielen"
    for language in LANGUAGES:
        for key, text in TABLES[language].items():
            assert "!C}" not in re.sub(r"^\{\w+!C\}", "", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["display", "text-700", "text-800", "text-900"])
def test_the_fonts_have_every_letter_of_the_texts(language, name):
    font = pygame.font.Font(ASSETS / "fonts" / f"{name}.ttf", 20)
    letters = sorted({letter for text in TABLES[language].values() for letter in text if letter.isprintable()})
    assert [letter for letter in letters if font.metrics(letter) == [None]] == []


def test_the_page_has_its_texts_in_every_language():
    script = (ROOT / "build/page/script/texts.js").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^  (\w\w): \{$", script, re.MULTILINE)) == sorted(LANGUAGES)


def test_a_language_is_its_texts_and_how_it_writes(monkeypatch, tmp_path):
    marks = str.maketrans("“”‘", "«»‹")
    shutil.copytree(ASSETS / "texts", tmp_path / "texts")
    made_up = {key: text.translate(marks) for key, text in TABLES["en"].items()} | {"settings.language": "Lingo"}
    (tmp_path / "texts" / "xx.json").write_text(json.dumps(made_up), encoding="utf-8")
    monkeypatch.setattr(module, "ASSETS", tmp_path)
    monkeypatch.setitem(LANGUAGES, "xx", module.Language("xx", ("«", "»"), ("‹", "›"), "·", 24))
    player = Player()
    player.tap(f"language-{len(LANGUAGES) - 1}")
    assert player.scene.texts("settings.language") == "Lingo"
    wish = LaunchRequest("push", ("human", "easy"), 7)
    player = Player(storage=player.storage, wish=wish, language="")
    assert player.scene.texts.language == "xx"
    assert player.wait(5000, lambda: "do-draw" in player.ids())
    player.tap("do-draw")
    player.tap("log")
    written = player.scene.texts
    assert written.number(-31.4, 1) == "\u221231·4"
    assert "15:30" in written.clock(15, 30)
    assert (
        written("hint.compares", move=written("keine_ahnung.call_action"))
        == "Still comparing with «Call ‹Nothing fits!›»"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Ich vergleiche noch mit „‚Nichts passt!‘ rufen“"),
        ("en", "Still comparing with “Call ‘Nothing fits!’”"),
    ],
)
def test_quotation_marks_within_others_are_single(language, said):
    texts = Texts(language)
    assert texts("hint.compares", move=texts("keine_ahnung.call_action")) == said


def test_a_set_of_dnup_is_named_in_words():
    for language, single, several in (("de", "eine 8", "zwei Einsen"), ("en", "an 8", "two 1s")):
        match_texts = dnup.DnupTexts(Texts(language), ())
        assert (match_texts.set_of(1, 8), match_texts.set_of(2, 1)) == (single, several)
        assert all(match_texts.set_of(size, value) for size in range(1, 11) for value in range(1, 11))
