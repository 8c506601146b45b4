"""The worth of a display, a purse and a card to a seat during the game, in points.

Judged from a View alone. Three things are added to the present score (rule text, section 7): unseen numbers that would
join a run, the freedom that chips give while there are cards to refuse, and the future effect of the lasting special
cards.
"""

from math import exp
from typing import NamedTuple

from game.core.cache import cached
from game.games.nein_danke import deck
from game.games.nein_danke.rules import Action, View
from game.games.nein_danke.scoring import Score, score


class Weights(NamedTuple):
    """The weights of the judgement, tuned in many games against the other levels and itself."""

    #: extra points of the first chip early in a game
    freedom: float = 3.2
    #: chips after which that has dropped to a third: a base, and an amount for each card a seat has to expect
    reach: float = 4.2
    reach_each: float = 2.4
    #: cards left in the pile at which freedom and specials have half their full worth
    half_time: float = 5.5
    #: share of its upper run's cost that a gap of one number, or of two, may save
    gap: float = 0.68
    wide_gap: float = 0.11
    #: points that a free number above or below a run promises: it can be taken at no cost, or sent round for chips
    above: float = 1.74
    below: float = 4.4
    #: share of the rivals' gains, spread over them, that counts as a loss
    envy: float = 0.45
    #: extra chips assumed for a rival for each point of penalty above the average
    purse_guess: float = 0.11
    #: sharpness of the chance that a rival has no chip: exp(-broke * assumed chips)
    broke: float = 3.2
    #: pot, as a share of the cost, at which a rival is expected to take a card, or to decline a green one
    share: float = 0.38
    green_share: float = 0.51
    #: uncertainty of that limit: chips, and chips per chip of the limit
    vague: float = 0.88
    vague_share: float = 0.032
    #: full worth in points of cards without a face value
    skip: float = 9.3
    joker: float = 17.0
    peek: float = 1.83
    doubled: float = 8.3
    #: share of a seat's part of the pile that will reach its display
    cards_each: float = 1.21


WEIGHTS = Weights()

#: points that Take first pink costs when no number is left to come
LATE_FIRST_PINK_COST = 10.0


class Outlook(NamedTuple):
    """The cards still to come."""

    #: chance of every unseen number to be in the pile instead of among the nine set aside
    chance: dict[int, float]
    #: cards in the pile
    left: int
    #: cards in the pile for each seat
    each: float
    #: share of the game still to come, from 0 to 1
    stage: float


def outlook_of(view: View) -> Outlook:
    """Derive the cards to come from ``view``: an unseen number is in the pile or set aside."""
    seen = {view.card, *view.discard, *view.seen}
    seen.update(*view.displays)
    aside = 0 if view.seen else view.set_aside_count
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
    """Return every seat's chips. Hidden seats share the unseen chips; those with more penalty points were paid more."""
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
    """Return the score of a display without chips; cached, because the same few displays recur."""
    return score(display, 0)


def chip_factor(display: tuple[int, ...]) -> float:
    """Return the points that a chip brings at the end: 1, unless special cards change it."""
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
    """Return the worth of ``chips`` for refusing cards, in points: most for the first, less as the pile shrinks."""
    reach = WEIGHTS.reach + WEIGHTS.reach_each * outlook.each
    return WEIGHTS.freedom * outlook.stage * reach * (1 - exp(-chips / reach))


def shape(display: tuple[int, ...], outlook: Outlook) -> float:
    """Return the points of a display without its chips, potential included."""
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
    """Return the future points of a lasting special card, beyond the present score."""
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
    """Return ``display`` without one card."""
    return tuple(shown for shown in display if shown != card)


def change(before: tuple[int, ...], after: tuple[int, ...], chips: float, outlook: Outlook) -> float:
    """Return the points that a seat with ``chips`` gains when its display changes."""
    factors = chip_factor(after) - chip_factor(before)
    return shape(after, outlook) - shape(before, outlook) + factors * chips


def gain(display: tuple[int, ...], card: int, chips: float, outlook: Outlook) -> float:
    """Return the points that ``card`` brings a seat with this display and these chips; negative if it costs."""
    if card not in deck.IMMEDIATE_IDS:
        return change(display, (*display, card), chips, outlook)
    kind = deck.kind_of(card)
    if kind == "peek_nine":
        return WEIGHTS.peek * outlook.stage
    if kind == "take_first_pink":
        # a sample of every third is accurate enough
        expected = [shape((*display, number), outlook) for number in [*outlook.chance][::3]]
        return sum(expected) / len(expected) - shape(display, outlook) if expected else -LATE_FIRST_PINK_COST
    return max((change(display, without(display, own), chips, outlook) for own in display), default=0.0)


#: chips assumed for a seat whose chips are hidden: they matter only to cards that change the worth of chips
USUAL_CHIPS = 9
#: points that Take first pink costs: about the cost of an average card
FIRST_PINK_COST = 14.0
#: rough worth in points of green cards that pay off later
WORTH = {"joker": 14.0, "skip": 4.0, "give_left": 5.0, "peek_nine": 1.0, "remove_one": 14.0, "plus_per_card": 8.0}


def cost_of(view: View, seat: int, card: int, display: tuple[int, ...] | None = None) -> float:
    """Return the points that ``card`` costs ``seat``, its runs and jokers counted; negative if it gains.

    ``display`` replaces the seat's own if given.
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
    """Give or remove the display card that costs most; a Skip counts for a little."""

    def without(action: Action) -> float:
        display = tuple(card for card in view.displays[view.seat] if card != action.card)
        kept = 0.0 if action.card in deck.SKIP_IDS else WORTH["skip"]
        return score(display, view.chips[view.seat]).total + kept

    return max(view.legal, key=without)
