"""What a display, a purse and a card are worth to a seat while the game runs, in points.

Everything is judged from a View. To what the score sheet would say now, three things are added (rule text,
section 7): numbers still to come that would join a run, the freedom that chips give as long as there are
cards to be refused, and what the lasting special cards will have done by the end.
"""

from math import exp
from typing import NamedTuple

from game.core.cache import cached
from game.games.nein_danke import deck
from game.games.nein_danke.rules import Action, View
from game.games.nein_danke.scoring import Score, score


class Weights(NamedTuple):
    """The numbers of the judgement, found by playing many games against the other levels and itself."""

    #: points that the first chip is worth beyond its own, early in a game
    freedom: float = 3.2
    #: chips after which that has worn off to a third: these, and so many for each card a seat has to expect
    reach: float = 4.2
    reach_each: float = 2.4
    #: cards left in the pile at which freedom and specials have half their full worth
    half_time: float = 5.5
    #: share of its upper run's cost that a gap of one number, or of two, may save
    gap: float = 0.68
    wide_gap: float = 0.11
    #: points that a free number above or below a run promises: it can be taken for nothing, or let go round
    above: float = 1.74
    below: float = 4.4
    #: share of the rivals' gains, spread over them, that counts as a loss
    envy: float = 0.45
    #: chips that a rival is taken to have more for each point of penalty above the average
    purse_guess: float = 0.11
    #: chance that a rival has no chip, as exp(-x) with x this times the chips it is taken to have
    broke: float = 3.2
    #: pot, as a share of what the card costs, at which a rival may be expected to take it, or to decline a green one
    share: float = 0.38
    green_share: float = 0.51
    #: how far off that may be: chips, and chips for each chip of it
    vague: float = 0.88
    vague_share: float = 0.032
    #: full worth in points of what has no face value
    skip: float = 9.3
    joker: float = 17.0
    peek: float = 1.83
    doubled: float = 8.3
    #: share of a seat's part of the pile that will come to its display
    cards_each: float = 1.21


WEIGHTS = Weights()

#: points that Take first pink costs when no number is left to come
LATE_FIRST_PINK_COST = 10.0


class Outlook(NamedTuple):
    """What may still come."""

    #: chance of every unseen number to be in the pile and not among the nine set aside
    chance: dict[int, float]
    #: cards in the pile
    left: int
    #: cards in the pile for each seat
    each: float
    #: from 0 to 1: how much of the game is still to come
    stage: float


def outlook_of(view: View) -> Outlook:
    """What ``view`` tells about the cards to come: a number not seen is in the pile or set aside."""
    seen = {view.card, *view.discard, *view.seen}
    seen.update(*view.displays)
    aside = 0 if view.seen else view.aside_count
    if view.options.tactical:
        seen.update(deck.TACTICAL_ASIDE)
        aside = max(0, aside - len(deck.TACTICAL_ASIDE))
    numbers = [number for number in deck.NUMBERS if number not in seen]
    hidden = len(numbers)
    if view.options.specials and view.options.aside_from == "pink":
        kinds = view.options.kinds
        hidden += sum(
            kind in kinds and card not in deck.GREEN_IDS and card not in seen for card, kind in deck.SPECIALS.items()
        )
    chance = max(0, hidden - aside) / hidden if hidden else 0.0
    left = view.pile_count
    return Outlook(dict.fromkeys(numbers, chance), left, left / len(view.chips), left / (left + WEIGHTS.half_time))


def purses(view: View) -> list[float]:
    """Every seat's chips. Hidden ones share what is not in sight; who has taken more cards has been paid more."""
    chips = [float(count) for count in view.chips]
    hidden = [seat for seat, count in enumerate(view.chips) if count < 0]
    if hidden:
        dealt = deck.TACTICAL_CHIPS if view.options.tactical else deck.CHIPS[len(chips)]
        in_sight = view.pot + sum(count for count in view.chips if count > 0)
        mean = max(0, dealt * len(chips) - in_sight) / len(hidden)
        penalties = [bare(view.displays[seat]).penalty for seat in hidden]
        usual = sum(penalties) / len(hidden)
        for seat, penalty in zip(hidden, penalties, strict=True):
            chips[seat] = max(0.0, mean + WEIGHTS.purse_guess * (penalty - usual))
    return chips


@cached(4096)
def bare(display: tuple[int, ...]) -> Score:
    """The score of a display without chips: the same few displays are looked at again and again."""
    return score(display, 0)


def chip_factor(display: tuple[int, ...]) -> float:
    """Points that a chip brings at the end: 1, unless special cards change it."""
    factor = 1.0
    for card in display:
        if card >= deck.FIRST_SPECIAL:
            kind = deck.SPECIALS[card]
            if kind == "double_chips":
                factor *= 2
            elif kind == "halve_chips":
                factor /= 2
            elif kind == "chips_negative":
                factor = -factor
    return factor


def freedom(chips: float, outlook: Outlook) -> float:
    """Points that ``chips`` are worth for refusing cards: the first ones most, and fewer as the pile shrinks."""
    reach = WEIGHTS.reach + WEIGHTS.reach_each * outlook.each
    return WEIGHTS.freedom * outlook.stage * reach * (1 - exp(-chips / reach))


def shape(display: tuple[int, ...], outlook: Outlook) -> float:
    """Points of a display without its chips, and what it promises."""
    now = bare(display)
    value = float(now.total)
    chance = outlook.chance.get
    previous = 0
    for run in now.runs:
        low = run[0]
        below = chance(low - 1, 0.0)
        if previous:
            above = chance(previous + 1, 0.0)
            value += WEIGHTS.above * above
            if low == previous + 2:
                value += WEIGHTS.gap * above * low
            else:
                value += WEIGHTS.below * below
                if low == previous + 3:
                    value += WEIGHTS.wide_gap * above * below * low
        else:
            value += WEIGHTS.below * below
        previous = run[-1]
    value += WEIGHTS.above * chance(previous + 1, 0.0) if previous else 0.0
    if display and max(display) >= deck.FIRST_SPECIAL:
        value += sum(_promise(card, display, now, outlook) for card in display if card >= deck.FIRST_SPECIAL)
    return value


def _promise(card: int, display: tuple[int, ...], now: Score, outlook: Outlook) -> float:
    """What a lasting special card will still do, beyond what the score says already."""
    kind = deck.SPECIALS[card]
    if kind == "skip":
        return WEIGHTS.skip * outlook.stage
    if kind == "joker":
        saved = now.total - bare(without(display, card)).total
        return max(0.0, WEIGHTS.joker * outlook.stage - saved)
    if kind == "highest_doubled":
        return min(0.0, now.doubled - WEIGHTS.doubled * outlook.stage)
    if kind == "plus_per_card":
        return WEIGHTS.cards_each * outlook.each
    return -WEIGHTS.cards_each * outlook.each if kind == "minus_per_card" else 0.0


def without(display: tuple[int, ...], card: int) -> tuple[int, ...]:
    """``display`` less one card."""
    return tuple(shown for shown in display if shown != card)


def change(before: tuple[int, ...], after: tuple[int, ...], chips: float, outlook: Outlook) -> float:
    """Points that a seat with ``chips`` gains when its display changes."""
    factors = chip_factor(after) - chip_factor(before)
    return shape(after, outlook) - shape(before, outlook) + factors * chips


def gain(display: tuple[int, ...], card: int, chips: float, outlook: Outlook) -> float:
    """Points that ``card`` brings a seat with this display and these chips; below 0 if it costs."""
    if card not in deck.IMMEDIATE_IDS:
        return change(display, (*display, card), chips, outlook)
    kind = deck.kind_of(card)
    if kind == "peek_nine":
        return WEIGHTS.peek * outlook.stage
    if kind == "take_first_pink":
        # every third of them gives the mean well enough
        expected = [shape((*display, number), outlook) for number in [*outlook.chance][::3]]
        return sum(expected) / len(expected) - shape(display, outlook) if expected else -LATE_FIRST_PINK_COST
    return max((change(display, without(display, own), chips, outlook) for own in display), default=0.0)


#: chips a seat is taken to have when they are hidden: they matter only to cards that change their worth
USUAL_CHIPS = 9
#: points that Take first pink costs: about what an average card costs when it is taken
FIRST_PINK_COST = 14.0
#: rough worth in points of green cards that bring most of it later
WORTH = {"joker": 14.0, "skip": 4.0, "give_left": 5.0, "peek_nine": 1.0, "remove_one": 14.0, "plus_per_card": 8.0}


def cost_of(view: View, seat: int, card: int, display: tuple[int, ...] | None = None) -> float:
    """Points that ``card`` costs ``seat``, its run and its jokers counted; below 0 if it gains.

    ``display`` stands in for the seat's own if it is given.
    """
    kind = deck.kind_of(card)
    if card in deck.IMMEDIATE_IDS:
        return FIRST_PINK_COST if kind == "take_first_pink" else -WORTH[kind]
    shown = view.displays[seat] if display is None else display
    chips = view.chips[seat] if view.chips[seat] >= 0 else USUAL_CHIPS
    change = float(score(shown, chips).total - score((*shown, card), chips).total)
    if kind in WORTH:
        return min(change, -WORTH[kind])
    if kind == "minus_per_card":
        return change + view.pile_count / len(view.chips)
    return change


def cheapest(view: View) -> Action:
    """Give or remove the display card that costs most; a Skip is worth a little to keep."""

    def without(action: Action) -> float:
        display = tuple(card for card in view.displays[view.seat] if card != action.card)
        kept = 0.0 if action.card in deck.SKIP_IDS else WORTH["skip"]
        return score(display, view.chips[view.seat]).total + kept

    return max(view.legal, key=without)
