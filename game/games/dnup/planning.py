"""The distance of a hand from going out, and the actions worth considering.

A set of equal values is one play, so a hand needs about as many plays as it has different active values; or one turn
plus the number of different values at the other ends, if that is less (rule text, section 8).
"""

from typing import NamedTuple

from game.core.cache import cached
from game.games.dnup import rules
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, HIGHEST, MOST_ALIKE, by_value, turned


class Weights(NamedTuple):
    """The weights of the judgement, in plays, tuned in many games against itself."""

    #: extra cost of a low single, since a place for it is rarely free; less the larger the set
    clumsy: float = 0.6
    #: cost of each remaining card beside the plays
    card: float = 0.08
    #: weight of the worse of the two ends of a hand
    other_end: float = 0.08


WEIGHTS = Weights()


def _cost_table(weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return value and size -> plays that one more card costs a group of that size."""

    def whole(value: int, size: int) -> float:
        clumsy = weights.clumsy * (HIGHEST - value) / HIGHEST
        return 1 + weights.card * size + clumsy / size**1.5 if size else 0.0

    return tuple(
        tuple(whole(value, size + 1) - whole(value, size) for size in range(MOST_ALIKE + 1))
        for value in range(HIGHEST + 1)
    )


COSTS = _cost_table(WEIGHTS)
#: card -> its active value and the costs of one more card of it, and the same for its other end
_ENDS = tuple(
    (ACTIVE[card], COSTS[ACTIVE[card]], ACTIVE[card ^ 1], COSTS[ACTIVE[card ^ 1]]) for card in range(END_OF_CARDS)
)


def sets_in(hand: rules.Cards) -> int:
    """Return the number of sets in ``hand``: the plays that empty it if nothing interferes."""
    return len({ACTIVE[card] for card in hand})


@cached(8192)
def cost_of(hand: rules.Cards) -> float:
    """Return the distance of ``hand`` from going out, in plays, awkward ones counted dearer."""
    up = [0] * (HIGHEST + 1)
    down = up[:]
    active, other = 0.0, 1.0
    for card in hand:
        value, costs, below, costs_below = _ENDS[card]
        size = up[value]
        active += costs[size]
        up[value] = size + 1
        size = down[below]
        other += costs_below[size]
        down[below] = size + 1
    if active <= other:
        return active + WEIGHTS.other_end * (other - active)
    return other + WEIGHTS.other_end * (active - other)


class Outlook(NamedTuple):
    """The table as the seat to move finds it, after its compulsory discard."""

    seat: int
    hand: rules.Cards
    counts: tuple[int, ...]
    #: place -> the set there, empty at the mover's own place
    sets: tuple[rules.Cards, ...]
    #: size -> value of the set of that size on the table, or 0
    heights: list[int]
    out: tuple[int, ...]


def outlook_of(view: rules.View) -> Outlook:
    """Return the table of ``view`` for its own seat."""
    own = rules.own_place(view.turn, view.area, len(view.totals))
    sets = (*view.sets[:own], (), *view.sets[own + 1 :])
    return Outlook(view.seat, view.hand, view.hand_counts, sets, rules.heights_of(sets, own), view.out)


def candidates(outlook: Outlook) -> list[rules.Action]:
    """Return the actions worth considering; equal cards whose other ends match nothing in the hand come first."""
    heights = outlook.heights
    matches = [0] * (HIGHEST + 1)
    for card in outlook.hand:
        matches[ACTIVE[card ^ 1]] += 1
    groups = by_value(outlook.hand)
    found: list[rules.Action] = []
    # values in hand order: of equally promising actions the first is taken
    for value in dict.fromkeys([ACTIVE[card] for card in outlook.hand]):
        cards = groups[value]
        if len(cards) > 1:
            cards = groups[value] = tuple(sorted(cards, key=lambda card: (matches[ACTIVE[card ^ 1]], card)))
        found += [rules.play_of(cards[:size]) for size in range(len(cards), 0, -1) if heights[size] < value]
    for place in rules.places_of_others(outlook.seat, len(outlook.counts)):
        if there := outlook.sets[place]:
            value = ACTIVE[there[0]]
            if groups[value] and heights[len(there) + 1] < value:
                found.append(rules.Action(rules.VERB_ADD, groups[value][:1], place))
            found.append(rules.TAKES[place])
    found.append(rules.TURN)
    return found


# One look ahead: the rest of the hand, what may come back, and the effect on the others.


class LookWeights(NamedTuple):
    """The weights of the judgement, tuned in many games against the other levels and itself."""

    #: chance that the lowest set of 0, 1, 2 ... cards comes back because of one rival
    returns: tuple[float, ...] = (0.0, 0.55, 0.4, 0.22, 0.1)
    #: worth in plays of sending a set back to a rival, and of each of its cards
    sends: float = 0.3
    sends_card: float = 0.1
    #: addition for a rival who is about to go out, divided by the number of its cards
    near_out: float = 1.0


LOOK = LookWeights()

#: worth of going out: above every other value
GOING_OUT = 100.0


def value_of(outlook: Outlook, action: rules.Action) -> float:
    """Return the value of ``action`` in plays, higher is better; the cost of the present hand is not subtracted."""
    verb, cards, place = action
    hand = outlook.hand
    if verb == rules.VERB_TURN:
        return -cost_of(turned(hand))
    if verb == rules.VERB_TAKE:
        return -cost_of(hand + turned(outlook.sets[place]))
    kept = tuple([card for card in hand if card not in cards])
    value = ACTIVE[cards[0]]
    size = len(cards) + (len(outlook.sets[place]) if verb == rules.VERB_ADD else 0)
    total = 0.0
    if outlook.heights[size]:
        beaten = next(other for other, there in enumerate(outlook.sets) if len(there) == size)
        owner = rules.owner_of(beaten, len(outlook.counts))
        if owner == outlook.seat:
            kept += turned(outlook.sets[beaten])
        elif owner not in outlook.out:
            total = _sent_back(outlook, owner, size)
    if not kept:
        return GOING_OUT
    cost = cost_of(kept)
    if verb == rules.VERB_PLAY and (chance := _chance_of_return(outlook, size, value)):
        cost += chance * (cost_of(kept + turned(cards)) - cost)
    return total - cost


def _chance_of_return(outlook: Outlook, size: int, value: int) -> float:
    """Return the chance that a set is beaten before it is discarded."""
    if size >= len(LOOK.returns) or value == HIGHEST:
        return 0.0
    one = LOOK.returns[size] * (1 - value / HIGHEST)
    # a rival has one turn before the set is discarded, between two players two
    turns = len(outlook.counts) - 1 - len(outlook.out) if len(outlook.counts) > 2 else 2
    return 1.0 - (1.0 - one) ** turns


def _sent_back(outlook: Outlook, owner: int, size: int) -> float:
    """Return the worth of sending a rival's set of ``size`` cards back."""
    held = outlook.counts[owner]
    worth = LOOK.sends + LOOK.sends_card * size
    return worth / (len(outlook.counts) - 1) * (1 + LOOK.near_out / max(1, held))
