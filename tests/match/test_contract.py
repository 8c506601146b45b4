"""The contract that every registered game keeps, written once for all."""

import json
from collections import deque

import pytest
from audits import faults_of
from contract_cases import CASES, OPTIONS, match_of, random_game
from ladder import DECKS, play, seats_of, tables_of
from player import Player

from game.ai.expert import EXPERT
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import WATCHER, IllegalAction
from game.core.match import InvalidSave, load
from game.core.options import InvalidOptions
from game.core.rng import Rng
from game.engine.texts import Texts

ENGLISH = Texts("en")


#: so many past actions are tried again at every step
TRIED_AGAIN = 60


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_random_games_end_and_replay_to_the_same_state(name, seats, options):
    match = match_of(name, seats, options, 11)
    random_game(match, 5)
    again = load(json.loads(json.dumps(match.save())), GAMES)
    assert again.state == match.state
    assert again.actions == match.actions


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_undo_equals_replay_and_play_goes_on_alike(name, seats, options):
    match = match_of(name, seats, options, 3)
    random_game(match, 9)
    whole = list(match.actions)
    # each undo replays the match from its beginning, and random games can be long
    lengths = range(0, len(whole), max(37, len(whole) // 12))
    states = [match.at(length).state for length in lengths]
    for length, state in list(zip(lengths, states, strict=True))[::-1]:
        match.rewind(length)
        assert match.state == state
    for action in whole:
        match.apply(action)
    assert match.state == match.at(len(whole)).state


@pytest.mark.parametrize(("name", "seats", "options"), [case for case in CASES if not GAMES[case[0]].real_time])
def test_a_sampled_state_is_sound_looks_the_same_to_its_seat_and_leaks_nothing(name, seats, options):
    match = match_of(name, seats, options, 6)
    game, rng, others = match.game, Rng(8), 0
    while not match.is_over and len(match.actions) < 150:
        for seat in (WATCHER, *range(seats)):
            seen = game.view(match.state, seat)
            world = game.sample_state(seen, rng)
            assert game.view(world, seat) == seen
            assert not faults_of(name, world)
            others += world != match.state
        match.apply(rng.choice(game.legal_actions(match.state)))
    assert others > len(match.actions)


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_every_legal_action_applies_and_every_other_is_refused(name, seats, options):
    match = match_of(name, seats, options, 4)
    rules = match.game
    rng = Rng(2)
    met = deque(maxlen=TRIED_AGAIN)
    while not match.is_over and len(match.actions) < 400:
        legal = rules.legal_actions(match.state)
        for action in legal:
            rules.apply(match.state, action, Rng(1))
            assert rules.decode(json.loads(json.dumps(rules.encode(action)))) == action
        for action in set(met) - set(legal):
            with pytest.raises(IllegalAction) as caught:
                rules.apply(match.state, action, Rng(1))
            assert ENGLISH(f"reason.{caught.value.reason}", **caught.value.details)
        met.extend(legal)
        match.apply(rng.choice(legal))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("junk", [None, {}, [], ["pay"], [99], [True], [0, "x"], [0, 1, 2], "pay", 3.5, [1.0]])
def test_junk_does_not_decode_to_an_action(name, junk):
    with pytest.raises(ValueError, match=r".*"):
        GAMES[name].decode(junk)


@pytest.mark.parametrize(
    ("name", "junk"),
    [
        *(("keine_ahnung", junk) for junk in ([0, 1], [1], [3], [3, 1, 2])),
        *(("twin_it", junk) for junk in ([2, 5, 0], [2, 5, 0, 1, 2, 3], [0, -1], [1, 5])),
    ],
)
def test_an_action_with_too_many_or_too_few_parts_does_not_decode(name, junk):
    with pytest.raises(ValueError, match=r".*"):
        GAMES[name].decode(junk)


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_bots_of_every_level_play_whole_games(name, seats, options):
    # an expert's game takes long: test_expert has it think about less
    known = [level for level in GAMES[name].bots.levels if level != EXPERT]
    match = play(name, [known[seat % len(known)] for seat in range(seats)], options, 21)
    assert match.is_over
    assert load(json.loads(json.dumps(match.save())), GAMES).state == match.state


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_house_rule_or_value_is_refused(name):
    rules = GAMES[name]
    seats = rules.seat_range({})[0]
    wrong = [{"nonsense": 1}]
    for option in rules.options:
        known = [(type(value), value) for value in option.values]
        others = [None, 0, 1, 7, 1.5, True, "odd", ["nope"], {}]
        wrong += [{option.name: other} for other in others if (type(other), other) not in known]
    for options in wrong:
        with pytest.raises(InvalidOptions):
            rules.setup(options, seats, Rng(1))


#: the numbers of players by the printed rules
SEATS = {"nein_danke": (3, 7), "keine_ahnung": (2, 5), "dnup": (2, 5), "push": (2, 6)}


@pytest.mark.parametrize("name", GAMES)
def test_the_house_rules_set_the_number_of_seats(name):
    rules = GAMES[name]
    assert SEATS.get(name, rules.seat_range({})) == rules.seat_range({})
    for options in OPTIONS[name]:
        least, most = rules.seat_range(options)
        assert rules.min_seats <= least <= most <= rules.max_seats
        for seats in (least - 1, most + 1):
            with pytest.raises(InvalidOptions) as caught:
                rules.setup(options, seats, Rng(1))
            assert caught.value.reason == "bad_seats"
            assert str(most) in ENGLISH("reason.bad_seats", **caught.value.details)


@pytest.mark.parametrize("name", GAMES)
def test_benchmarks_and_ladders_use_the_games_own_variants(name):
    game = GAMES[name]
    assert next(iter(game.modes.variants)) == "base"
    assert game.modes.variants["base"] == {}
    assert set(DECKS.get(name, ())) <= set(game.modes.variants)
    for deck, options in game.modes.variants.items():
        for seats in tables_of(name, deck):
            game.setup(options, seats, Rng(1))


@pytest.mark.parametrize(
    ("name", "house_rules", "seats"),
    [
        ("nein_danke", "base", [3, 4, 5]),
        ("nein_danke", "specials", [3, 4, 5]),
        ("keine_ahnung", "base", [2, 3, 4, 5]),
        ("dnup", "base", [3, 4, 5]),
        ("push", "base", [2, 3, 4, 5, 6]),
        ("twin_it", "base", [3, 4, 5]),
        ("twin_it", "teams", [4, 5]),
    ],
)
def test_a_ladder_uses_the_usual_seat_counts_that_the_variant_allows(name, house_rules, seats):
    assert seats_of(name, house_rules) == seats


@pytest.mark.parametrize("name", PRESENTATIONS)
def test_a_table_and_its_texts_carry_the_games_name_and_felt(name):
    game, shown = GAMES[name], PRESENTATIONS[name]
    match = match_of(name, game.seat_range({})[0], {}, 1)
    table = shown.table(Player().app.context, match.seats, 0, match.view(0))
    assert table.game == table.match_texts.game == name
    assert table.felt == shown.felt


GOOD = match_of("nein_danke", 3, {}, 1).save()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "save_not_a_match"),
        ([], "save_not_a_match"),
        (GOOD | {"version": 99}, "save_version"),
        (GOOD | {"game": "chess"}, "save_unknown_game"),
        (GOOD | {"seed": "1"}, "save_damaged"),
        (GOOD | {"seats": [["A"]]}, "save_damaged"),
        (GOOD | {"seats": GOOD["seats"][:2]}, "save_damaged"),
        (GOOD | {"options": {"bogus": 1}}, "save_damaged"),
        (GOOD | {"actions": [[2]]}, "save_rules"),
        (GOOD | {"actions": ["pay"]}, "save_damaged"),
    ],
)
def test_a_damaged_save_is_refused_with_its_reason(data, reason):
    with pytest.raises(InvalidSave) as caught:
        load(data, GAMES)
    assert caught.value.reason == reason
