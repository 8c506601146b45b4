"""Matches of every game, with house rules and numbers of seats, played by chance."""

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.options import Pick
from game.core.rng import Rng

OPTIONS = {
    "keine_ahnung": [{}, {"strict": True, "decline": True, "deck": "skewed"}],
    "nein_danke": [{}, {"specials": True, "rounds": 2}],
    "dnup": [{}, {"redeal_after": 100}],
    "push": [{}, {"thrill": True, "keep_directions": True}],
    "twin_it": [
        {},
        {"forbidden": 1, "after_contest": "same"},
        {"mode": "teams", "forbidden": 0},
        {"buzzers": True},
        {"calm": True, "looks": 2},
        {"mode": "minute"},
        {"mode": "minute", "calm": True, "honest": True},
        {"mode": "contest"},
    ],
}


# every other registered game is played by its printed rules, and with every house rule at its last value
OPTIONS |= {
    name: [{}, {option.name: option.values[-1] for option in game.options if option.pick == Pick.ONE}]
    for name, game in GAMES.items()
    if name not in OPTIONS
}


def seat_counts(name, number):
    """Return the numbers of seats to play with by the house rules of this number: each number is played by some.

    Two kinds of rules take turns from the fewest to the most seats, more than two between these ends.
    """
    least, most = GAMES[name].seat_range(OPTIONS[name][number])
    return range(least + number, most + 1, 2) if len(OPTIONS[name]) <= 2 else ((least, most)[number % 2],)


CASES = [
    (name, seats, options)
    for name in GAMES
    for number, options in enumerate(OPTIONS[name])
    for seats in seat_counts(name, number)
]


def match_of(name: str, seats: int, options: dict[str, object], seed: int) -> Match:
    return Match(GAMES[name], options, [Seat(f"P{n}", "human") for n in range(seats)], seed)


def random_game(match: Match, seed: int) -> None:
    rng = Rng(seed)
    for _ in range(20_000):
        actions = match.game.legal_actions(match.state)
        if not actions:
            break
        match.apply(rng.choice(actions))
    assert match.is_over
