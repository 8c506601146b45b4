"""Reviews of small endgames compared with exact solutions, found by going through everything that chance may do.

The level that plays on does so without its moods, as in the review that is checked; random are only the hidden cards,
the die and shuffles. The exact chance is the mean over all of these, each equally likely.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, permutations, product
from math import sqrt
from typing import NamedTuple

import dnup_states
import keine_ahnung_states
import nein_danke_states
import push_states
import pytest

from game.ai import judgement, rollouts
from game.ai.judgement import ALONE, Estimate, JudgedDecision, judge_decision, judge_in_stages
from game.ai.levels import chosen_by
from game.ai.rollouts import PAIRS, SURE, win_share
from game.catalogue.registry import GAMES
from game.core.game import Action, State
from game.core.rng import Rng, T
from game.games.dnup import bots as dnup_bots
from game.games.dnup.deck import number_of, numbers_for
from game.games.keine_ahnung.deck import EMPTY, NUMBER_CARDS, PLACES, card_of
from game.games.keine_ahnung.rules import Phase
from game.games.nein_danke.deck import NUMBERS
from game.games.push import bots as push_bots

#: positions of each game, and the largest size of a play-out and a tree: others are not small
POSITIONS, LONGEST, WIDEST = 6, 40, 600
#: the largest size of a tree that takes next to no time, of which there may be many
NARROW = 400
#: the cards of Keine Ahnung that carry no information
PLAIN = [card for card in NUMBER_CARDS["even"] if card < 100]


class TooLarge(Exception):
    """A position whose tree is too large."""


class Every(Rng):
    """A random generator that goes through all draws.

    It repeats the draws of the last time, except for the last one that can differ.
    """

    def __init__(self) -> None:
        super().__init__(0)
        #: the values drawn, their ranges, and the draws so far
        self.draws: list[list[int]] = []
        self.place = 0

    def below(self, limit: int) -> int:
        if self.place == len(self.draws):
            self.draws.append([0, limit])
        self.place += 1
        return self.draws[self.place - 1][0]

    def fraction(self) -> float:
        """Return 0: there are no moods here."""
        return 0.5

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]

    def next(self) -> bool:
        """Go on to other draws; return whether there are any."""
        self.place = 0
        while self.draws and self.draws[-1][0] + 1 == self.draws[-1][1]:
            self.draws.pop()
        if self.draws:
            self.draws[-1][0] += 1
        return bool(self.draws)

    @property
    def likely(self) -> float:
        """Return the probability of exactly these draws."""
        whole = 1.0
        for _, limit in self.draws:
            whole /= limit
        return whole


class Small(NamedTuple):
    """A small position: the seat to move in it, and every state that this seat cannot tell from it."""

    game: str
    state: State
    sample_counts: tuple[State, ...]


def result(name: str, state: State, action: Action, seat: int, rng: Rng, proof_level: str) -> float:
    """Return the share of the win for ``seat`` after ``action``, with ``proof_level`` or the usual level playing on."""
    game = GAMES[name]
    first, later = state, proof_level or game.play_outs.level_from(state)
    level = proof_level or game.play_outs.turn_level or later
    for _ in range(LONGEST):
        state, _ = game.apply(state, action, rng)
        if (mover := game.to_move(state)) < 0:
            return win_share(game, state, seat)
        level = level if game.play_outs.same_turn(first, state) else later
        action = chosen_by(game.bots.think(game.view(state, mover), rng, level))
    raise TooLarge


def exact(small: Small, proof_level: str = "", widest: int = WIDEST) -> dict[Action, float]:
    """Return each legal action and its chance; raise TooLarge if the tree is too large."""
    game, found, gone = GAMES[small.game], {}, 0
    seat, actions = game.to_move(small.state), game.legal_actions(small.state)
    if len(actions) * len(small.sample_counts) > widest:
        raise TooLarge
    for action in actions:
        total = 0.0
        for world in small.sample_counts:
            every = Every()
            while True:
                share = result(small.game, world, action, seat, every, proof_level)
                total += every.likely * share
                gone += 1
                if gone > widest:
                    raise TooLarge
                if not every.next():
                    break
        found[action] = total / len(small.sample_counts)
    return found


def distinct(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return the orders of cards of which some are alike: each once, as all are equally likely."""
    if not cards:
        yield ()
    for first in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(first)
        for order in distinct(rest):
            yield (first, *order)


# ---- small positions ------------------------------------------------------------------------------


def small_nein_danke(rng: Rng) -> Small:
    """Return a position with one open card, two in the pile, and four unknown cards."""
    numbers = rng.shuffled(NUMBERS)
    hidden, (card, *shown) = numbers[:4], numbers[4:14]
    displays = tuple(tuple(shown[3 * seat : 3 * seat + 3]) for seat in range(3))
    chips = tuple(1 + rng.below(4) for _ in range(3))

    def lying(order: Sequence[int]) -> State:
        around = {"displays": displays, "chips": chips, "pot": pot, "discard": tuple(numbers[14:])}
        return nein_danke_states.state_of(card, pile=tuple(order[:2]), set_aside=tuple(order[2:]), **around)

    pot = rng.below(4)
    return Small("nein_danke", lying(hidden), tuple(map(lying, permutations(hidden))))


def small_push(rng: Rng) -> Small:
    """Return a position before the last three cards of the pile: draw on or stop?"""
    cards = rng.shuffled([f"{colour}{value}" for colour in push_states.LETTERS for value in range(1, 7)])
    pile, rows, shown = cards[:3], [cards[3:5], cards[5:7], cards[7:8]], cards[8:]
    rows = [row for row in rows if len({name[0] for name in row}) == len({name[1] for name in row}) == len(row)]
    displays = [" ".join(shown[5 * seat : 5 * seat + 5]) for seat in range(2)]

    def lying(order: Sequence[str]) -> State:
        around = {"rows": [" ".join(row) for row in rows], "displays": displays}
        return push_states.state_of(seats=2, pile=" ".join(order), **around)

    return Small("push", lying(pile), tuple(map(lying, permutations(pile))))


def small_keine_ahnung(rng: Rng) -> Small:
    """Return a position before the last trophy: reveal or call? The rival has a card that always fits, and is next.

    Of one's own three cards one or two are unknown. Those and the draw pile, of which a lost call takes one more card,
    either fit the only pile or do not.
    """
    colour, other, *_ = rng.shuffled(range(1, 7))
    top, theirs, *numbers = rng.shuffled(range(1, 7))
    seen = [card_of(rng.choice((colour, other)), numbers.pop()) for _ in range(1 + rng.below(2))]
    unknown = 3 - len(seen)
    fitting, others = ([card for card in PLAIN if card // 10 == of and card % 10 in numbers] for of in (colour, other))
    alike = 1 + rng.below(unknown + 2)
    secret = rng.shuffled([*rng.shuffled(fitting)[:alike], *rng.shuffled(others)[: unknown + 4 - alike]])
    lying = Counter(NUMBER_CARDS["even"])
    lying.subtract([*secret, *seen, card_of(colour, top), card_of(colour, theirs)])
    assert min(lying.values()) >= 0
    pile = (*(card for card, left in lying.items() for _ in range(left)), card_of(colour, top))
    base = keine_ahnung_states.state_of()
    won = {"stack": (3,), "trophies": ((5, 5, 4, 4, 4), (5, 4, 3, 3, 3, 3)), "prizes": ((402, 401, 400), (401,) * 3)}

    def dealt(order: Sequence[int]) -> State:
        grids = [(*seen, *order[:unknown]), (card_of(colour, theirs),)]
        shown = (tuple(3 * (place < len(seen)) for place in range(PLACES)), (2, *(0,) * (PLACES - 1)))
        whole = tuple((*grid, *(EMPTY,) * (PLACES - len(grid))) for grid in grids)
        around = {"phase": Phase.OWN, "turns": 4, "draw": tuple(order[unknown:]), "store": base.store._replace(**won)}
        return base._replace(turn=0, piles=(pile,), grids=whole, last_shown=shown, **around)

    return Small("keine_ahnung", dealt(secret), tuple(map(dealt, distinct(secret))))


def small_dnup(rng: Rng) -> Small:
    """Return two seats with two or three cards each, where going out first wins: the other's ends are unknown."""
    numbers = rng.shuffled(numbers_for(2))
    counts = 2 + rng.below(2), 2
    mine = tuple(2 * number + rng.below(2) for number in numbers[: counts[0]])
    theirs = numbers[counts[0] : counts[0] + counts[1]]
    base = dnup_states.state_of("", "", totals=(1, 1))

    def lying(ends: Sequence[int]) -> State:
        hand = tuple(2 * number + end for number, end in zip(theirs, ends, strict=True))
        held = {number_of(card) for card in (*mine, *hand)}
        return base._replace(hands=(mine, hand), discard=tuple(2 * n for n in numbers_for(2) if n not in held))

    return Small("dnup", lying((0, 0)), tuple(map(lying, product((0, 1), repeat=2))))


GENERATORS: dict[str, Callable[[Rng], Small]] = {
    "nein_danke": small_nein_danke,
    "push": small_push,
    "keine_ahnung": small_keine_ahnung,
    "dnup": small_dnup,
}


def positions_within(name: str, widest: int = WIDEST) -> Iterator[tuple[Small, dict[Action, float]]]:
    """Yield small positions of a game in which the choice matters, and the exact chance of each action."""
    for seed in range(400):
        small = GENERATORS[name](Rng(seed))
        try:
            chances = exact(small, widest=widest)
        except TooLarge:
            continue
        if max(chances.values()) > min(chances.values()):
            yield small, chances


@cache
def small_positions(name: str) -> list[tuple[Small, dict[Action, float]]]:
    """Return the first small positions of a game."""
    return [*islice(positions_within(name), POSITIONS)]


@pytest.fixture(autouse=True)
def _without_moods(monkeypatch):
    """Switch moods off, as they have no exact chance."""
    monkeypatch.setattr(push_bots, "NORMAL", push_bots.NORMAL._replace(mood=0, overlooks=0))
    monkeypatch.setattr(dnup_bots, "MOOD", 0.0)


@pytest.mark.parametrize("name", GENERATORS)
def test_reviews_of_small_endgames_match_exact_solutions(name, monkeypatch):
    monkeypatch.setattr(GAMES[name], "play_outs", GAMES[name].play_outs._replace(proof_level=""))
    strays, blamed = [], 0
    for seed, (small, chances) in enumerate(small_positions(name)):
        best = max(chances.values())
        for action, chance in chances.items():
            found = list(judge_decision(GAMES[name], small.state, 0, action, seed, alone=PAIRS))[-1]
            assert found is not None
            # it may have stopped early, where nothing else is better, or half-way
            count = ALONE if found.best == action else PAIRS if found.cost else PAIRS // 2
            strays.append((abs(found.chance - chance), sqrt(chance * (1 - chance) / count)))
            strays.append((abs(found.best_chance - found.chance - chances[found.best] + chance), found.error))
            if found.cost:
                blamed += 1
                assert chances[found.best] > chance, "no mistake is found that is none"
                assert chances[found.best] >= best - SURE * found.error, "what is best there is best"
    assert blamed
    assert all(far <= 3 * error + 1e-9 for far, error in strays)
    assert sum(far <= SURE * error + 1e-9 for far, error in strays) >= 0.9 * len(strays)


def test_the_last_trophy_is_played_for_the_exact_chance():
    """A rival takes it next, so only this turn counts; the house rule of reminders lets the hint know the cards."""
    game = GAMES["keine_ahnung"]
    for small, chances in (*small_positions("keine_ahnung"), *islice(positions_within("keine_ahnung", NARROW), 15)):
        view = game.view(small.state, 0)
        view = view._replace(options=view.options._replace(reminders=True))
        chosen = {level: chosen_by(game.bots.think(view, Rng(1), level)) for level in ("hard", "expert")}
        chosen["hint"] = game.hints.explain(view).action
        best = pytest.approx(max(chances.values()))
        assert {asked: chances[action] for asked, action in chosen.items()} == dict.fromkeys(chosen, best)


def test_reviews_of_push_tell_only_costs_that_hard_confirms():
    """Normal misplays the end of a game: what it makes of a move may be nothing but its own mistakes later."""
    game, told = GAMES["push"], 0
    assert game.play_outs.proof_level == "hard"
    for seed, (small, _chances) in enumerate(islice(positions_within("push"), 8)):
        proved = exact(small, "hard")
        for action in proved:
            *_, found = judge_decision(game, small.state, 0, action, seed)
            assert not found.unproved
            if found.cost:
                told += 1
                assert proved[found.best] > proved[action]
                assert abs(found.cost - proved[found.best] + proved[action]) <= 3 * found.error + 1e-9
    assert told


def test_a_cost_seen_by_normal_only_is_not_told(monkeypatch):
    """Hard would make the same of both actions: the cost that normal saw is gone, and the chance is hard's."""
    game = GAMES["push"]
    small, chances = small_positions("push")[0]
    worst, levels = min(chances, key=chances.__getitem__), []

    def ends(_game, _state, action, _seed, proof_level=""):
        levels.append(proof_level)
        yield proof_level or action

    monkeypatch.setattr(rollouts, "final_states", ends)
    monkeypatch.setattr(rollouts, "win_share", lambda _game, end, _seat: float(end not in ("hard", worst)))
    monkeypatch.setattr(rollouts, "margin_of", lambda *_given: 0)
    *_, found = judge_decision(game, small.state, 0, worst, 0)
    assert {*levels} == {"", "hard"}
    assert (found.cost, found.chance, found.unproved) == (0.0, 0.0, False)
    monkeypatch.setattr(game, "play_outs", game.play_outs._replace(proof_level=""))
    *_, found = judge_decision(game, small.state, 0, worst, 0)
    assert found.cost == 1


def judged_slowly(monkeypatch, length: int) -> tuple[list[JudgedDecision], JudgedDecision]:
    """Return what is estimated of a mistake of dnuP, then found, if proofs are slow and allowed up to a length."""
    small, chances = small_positions("dnup")[0]
    worst = min(chances, key=chances.__getitem__)
    monkeypatch.setattr(judgement, "PROMPT", 0)
    monkeypatch.setattr(GAMES["dnup"], "play_outs", GAMES["dnup"].play_outs._replace(proof_length=length))
    *before, found = judge_in_stages(GAMES["dnup"], small.state, 0, worst, 0)
    return [stage.decision for stage in before if isinstance(stage, Estimate)], found


def test_a_cost_that_hard_is_too_slow_to_confirm_is_marked_as_unproved(monkeypatch):
    estimates, found = judged_slowly(monkeypatch, 1)
    assert not estimates
    assert found.cost
    assert found.unproved


def test_a_cost_that_takes_long_to_prove_is_estimated_first(monkeypatch):
    (estimate,), found = judged_slowly(monkeypatch, 40)
    assert estimate.cost
    assert estimate.unproved
    assert found.cost
    assert not found.unproved
