"""Everything that docks can say: hints with and without their numbers, lessons, puzzles, a party's notices."""

import importlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from offers import TURNS
from player import Player
from table_player import advised
from twin_it_states import X, Y, state_of

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.capabilities import Advice
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.panel import ON, PanelButton, PanelText
from game.engine.surfaces import ASSETS
from game.games.twin_it import bots as twin_it_bots
from game.games.twin_it import deck, rules
from game.games.twin_it.state import Phase
from game.player import puzzles
from game.table.party import notice
from game.table.puzzle_attempt import PLAY, PuzzleAttempt, next_button

#: house rules with the most advice
RULES = {"nein_danke": {"specials": True}, "keine_ahnung": {"decline": True}}
#: the longest possible names
NAMES = ("Toni", "Friederike", "Maximilian", "Konstantin")
KINDS = "human normal normal normal"
#: so many positions of a match are looked at, and only every so-manieth
POSITIONS, EACH = 10, 3


def seats(kinds: str) -> list[Seat]:
    return [Seat(name, kind, "bear") for name, kind in zip(NAMES, kinds.split(), strict=False)]


def verb_of(action: Any) -> Any:
    """Return the kind of an action: its verb, if the game has several."""
    return getattr(action, "verb", None)


@cache
def advices(name: str) -> list[tuple[Any, Advice]]:
    """Yield possible advice in positions of a match, a move of each kind with its reason."""
    match = Match(GAMES[name], RULES.get(name, {}), seats(KINDS), 11)
    bots, rng, found = importlib.import_module(f"game.games.{name}.bots"), Rng(7), []
    for number in range(POSITIONS * EACH):
        if match.is_over:
            break
        seat = match.game.to_move(match.state)
        view = match.view(seat)
        if number % EACH == 0:
            for verb in {verb_of(action) for action in view.legal}:
                same = [action for action in view.legal if verb_of(action) == verb]
                found.append((view, match.game.hints.explain_action(view, same[number % len(same)])))
        match.apply(advised(bots, match, seat, rng))
    return found


def twin_it_advices() -> list[tuple[Any, Advice]]:
    """Yield the same for Twin It!, where a hint names equal cards, or the set to give up."""
    near = next(pattern for pattern in range(119) if deck.twins_of(pattern))
    states = [
        state_of(spots=[X, Y, X]),
        state_of(spots=[near, deck.twins_of(near)[0], near]),
        state_of(spots=[X], sets=[[[X, X]]]),
        state_of(spots=[X], sets=[[], [[X, X]]]),
        state_of(sets=[[[X, X], [Y, Y, Y]]], phase=Phase.CHOOSE, due=3000),
        state_of(sets=[[[Y, Y, Y]]], phase=Phase.CHOOSE, due=3000),
        state_of(options={"mode": "minute", "calm": True}),
    ]
    return [(view, twin_it_bots.explain(view)) for view in (rules.view(state, 0) for state in states)]


def hints(name: str, language: str) -> Iterator[PanelText]:
    """Yield the texts of hints: with the longest figure, and with the numbers behind its reason."""
    if not GAMES[name].hints:
        return
    found = advices(name) if name in TURNS else twin_it_advices()
    kinds = KINDS if name in TURNS else "human normal normal"
    context = Player(language=language).app.context
    table, texts = PRESENTATIONS[name].table(context, seats(kinds), found[0][0].seat, found[0][0]), context.texts
    other = max((table.match_texts.action(advice.action, view) for view, advice in found), key=len)
    keys = ("compares", "better", "worse", "equal")
    figure = max((texts(f"hint.{key}", move=other, count=28) for key in keys), key=len) if name in TURNS else ""
    briefs = (texts(f"hint.brief.{key}", count=28) for key in keys)
    brief = max(briefs, key=len) if name in TURNS else texts("hint.title")
    close = texts("hint.close")
    for view, advice in found:
        table.view = view
        yield table.panel_text(advice, False)._replace(figure=figure, close=close)
        if (more := table.panel_text(advice, True)).rows:
            yield more._replace(head=brief, close=close)


def lesson_texts(name: str, language: str) -> Iterator[PanelText]:
    """Yield the texts of a lesson: to read, and with a task."""
    texts = Player(language=language).app.context.texts
    table = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    head, skip = texts("lesson.step", number=28, count=28), texts("lesson.skip")
    on = PanelButton(ON, texts("lesson.on"), kind="primary")
    place = max((text for key, text in table.items() if key.startswith(f"{name}.place.")), key=len, default="")
    for key in table:
        if key.startswith(f"{name}.lesson."):
            said = texts(key, name1="Frida", name2="Ole", place=place)
            yield PanelText(head, said, buttons=(on,))
            yield PanelText(head, said, skip=skip)


def solutions(name: str, language: str) -> Iterator[PanelText]:
    """Yield questions of puzzles and their answers, with the buttons that follow."""
    context = Player(language=language).app.context
    for number in range(len(puzzles.puzzles_of(name))):
        attempt = PuzzleAttempt(context, name, number)
        match = attempt.match.at(len(attempt.match.actions))
        ways = (PanelButton(PLAY, context.texts("puzzles.play_sure")),) if name in TURNS else ()
        for step in attempt.puzzle.steps:
            yield attempt.panel_text()
            if name in TURNS:
                attempt.give_hint()
                yield attempt.panel_text()
            attempt.give_up()
            buttons = (*ways, next_button(context, name, number)) if attempt.is_last else ()
            yield attempt.panel_text(buttons)
            if attempt.is_last and name in TURNS:
                # the same as the right answer after a hint and a wrong try, with what that cost
                attempt.is_known = attempt.is_shown = False
                attempt.misses, attempt.hints = 2, 1
                attempt.try_answer(step.right[0])
                yield attempt.panel_text(buttons)
            for action in step.then:
                match.apply(match.game.decode(action))
            if not attempt.is_last:
                attempt.go_on(match)


def notices(name: str, language: str) -> Iterator[PanelText]:
    """Yield a party's notices: about its connection, who is waited for, and undo where there is one."""
    context = Player(language=language).app.context
    texts, names = context.texts, context.texts.listed(NAMES)
    lines = [texts("party.late"), texts("party.frozen"), texts("party.live.waits", names=names)]
    if name not in TURNS:
        lines += [texts("party.live.soon"), texts("party.live.covered"), texts("party.live.without", names=names)]
        lines.append(texts("party.live.stopped", name=NAMES[3]))
    yield from (notice(context, text).text for text in lines)
    if name in TURNS:
        yield notice(context, texts("party.undo_waits")).text
        ways = (PanelButton(f"undo-{answer}", texts(f"party.undo_{answer}")) for answer in ("yes", "no"))
        yield notice(context, texts("party.undo_asked", name=NAMES[3]), *ways).text


@cache
def panel_texts(name: str, language: str) -> tuple[PanelText, ...]:
    """Return all of them, each once."""
    found = {}
    for said in (
        *hints(name, language),
        *lesson_texts(name, language),
        *solutions(name, language),
        *notices(name, language),
    ):
        found[said._replace(buttons=tuple(way._replace(use=None) for way in said.buttons))] = None
    return tuple(found)
