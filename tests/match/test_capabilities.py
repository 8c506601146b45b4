"""A game has few methods of its own; its capabilities are separate objects, each of which it may lack."""

import inspect

import pytest
import sixth

from game.catalogue.registry import GAMES
from game.core.capabilities import Bots, require
from game.core.game import Game, Rules
from game.core.live import as_live_game

#: the capabilities
CAPABILITIES = {"bots", "hints", "play_outs", "orders", "redaction", "records", "modes", "lesson", "real_time"}
#: the rules as a whole, whose functions are the verbs
WHOLE = {"rules"}
#: verbs and hooks of a game without extras
MOST = 25


def test_a_game_without_extras_has_few_verbs_and_hooks():
    verbs = {name for name in vars(Rules) if not name.startswith("_") and callable(vars(Rules)[name])}
    own = {name for name in (*vars(Game), *inspect.get_annotations(Game)) if not name.startswith("_")}
    assert own >= CAPABILITIES | WHOLE
    assert len((own | verbs) - CAPABILITIES - WHOLE) <= MOST


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_are_its_verbs(name):
    game = GAMES[name]
    verbs = [verb for verb in vars(Rules) if not verb.startswith("_") and callable(vars(Rules)[verb])]
    assert len(verbs) == 10
    assert all(getattr(game, verb) is getattr(game.rules, verb) for verb in verbs)


def test_requiring_a_missing_capability_raises():
    assert require(3) == 3
    with pytest.raises(LookupError, match=r"^expected a game with this capability, got one without$"):
        require(None)


def test_a_game_of_turns_is_not_taken_for_one_in_real_time():
    assert as_live_game(GAMES["twin_it"]) is GAMES["twin_it"]
    with pytest.raises(TypeError, match=r"^expected a game in real time, got push$"):
        as_live_game(GAMES["push"])


def test_a_game_has_to_name_its_types():
    class Nameless(Game):
        name = "nameless"

    wanted = r"^nameless does not name its types: expected Game\[State, Action, Event, View\] as its base$"
    with pytest.raises(TypeError, match=wanted):
        Nameless.view_codec(Nameless.__new__(Nameless))


@pytest.mark.parametrize(
    ("levels", "rising", "first"),
    [
        (("easy",), (), "easy"),
        (("easy", "hard"), (), "easy"),
        (("easy", "normal", "hard"), (), "normal"),
        (("easy", "hard", "adaptive"), ("easy", "hard"), "easy"),
    ],
)
def test_the_default_opponents_are_of_the_middle_level(levels, rising, first):
    bots = Bots(levels, lambda _view, _rng, _level: iter(()), rising)
    assert bots.first_level == first
    assert bots.ranked_levels == (rising or levels)


def test_a_bare_game_has_no_optional_capability():
    with sixth.put_in(parts=sixth.BARE):
        bare = GAMES[sixth.NAME]
        assert (bare.hints, bare.play_outs, bare.redaction, bare.lesson) == (None,) * 4
        assert list(bare.modes.variants) == ["base"]
