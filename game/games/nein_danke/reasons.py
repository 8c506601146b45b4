"""Reasons for the hints of Nein Danke!, one sentence each."""

from collections.abc import Mapping, Sequence

from game.ai.levels import reason_for
from game.core.capabilities import Reason
from game.games.nein_danke import auction, deck, ending, judgement
from game.games.nein_danke.rules import Action, Phase, Verb, View

#: a number that costs no more than this is cheap
CHEAP = 10
#: with at most this many chips a player takes the pot for its chips
FEW_CHIPS = 3
#: the numbers of a hint that depend on the own chips
BY_CHIPS = ("hint.later", "hint.won")
#: a card less likely than this to come back after a chip is said to be as good as gone
HARDLY = 0.1


def reason(view: View, action: Action, numbers: Mapping[str, float]) -> Reason:
    """Return the reason for ``action``; ``numbers`` are the figures behind it, see ``bots.explain``."""
    match action.verb:
        case Verb.LOOKED:
            return reason_for("look")
        case Verb.NEXT_ROUND:
            return reason_for("next_round")
        case Verb.CHOOSE:
            gain = round(numbers["gain"])
            return reason_for("rid", card=action.card, count=gain) if gain > 0 else _least(view, action)
        case Verb.SKIP:
            cost = round(numbers["cost"])
            return (
                reason_for("skip", card=view.card, cost=cost) if cost > 0 else reason_for("skip_chips", card=view.card)
            )
        case Verb.TAKE:
            return _taking(view, numbers)
        case Verb.PAY if view.phase == Phase.PINK:
            return _paying(view, numbers)
    return _green(view, action, numbers)


def other_reason(view: View, action: Action, numbers: Mapping[str, float]) -> Reason:
    """Return a reason for an action that hard would not choose, without referring to hard's limit."""
    if action.verb == Verb.CHOOSE:
        return _least(view, action)
    if action.verb == Verb.PAY and view.phase == Phase.PINK:
        cost = round(numbers["cost"])
        if cost <= 0:
            return reason_for("milk", card=view.card)
        return _dear(view, numbers) if cost > round(numbers["pot"]) else reason_for("wait", card=view.card)
    return reason(view, action, numbers)


def last_reason(seat: int, action: Action, ends: Mapping[Action, ending.End]) -> Reason:
    """Return the reason for ``action`` of ``seat`` on the last card; ``ends`` are those of all actions."""
    results = {other: end.results[seat] for other, end in ends.items()}
    here, shares = results[action], {result.share for result in results.values()}
    if len(shares) == 1:
        return reason_for("last_lead" if here == max(results.values()) else "last_behind")
    if here.share == max(shares):
        other = max((other for other in ends if other != action), key=results.__getitem__)
        (own, rival, best), (less, ahead, most) = (sums(seat, ends[one].points) for one in (action, other))
        told = {"own": own, "rival": rival, "best": best, "less": less, "ahead": ahead, "most": most}
        return reason_for("last_wins" if here.share == 1 else "last_shares", **told)
    return reason_for("last_less" if here.share else "last_loses")


def without_chips(why: Reason) -> Reason | None:
    """Return a reason that tells people at the same device nothing about secret chips; None if it is about them."""
    if why.key == "few_chips":
        return None
    return why._replace(blanks=()) if why.key.startswith("last_") else why


def _least(view: View, action: Action) -> Reason:
    """Return the reason for giving a card away that harms nothing."""
    return reason_for("least" if len(view.legal) > 1 else "only", card=action.card)


def sums(seat: int, points: Sequence[int]) -> tuple[int, int, int]:
    """Return the points of ``seat``, and its best opponent with that one's points."""
    rival = max((other for other in range(len(points)) if other != seat), key=points.__getitem__)
    return points[seat], rival, points[rival]


def _taking(view: View, numbers: Mapping[str, float]) -> Reason:
    card, cost = view.card, numbers["cost"]
    if len(view.legal) == 1:
        return reason_for("forced", card=card)
    if round(cost) <= 0:
        if card not in deck.NUMBER_OF:
            return reason_for("harmless", card=card)
        return reason_for("saves", card=card, count=round(-cost)) if round(cost) < 0 else reason_for("fits", card=card)
    if numbers["net"] >= 0:
        return reason_for("pays", card=card, cost=round(cost), pot=round(numbers["pot"]))
    if 0 <= view.chips[view.seat] <= FEW_CHIPS and view.pot:
        return reason_for("few_chips", count=view.pot)
    if cost <= CHEAP and card in deck.NUMBERS:
        hoped = [other for other in (card - 1, card + 1) if judgement.outlook_of(view).chance.get(other)]
        if len(hoped) > 1:
            return reason_for("cheap_both", card=card, below=hoped[0], above=hoped[1])
        if hoped:
            return reason_for("cheap_one", card=card, other=hoped[0])
        # near the end no higher number may be left
        if view.pile_count and any(other > card for other in judgement.outlook_of(view).chance):
            return reason_for("cheap", card=card)
    return reason_for("soon_gone" if auction.chance_to_return(view) < HARDLY else "may_go", card=card)


def _paying(view: View, numbers: Mapping[str, float]) -> Reason:
    card, cost, limit = view.card, numbers["cost"], numbers.get("limit", auction.MOST_POT)
    if round(cost) <= 0:
        return reason_for("milk", card=card)
    # special cards can make chips worth more, less or nothing in points
    pot = round(numbers["pot"])
    if view.pot and pot <= 0:
        return _dear(view, numbers)
    if limit >= auction.MOST_POT:
        return reason_for("never", card=card, cost=round(cost))
    if not view.pile_count:
        return _dear(view, numbers)
    return dear(view, round(cost), pot)


def dear(view: View, cost: int, pot: int) -> Reason:
    """Return the reason that a card costs more than its pot brings so far."""
    if view.pot and pot <= 0:
        return reason_for("dear_no_points", card=view.card, cost=cost)
    # the cost of a special card is an estimate, unlike what the take button says
    key = f"dear{'' if view.pot else '_empty'}_now{'' if view.card in deck.NUMBER_OF else '_special'}"
    return reason_for(key, card=view.card, cost=cost, **({"pot": pot} if view.pot else {}))


def _dear(view: View, numbers: Mapping[str, float]) -> Reason:
    """Return the reason that the card costs more than the pot brings, without a limit."""
    cost, pot = round(numbers["cost"]), round(numbers["pot"])
    if pot <= 0:
        return reason_for("dear_no_points", card=view.card, cost=cost)
    return reason_for("dear_now", card=view.card, cost=cost, pot=pot)


def _green(view: View, action: Action, numbers: Mapping[str, float]) -> Reason:
    card, worth = view.card, numbers["worth"]
    if action.verb == Verb.PAY:
        return (
            reason_for("bid", card=card, worth=round(worth))
            if worth > numbers["pot"]
            else reason_for("bid_up", card=card)
        )
    if len(view.legal) == 1:
        return reason_for("forced_green", card=card)
    if not view.pot:
        # worth more than the chip, but the others are likely to bid more
        return reason_for("outbid", card=card, worth=round(worth)) if worth >= 2 else reason_for("not_worth", card=card)
    return reason_for("pot_more" if numbers["pot"] >= worth else "pot_safe", count=view.pot)


def neighbours(display: tuple[int, ...], card: int) -> list[int]:
    """Return the player's own cards right below and above a number, which it would join in a run."""
    number = deck.NUMBER_OF.get(card, 0)
    return [own for own in display if number and abs(deck.NUMBER_OF.get(own, -9) - number) == 1]
