"""The page's scripts keep the laws of the house, as far as they hold for JavaScript; each breach is found."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import page_script
import pytest
from laws import GAME, LONGEST
from stand_in import StandIn

PAGE = page_script.FOLDER.parent
LONGEST_LINE = 120
#: names that nobody would search for
RIDDLES = frozenset(
    [
        *("about", "dial", "expect", "guard", "hangUp", "lose", "owed", "renew"),
        *("simd", "talk", "told", "tongue", "typed", "whole", "wish"),
    ]
)
#: a line that opens the body of a function. A whole file within a function is none
OPENS = re.compile(r"^( *)(?!\(\(\) =>)(?:.*\bfunction\b.*\{|.*=> \{|(?:async )?\w+\([^()]*\) \{)$")
#: names that are declared, as variables, functions, methods or members
DECLARED = (r"\b(?:const|let|function|class) (\w+)", r"^ +(?:async )?(\w+)(?:,$|\([^()]*\) \{|: .*=>)")
#: strings and comments, which have no names in them
PROSE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//.*')
#: the name of a method
METHOD = re.compile(r"^ +(?:async )?\w+(?=\([^()]*\) \{)", re.MULTILINE)
#: the parameters and variables of functions
LOCAL = (
    r"(?<!if )(?<!for )(?<!while )\(([^()]*)\) *(?:=>|\{)",
    r"(\w+) =>",
    r"\b(?:const|let) (\w+|\{[^}]*\}|\[[^\]]*\])",
)

Scripts = dict[str, str]


def scripts() -> Scripts:
    """Return every script of the page, by its path in ``build/page``."""
    paths = sorted(PAGE.rglob("*.js"))
    return {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def modules(found: Scripts) -> Scripts:
    """Return the modules of the page's own script, by file name."""
    return {path.rpartition("/")[2]: source for path, source in found.items() if path.startswith("script/")}


def matched(patterns: Iterable[str], source: str) -> set[str]:
    """Return the names in what the patterns find."""
    parts = (part for pattern in patterns for part in re.findall(pattern, source, re.MULTILINE))
    return {name for part in parts for name in re.findall(r"\w+", part)}


def scripts_say_what_they_are_for(found: Scripts) -> Iterator[str]:
    """A script begins with a comment about its subject."""
    yield from (path for path, source in found.items() if not source.startswith("// "))


def lines_and_functions_are_short(found: Scripts) -> Iterator[str]:
    """A line has at most 120 characters, a function as many lines as one of Python."""
    for path, source in found.items():
        lines = source.splitlines()
        for number, line in enumerate(lines):
            if len(line) > LONGEST_LINE:
                yield f"{path}:{number + 1}: {len(line)} characters"
            if opened := OPENS.match(line):
                rest = lines[number:]
                count = next((i + 1 for i, row in enumerate(rest) if row.startswith(f"{opened[1]}}}")), len(rest))
                if count > LONGEST:
                    yield f"{path}:{number + 1}: a function of {count} lines"


def names_are_no_riddles(found: Scripts) -> Iterator[str]:
    """Functions and variables are named as everybody would name them."""
    for path, source in found.items():
        yield from (f"{path}: {name}" for name in sorted(matched(DECLARED, source) & RIDDLES))


def imports_are_complete(found: Scripts) -> Iterator[str]:
    """A module imports what it uses of others, exported there, and nothing else."""
    ours = modules(found)
    declared = {name: page_script.DECLARED.findall(source) for name, source in ours.items()}
    home = {item: name for name, items in declared.items() for _export, item in items}
    exported = {(name, item) for name, items in declared.items() for export, item in items if export}
    for name, source in ours.items():
        imported = {}
        for names, module in page_script.IMPORT.findall(source):
            imported |= {item.strip(): module for item in names.split(",") if item.strip()}
        code = METHOD.sub("", PROSE.sub("", page_script.IMPORT.sub("", source)))
        local = matched(LOCAL, code)
        used = set(re.findall(r"(?<![\w.])(?:\.\.\.)?([A-Za-z_]\w*)\b(?!:)", code))
        yield from (
            f"{name}: {item} of {imported[item]}" for item in imported if (imported[item], item) not in exported
        )
        yield from (f"{name}: {item} is not used" for item in imported.keys() - used)
        others = {item for item in used & home.keys() if home[item] != name}
        yield from (f"{name}: {item} is not imported" for item in sorted(others - imported.keys() - local))


LAWS = (
    scripts_say_what_they_are_for,
    lines_and_functions_are_short,
    names_are_no_riddles,
    imports_are_complete,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_page_keeps(law):
    faults = list(law(scripts()))
    assert not faults, "\n".join(["", *faults])


LONG = "\n".join(["function long() {", *["  step();"] * (LONGEST - 1), "}"])


@pytest.mark.parametrize(
    ("law", "path", "source", "fault"),
    [
        (scripts_say_what_they_are_for, "sw.js", "let x = 1;\n", "sw.js"),
        (lines_and_functions_are_short, "sw.js", LONG, "a function of 51 lines"),
        (
            lines_and_functions_are_short,
            "sw.js",
            LONG.replace("function long()", "addEventListener(async () =>"),
            "51 lines",
        ),
        (lines_and_functions_are_short, "sw.js", LONG.replace("function long()", "  long(name)"), "51 lines"),
        (lines_and_functions_are_short, "sw.js", "x" * 121, "121 characters"),
        (names_are_no_riddles, "sw.js", "function talk(number) {}", "talk"),
        (names_are_no_riddles, "script/page.js", "x = {\n  hangUp() {\n  },\n};", "hangUp"),
        (names_are_no_riddles, "script/page.js", "x = {\n  simd,\n};", "simd"),
        (imports_are_complete, "script/new.js", "attempt(1);\n", "attempt is not imported"),
        (imports_are_complete, "script/new.js", "if (isAway) {\n}\n", "isAway is not imported"),
        (imports_are_complete, "script/new.js", "x = {\n  send() { send(1); },\n};\n", "send is not imported"),
        (imports_are_complete, "script/new.js", 'import { attempt } from "./attempt.js";\n', "attempt is not used"),
        (imports_are_complete, "script/new.js", 'import { x } from "./attempt.js";\nx();\n', "x of attempt.js"),
        (
            imports_are_complete,
            "script/new.js",
            'import { fingers } from "./pointer.js";\nfingers;\n',
            "fingers of pointer.js",
        ),
    ],
)
def test_a_breach_is_found(law, path, source, fault):
    faults = list(law({**scripts(), path: source}))
    assert any(fault in one for one in faults), faults


def test_joining_runs_each_module_after_those_that_it_imports():
    order = page_script.in_order()
    assert sorted(order) == sorted(path.name for path in page_script.FOLDER.glob("*"))
    assert order[-1] == page_script.FIRST
    assert order.index("storage.js") < order.index("texts.js")
    # keys are kept from listeners that are added later
    assert order[-2] == "keyboard.js"
    code = page_script.joined()
    assert not re.search(r"^(import|export|\s*//)", code, re.MULTILINE)


def test_modules_with_the_same_name_in_them_are_not_joined(tmp_path: Path):
    (tmp_path / "page.js").write_text('import { one } from "./one.js";\nconst two = one;\n', encoding="utf-8")
    (tmp_path / "one.js").write_text("// One.\nexport const one = 1;\n", encoding="utf-8")
    assert page_script.joined(tmp_path) == '"use strict";\n(() => {\nconst one = 1;\nconst two = one;\n})();\n'
    (tmp_path / "one.js").write_text("export const one = 1;\nfunction two() {}\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"Both one\.js and page\.js declare two\."):
        page_script.joined(tmp_path)


def test_everything_that_python_and_the_runtimes_call_exists():
    found = scripts()
    offered = found["script/page.js"].partition("window.kartenkiste = {")[2].partition("\n};")[0]
    names = set(re.findall(r"^  (\w+)", offered, re.MULTILINE))
    callers = "".join((GAME / f"host/{name}.py").read_text(encoding="utf-8") for name in ("page", "notices"))
    asked = set(re.findall(r"\b_?script\.(\w+)\(", callers))
    assert len(asked) > 20
    assert asked <= names
    assert asked <= {*dir(StandIn)}
    starts = [
        found["pyodide.js"],
        found["pygbag.js"],
        *(path.read_text(encoding="utf-8") for path in PAGE.glob("boot*.py")),
    ]
    called = set(re.findall(r"\b(?:page|window\.kartenkiste)\.(\w+)\(", "\n".join(starts)))
    assert len(called) > 8
    assert called <= names
