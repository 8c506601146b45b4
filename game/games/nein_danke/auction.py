"""How the hard level plays: it thinks an auction through to its end, lap by lap, before it pays a chip.

A rival is expected to end the auction when the pot reaches its limit by the rule of thumb, sooner or later
by some vagueness. So a chip is paid when the card is likely to come back with a fuller pot, or to end up
where it is welcome, and the card is taken just before somebody else would have it.
"""

from math import exp
from typing import NamedTuple

from game.ai.levels import best_action
from game.games.nein_danke.deck import SKIP_IDS
from game.games.nein_danke.judgement import (
    WEIGHTS,
    Outlook,
    change,
    chip_factor,
    cost_of,
    freedom,
    gain,
    outlook_of,
    purses,
    shape,
    without,
)
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, View, recipient

#: laps that are thought through; nearly every auction is over by then
MOST_LAPS = 12
#: no pot of the box is larger
MOST_POT = 55
#: an auction less likely than this to go on is taken to be over
NEGLIGIBLE = 0.01


class Rival(NamedTuple):
    """Another seat in the auction, and what it means if that seat ends it."""

    #: points for the bot, the pot not counted: what the card's new owner gains or loses
    means: float
    #: pot at which it ends the auction as likely as not
    limit: float
    #: how sure that is: chance = 1 / (1 + exp((limit - pot) * sharpness))
    sharpness: float
    chips: float
    chip_factor: float
    #: its chips are in sight and there are none: it has to end the auction
    is_broke: bool
    #: its chips are hidden
    is_secret: bool


class Auction(NamedTuple):
    """One auction as the bot sees it from its own turn."""

    outlook: Outlook
    pot: int
    chips: float
    chip_factor: float
    #: points a chip brings once the bot has ended the auction
    ended_factor: float
    #: points for the bot if it ends the auction now, or in a later lap, the pot not counted
    means: float
    means_later: float
    #: in the order of their turns
    rivals: tuple[Rival, ...]
    #: how much of a rival's gain counts as a loss
    envy: float


def decide(view: View) -> Action:
    """The action that promises most; of equals the first, which ends the auction."""
    return best_action(prospects(view))


def prospects(view: View) -> dict[Action, float]:
    """Every legal action that can be of use, with the points it promises."""
    if len(view.legal) == 1:
        return {view.legal[0]: 0.0}
    if view.phase in (Phase.GIVE, Phase.REMOVE):
        return _choices(view)
    return _moves(view, _auction(view))


def limit(view: View) -> int | None:
    """The least pot at which the card is taken or declined as things lie, or None if there is nothing to pay.

    It is found by halving what lies between a no and a yes, from the pot there is now.
    """
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


def _moves(view: View, auction: Auction) -> dict[Action, float]:
    """What can be done in an auction, with the points it promises."""
    values = {TAKE if view.phase == Phase.PINK else DECLINE: _ended(auction, 0)}
    if PAY in view.legal and (auction.rivals or view.phase == Phase.GREEN):
        values[PAY] = _paid(auction)
    if SKIP in view.legal and view.phase == Phase.PINK:
        values[SKIP] = _skipped(view, auction)
    return values


# ---- the auction as the bot sees it ---------------------------------------------------------------


def _auction(view: View) -> Auction:
    """What everybody stands to gain from the card, and how long each is expected to hold out."""
    outlook = outlook_of(view)
    chips = purses(view)
    seat, card, count = view.seat, view.card, len(view.chips)
    display = view.displays[seat]
    envy = WEIGHTS.envy / (count - 1)
    order = [other % count for other in range(seat + 1, seat + count) if other % count not in view.out]
    factor = chip_factor(display)
    is_pink = view.phase == Phase.PINK
    share = WEIGHTS.share if is_pink else WEIGHTS.green_share

    def means(owner: int) -> float:
        value = gain(view.displays[owner], card, chips[owner], outlook)
        return value if owner == seat else -envy * value

    rivals = []
    # who gets a green card that the next rival declines: the one before it, for that one has paid last
    holder = seat
    for other in order:
        cost = cost_of(view, other, card)
        expected = share * max(0.0, cost if is_pink else -cost)
        rivals.append(
            Rival(
                means(other if is_pink else holder),
                expected,
                1 / (WEIGHTS.vague + WEIGHTS.vague_share * expected),
                chips[other],
                chip_factor(view.displays[other]),
                view.chips[other] == 0,
                view.chips[other] < 0,
            )
        )
        holder = other
    if is_pink:
        ended_factor = chip_factor((*display, card))
        # the purse is counted with the new factor, so the change is not to be counted twice
        now = later = means(seat) - (ended_factor - factor) * chips[seat]
    else:
        ended_factor = factor
        now, later = means(recipient(view)), means(holder)
    return Auction(outlook, view.pot, chips[seat], factor, ended_factor, now, later, tuple(rivals), envy)


# ---- thinking it through --------------------------------------------------------------------------


def _purse(auction: Auction, chips: float, factor: float) -> float:
    """Points that the bot's purse gains on the one it has now."""
    outlook = auction.outlook
    before = auction.chip_factor * auction.chips + freedom(auction.chips, outlook)
    return factor * chips + freedom(chips, outlook) - before


def _ended(auction: Auction, laps: int) -> float:
    """Points if the bot ends the auction after so many more laps, each of which cost it a chip."""
    pot = auction.pot + laps * (len(auction.rivals) + 1)
    means = auction.means_later if laps else auction.means
    return means + _purse(auction, auction.chips - laps + pot, auction.ended_factor)


def _lap(auction: Auction, pot: int, laps: int) -> tuple[float, float]:
    """One lap of the rivals from ``pot``: points by those who end it, and the chance that nobody does."""
    value, open_still = 0.0, 1.0
    for rival in auction.rivals:
        ends = 1.0 if rival.is_broke else 1 / (1 + exp(min(30.0, (rival.limit - pot) * rival.sharpness)))
        if rival.is_secret:
            ends += (1 - ends) * exp(-WEIGHTS.broke * max(0.0, rival.chips - laps))
        if ends * open_still > NEGLIGIBLE / 4:
            more = freedom(rival.chips + pot, auction.outlook) - freedom(rival.chips, auction.outlook)
            paid = rival.chip_factor * pot + more
            value += open_still * ends * (rival.means - auction.envy * paid)
        open_still *= 1 - ends
        pot += 1
    return value, open_still


def _paid(auction: Auction) -> float:
    """Points if the bot pays a chip now and then does in every lap what promises more."""
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
    """Points if the bot uses its Skip and the rivals settle the pink card among themselves."""
    display = view.displays[view.seat]
    kept = without(display, next(card for card in display if card in SKIP_IDS))
    value, goes_on, pot = shape(kept, auction.outlook) - shape(display, auction.outlook), 1.0, auction.pot
    for lap in range(MOST_LAPS):
        gained, open_still = _lap(auction, pot, lap)
        value += goes_on * gained
        goes_on *= open_still
        pot += len(auction.rivals)
    return value


def _choices(view: View) -> dict[Action, float]:
    """Every card that can be given or removed, with the points that it gains."""
    outlook = outlook_of(view)
    chips = purses(view)
    seat, count = view.seat, len(view.chips)
    left = (seat + 1) % count
    values = {}
    for action in view.legal:
        value = change(view.displays[seat], without(view.displays[seat], action.card), chips[seat], outlook)
        if view.phase == Phase.GIVE:
            theirs = change(view.displays[left], (*view.displays[left], action.card), chips[left], outlook)
            value -= WEIGHTS.envy / (count - 1) * theirs
        values[action] = value
    return values
