"""Golden games: recorded once, they come out the same, step by step. ``make_golden.py`` tells how they are recorded."""

import json

import pytest
from make_golden import CASES, FOLDER, SHORT, digest, outcome, plain

from game.catalogue.registry import GAMES
from game.core.match import load
from game.games.nein_danke import rules
from game.games.nein_danke.rules import NEXT_ROUND, Verb
from game.games.twin_it import state as twin_it

FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
EVERY_FILE = pytest.mark.parametrize("name", FILES)


def test_the_folder_holds_exactly_the_listed_games():
    assert set(FILES) == set(CASES)
    for name, (game, seats, options) in CASES.items():
        save = FILES[name]["save"]
        assert (save["game"], len(save["seats"]), save["options"]) == (game, seats, options)


@EVERY_FILE
def test_a_golden_game_comes_out_the_same_step_by_step(name):
    recorded = FILES[name]
    match = load(recorded["save"], GAMES)
    found = outcome(match)
    for number, (now, then) in enumerate(zip(found["steps"], recorded["steps"], strict=True)):
        after = recorded["save"]["actions"][number - 1] if number else "the deal"
        assert now == then, f"differs first at step {number}, after {after}"
    assert match.is_over
    assert {**found, "save": match.save()} == recorded


@EVERY_FILE
def test_a_golden_game_with_another_seed_is_another_game(name):
    save = FILES[name]["save"]
    other = load(save | {"seed": save["seed"] + 1, "actions": []}, GAMES)
    assert digest(other.state)[:SHORT] != FILES[name]["steps"][0]


@pytest.mark.parametrize(("game", "rules_of"), [("nein_danke", rules), ("twin_it", twin_it)])
def test_the_golden_games_reach_every_phase_and_every_verb(game, rules_of):
    phases, verbs = set(), set()
    for recorded in FILES.values():
        if recorded["save"]["game"] != game:
            continue
        match = load(recorded["save"], GAMES)
        past = match.at(0)
        for action in match.actions:
            phases.add(past.state.phase)
            verbs.add(action.verb)
            past.apply(action)
        phases.add(past.state.phase)
    # no seat decides in the midst of an action
    assert {phase.name for phase in phases} == {phase.name for phase in rules_of.Phase} - {"AMID"}
    assert verbs == set(rules_of.Verb)


def test_a_digest_ignores_only_the_order_of_a_set():
    assert plain(frozenset({9, 1, 33, 8})) == [1, 8, 9, 33]
    assert plain(NEXT_ROUND) == ["Action", {"verb": int(Verb.NEXT_ROUND), "card": 0}]
    state = load(FILES["nein_danke_base"]["save"] | {"actions": []}, GAMES).state
    changed = [
        state._replace(pot=1),
        state._replace(out=frozenset({1})),
        state._replace(store=state.store._replace(pile=state.store.pile[::-1])),
        state._replace(store=state.store._replace(seen=((), (5,), ()))),
    ]
    assert len({digest(other) for other in (state, *changed)}) == 5
    with pytest.raises(TypeError):
        plain(rules)
