"""The hard level: searches an auction to its end, lap by lap, before it pays a chip; the last card exactly.

A rival is expected to end the auction when the pot reaches its limit by the rule of thumb, with some uncertainty. So
hard pays a chip when the card is likely to come back with a fuller pot, or to end up where it is welcome, and takes the
card just before another seat would.
"""

from math import exp
from typing import NamedTuple

from game.ai.levels import best_action
from game.games.nein_danke import ending, judgement
from game.games.nein_danke.deck import SKIP_IDS
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, View, recipient

#: laps searched; nearly every auction is over by then
MOST_LAPS = 12
#: the most chips a pot can hold
MOST_POT = 55
#: an auction less likely than this to continue counts as over
NEGLIGIBLE = 0.01


class Rival(NamedTuple):
    """Another seat in the auction, and the consequences if that seat ends it."""

    #: points for the bot without the pot: the gain or loss of the card's new owner
    means: float
    #: pot at which it ends the auction with a chance of one half
    limit: float
    #: certainty of the limit: chance = 1 / (1 + exp((limit - pot) * sharpness))
    sharpness: float
    chips: float
    chip_factor: float
    #: visibly without chips: it has to end the auction
    is_broke: bool
    #: its chips are hidden
    is_secret: bool


class Auction(NamedTuple):
    """One auction as the bot sees it from its own turn."""

    outlook: judgement.Outlook
    pot: int
    chips: float
    chip_factor: float
    #: points per chip once the bot has ended the auction
    ended_factor: float
    #: points for the bot, without the pot, if it ends the auction now, or in a later lap
    means: float
    means_later: float
    #: in turn order
    rivals: tuple[Rival, ...]
    #: share of a rival's gain that counts as a loss
    envy: float


def decide(view: View) -> Action:
    """Return the most promising action; on a tie the first, which ends the auction."""
    return best_action(prospects(view))


def prospects(view: View) -> dict[Action, float]:
    """Return the useful legal actions and their expected points; for the last card, exact shares of the win."""
    if len(view.legal) == 1:
        return {view.legal[0]: 0.0}
    exact = {action: result.value for action, result in ending.results(view).items()}
    return exact or expected_points(view)


def expected_points(view: View) -> dict[Action, float]:
    """Return the useful legal actions and their expected points."""
    if view.phase in (Phase.GIVE, Phase.REMOVE):
        return _choices(view)
    return _moves(view, _auction(view))


def limit(view: View) -> int | None:
    """Return the least pot at which hard takes or declines the card, by bisection; None if it cannot pay."""
    if PAY not in view.legal:
        return None
    auction = _auction(view)

    def ends(pot: int) -> bool:
        return best_action(_moves(view, auction._replace(pot=pot))) in (TAKE, DECLINE)

    no, yes = (-1, view.pot) if ends(view.pot) else (view.pot, MOST_POT)
    while yes - no > 1:
        pot = (no + yes) // 2
        no, yes = (no, pot) if ends(pot) else (pot, yes)
    return yes


def chance_to_return(view: View) -> float:
    """Return the chance that a card comes back to the seat to move once it has paid a chip."""
    auction = _auction(view)
    return _lap(auction, auction.pot + 1, 0)[1]


def _moves(view: View, auction: Auction) -> dict[Action, float]:
    """Return the possible actions of an auction and their expected points."""
    values = {TAKE if view.phase == Phase.PINK else DECLINE: _ended(auction, 0)}
    if PAY in view.legal and (auction.rivals or view.phase == Phase.GREEN):
        values[PAY] = _paid(auction)
    if SKIP in view.legal and view.phase == Phase.PINK:
        values[SKIP] = _skipped(view, auction)
    return values


def _auction(view: View) -> Auction:
    """Build the auction: every seat's gain from the card, and how long each is expected to hold out."""
    outlook = judgement.outlook_of(view)
    chips = judgement.purses(view)
    seat, card, count = view.seat, view.card, len(view.chips)
    display = view.displays[seat]
    envy = judgement.WEIGHTS.envy / (count - 1)
    order = [other % count for other in range(seat + 1, seat + count) if other % count not in view.out]
    factor = judgement.chip_factor(display)
    is_pink = view.phase == Phase.PINK
    share = judgement.WEIGHTS.share if is_pink else judgement.WEIGHTS.green_share

    def means(owner: int) -> float:
        value = judgement.gain(view.displays[owner], card, chips[owner], outlook)
        return value if owner == seat else -envy * value

    rivals = []
    # a declined green card goes to the seat before, which paid last
    holder = seat
    for other in order:
        cost = judgement.cost_of(view, other, card)
        expected = share * max(0.0, cost if is_pink else -cost)
        rivals.append(
            Rival(
                means(other if is_pink else holder),
                expected,
                1 / (judgement.WEIGHTS.vague + judgement.WEIGHTS.vague_share * expected),
                chips[other],
                judgement.chip_factor(view.displays[other]),
                view.chips[other] == 0,
                view.chips[other] < 0,
            )
        )
        holder = other
    if is_pink:
        ended_factor = judgement.chip_factor((*display, card))
        # the purse uses the new factor: leave the change out here, or it counts twice
        now = later = means(seat) - (ended_factor - factor) * chips[seat]
    else:
        ended_factor = factor
        now, later = means(recipient(view)), means(holder)
    return Auction(outlook, view.pot, chips[seat], factor, ended_factor, now, later, tuple(rivals), envy)


# ---- search ---------------------------------------------------------------------------------------


def _purse(auction: Auction, chips: float, factor: float) -> float:
    """Return the points that the bot's purse gains over its present value."""
    outlook = auction.outlook
    before = auction.chip_factor * auction.chips + judgement.freedom(auction.chips, outlook)
    return factor * chips + judgement.freedom(chips, outlook) - before


def _ended(auction: Auction, laps: int) -> float:
    """Return the points if the bot ends the auction after ``laps`` more laps, each of which costs it a chip."""
    pot = auction.pot + laps * (len(auction.rivals) + 1)
    means = auction.means_later if laps else auction.means
    return means + _purse(auction, auction.chips - laps + pot, auction.ended_factor)


def _lap(auction: Auction, pot: int, laps: int) -> tuple[float, float]:
    """Return the expected points of one lap of the rivals from ``pot``, and the chance that the auction continues."""
    value, open_still = 0.0, 1.0
    for rival in auction.rivals:
        ends = 1.0 if rival.is_broke else 1 / (1 + exp(min(30.0, (rival.limit - pot) * rival.sharpness)))
        if rival.is_secret:
            ends += (1 - ends) * exp(-judgement.WEIGHTS.broke * max(0.0, rival.chips - laps))
        if ends * open_still > NEGLIGIBLE / 4:
            more = judgement.freedom(rival.chips + pot, auction.outlook) - judgement.freedom(
                rival.chips, auction.outlook
            )
            paid = rival.chip_factor * pot + more
            value += open_still * ends * (rival.means - auction.envy * paid)
        open_still *= 1 - ends
        pot += 1
    return value, open_still


def _paid(auction: Auction) -> float:
    """Return the points if the bot pays a chip now and plays every later lap at its best."""
    step = len(auction.rivals) + 1
    laps: list[tuple[float, float]] = []
    goes_on = 1.0
    while len(laps) < min(auction.chips, MOST_LAPS) and goes_on > NEGLIGIBLE:
        value, open_still = _lap(auction, auction.pot + len(laps) * step + 1, len(laps))
        left = _purse(auction, auction.chips - len(laps) - 1, auction.chip_factor)
        laps.append((value + (1 - open_still) * left, open_still))
        goes_on *= open_still
    best = paid = _ended(auction, len(laps))
    for lap in range(len(laps) - 1, -1, -1):
        value, open_still = laps[lap]
        paid = value + open_still * best
        best = max(paid, _ended(auction, lap))
    return paid


def _skipped(view: View, auction: Auction) -> float:
    """Return the points if the bot uses its Skip and the rivals settle the pink card among themselves."""
    display = view.displays[view.seat]
    kept = judgement.without(display, next(card for card in display if card in SKIP_IDS))
    value, goes_on, pot = (
        judgement.shape(kept, auction.outlook) - judgement.shape(display, auction.outlook),
        1.0,
        auction.pot,
    )
    for lap in range(MOST_LAPS):
        gained, open_still = _lap(auction, pot, lap)
        value += goes_on * gained
        goes_on *= open_still
        pot += len(auction.rivals)
    return value


def _choices(view: View) -> dict[Action, float]:
    """Return every card that can be given or removed and the points gained."""
    outlook = judgement.outlook_of(view)
    chips = judgement.purses(view)
    seat, count = view.seat, len(view.chips)
    left = (seat + 1) % count
    values = {}
    for action in view.legal:
        value = judgement.change(
            view.displays[seat], judgement.without(view.displays[seat], action.card), chips[seat], outlook
        )
        if view.phase == Phase.GIVE:
            theirs = judgement.change(view.displays[left], (*view.displays[left], action.card), chips[left], outlook)
            value -= judgement.WEIGHTS.envy / (count - 1) * theirs
        values[action] = value
    return values
