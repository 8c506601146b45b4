"""The film of a match: its best moments in order and then its end, in twelve seconds."""

from collections.abc import Callable

from game.core.game import has_turns
from game.core.match import AnyMatch
from game.core.records import Moment, impressiveness
from game.engine.texts import Texts
from game.scenes.result.outcome import outcome_of, sentence_of
from game.table.film import FILM_MS, Cut, turns_begun

#: most moments beside the end
MOST = 2
#: shares of the time: the greatest moment, the others, the end, and each further action
GREATEST, OTHERS, END, FURTHER = 1.1, 1.0, 1.8, 0.2
#: the part of its time that a moment of a single action has
ALONE = 0.8
#: the longest end after any moment, and after the only one in real time, in milliseconds
END_MS, LIVE_END_MS = 3500.0, 4200.0
#: most actions of a moment, and of the end
LONGEST, LAST = 6, 3
#: least actions of a moment within its turn, of the only moment, and of an end without any, by any seats: they fill
#: their time
LEAST, ONLY, END_ALONE = 3, 8, 7


def chosen_moments(match: AnyMatch) -> list[Moment]:
    """Return the most impressive moments before the last action, one of each kind and one of a person's, in order."""
    winners, people = match.game.winners(match.state), match.humans

    def weight(one: Moment) -> tuple[float, ...]:
        return (impressiveness(one, people, winners),)

    found = _before_the_end(match)
    own, chosen = [one for one in found if one.seat in people and one.glad], _best_of_each_kind(found, weight)
    if own and not any(one.seat in people for one in chosen):
        # people see themselves, too: in place of the moment of that kind, or of the least
        best = max(own, key=weight)
        others = [one for one in chosen if one.key != best.key and one.length != best.length]
        chosen = [*others[: MOST - 1], best]
    return sorted(chosen, key=lambda one: one.length)


def moments_for(match: AnyMatch, seat: int) -> list[Moment]:
    """Return the most impressive moments of a seat in order, of two kinds if there are; then the others' in order.

    They are before the last action, as those of the film.
    """
    winners, found = match.game.winners(match.state), _before_the_end(match)
    own = [one for one in found if one.seat == seat]

    def weight(one: Moment) -> tuple[float, ...]:
        return impressiveness(one, (seat,), winners), -one.length

    own = _weightiest(own, weight)
    # one action is told once
    told = {one.length for one in own}
    others = _weightiest([one for one in found if one.seat != seat and one.length not in told], weight)
    return [*own, *others][:MOST]


def _weightiest(found: list[Moment], weight: Callable[[Moment], tuple[float, ...]]) -> list[Moment]:
    """Return the weightiest moments in order, of two kinds if there are."""
    chosen = _best_of_each_kind(found, weight)
    rest = sorted((one for one in found if one not in chosen), key=weight, reverse=True)
    return sorted([*chosen, *rest][:MOST], key=lambda one: one.length)


def _before_the_end(match: AnyMatch) -> list[Moment]:
    """Return the moments before the last action."""
    return [one for one in match.game.records.moments(match) if one.length < len(match.actions)]


def _best_of_each_kind(found: list[Moment], weight: Callable[[Moment], tuple[float, ...]]) -> list[Moment]:
    """Return the weightiest moments, at most one of each kind and at each action."""
    chosen = list[Moment]()
    while found and len(chosen) < MOST:
        best = max(found, key=weight)
        chosen.append(best)
        found = [one for one in found if one.length != best.length and one.key != best.key]
    return chosen


def first_of(match: AnyMatch, place: int, most: int) -> int:
    """Return the position before the first of the actions in a row, at most ``most``, that its seat ends at ``place``.

    A few actions of others in the same turn come before it. In real time a cut has seconds in place of actions.
    """
    movers, first = match.movers, place - 1
    if match.game.real_time:
        return first
    turns = turns_begun(match) if has_turns(match.game) else [0] * (place + 1)
    while first > 0 and place - first < most:
        fills = place - first < LEAST and turns[first] == turns[place]
        if not fills and movers[first - 1] != movers[place - 1]:
            break
        first -= 1
    return first


def _length(cut: Cut, share: float) -> float:
    """Return the share of the time that a cut takes; one action alone is soon seen."""
    actions = cut.place - cut.first
    return share + (actions - 1) * FURTHER if actions > 1 or cut.moment is None else share * ALONE


def _mood(moment: Moment) -> str:
    return "glad" if moment.glad else "beaten"


def reel_of(texts: Texts, match: AnyMatch) -> tuple[Cut, ...]:
    """Return the film of a finished match; the same match gives the same film."""
    moments, winners = chosen_moments(match), match.game.winners(match.state)
    greatest = max(moments, key=lambda one: impressiveness(one, match.humans, winners), default=None)
    end = len(match.actions)
    firsts = [*(first_of(match, one.length, LONGEST) for one in moments), first_of(match, end, LAST)]
    if len(moments) < MOST and not match.game.real_time:
        # the first cut begins earlier
        firsts[0] = min(firsts[0], max(0, moments[0].length - ONLY if moments else end - END_ALONE))
    # no action is played twice
    firsts = [max(first, before) for first, before in zip(firsts, [0, *(one.length for one in moments)], strict=True)]
    shares = [*(GREATEST if one is greatest else OTHERS for one in moments), END]
    headline = outcome_of(texts, match).headline
    cuts = [
        Cut(one.length, sentence_of(texts, match, one), 0, one.seat, _mood(one), one.other, first, one)
        for one, first in zip(moments, firsts[:-1], strict=True)
    ]
    mood = "glad" if headline.seat in winners else "calm"
    cuts.append(Cut(end, headline.title, 0, headline.seat, mood, first=firsts[-1]))
    lengths = [_length(cut, share) for cut, share in zip(cuts, shares, strict=True)]
    if moments:
        # the time goes to the moments
        most_ms = LIVE_END_MS if match.game.real_time and len(moments) == 1 else END_MS
        lengths[-1] = min(lengths[-1], sum(lengths[:-1]) * most_ms / (FILM_MS - most_ms))
    return tuple(cut._replace(ms=FILM_MS * length / sum(lengths)) for cut, length in zip(cuts, lengths, strict=True))
