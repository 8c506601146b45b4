"""The film of a match: its best moments in order and then its end, in ten seconds."""

from game.core.match import AnyMatch
from game.core.records import Moment, impressiveness
from game.engine.texts import Texts
from game.scenes.result.outcome import outcome_of, sentence_of
from game.table.film import FILM_MS, Cut

#: most moments beside the end
MOST = 2
#: shares of the time: the greatest moment, the others, and the end
GREATEST, OTHERS, END = 1.1, 1.0, 1.3


def chosen_moments(match: AnyMatch) -> list[Moment]:
    """Return the most impressive moments before the last action, one of each kind and one of a person's, in order."""
    winners, people = match.game.winners(match.state), match.humans

    def weight(one: Moment) -> float:
        return impressiveness(one, people, winners)

    found = [one for one in match.game.records.moments(match) if one.length < len(match.actions)]
    own, chosen = [one for one in found if one.seat in people and one.glad], list[Moment]()
    while found and len(chosen) < MOST:
        best = max(found, key=weight)
        chosen.append(best)
        found = [one for one in found if one.length != best.length and one.key != best.key]
    if own and not any(one.seat in people for one in chosen):
        # people see themselves, too: in place of the moment of that kind, or of the least
        best = max(own, key=weight)
        others = [one for one in chosen if one.key != best.key and one.length != best.length]
        chosen = [*others[: MOST - 1], best]
    return sorted(chosen, key=lambda one: one.length)


def reel_of(texts: Texts, match: AnyMatch) -> tuple[Cut, ...]:
    """Return the film of a finished match; the same match gives the same film."""
    moments, winners = chosen_moments(match), match.game.winners(match.state)
    greatest = max(moments, key=lambda one: impressiveness(one, match.humans, winners), default=None)
    shares = [GREATEST if one is greatest else OTHERS for one in moments] + [END]
    headline = outcome_of(texts, match).headline
    cuts = [
        Cut(one.length, sentence_of(texts, match, one), 0, one.seat, "glad" if one.glad else "beaten", one.other)
        for one in moments
    ]
    mood = "glad" if headline.seat in winners else "calm"
    cuts.append(Cut(len(match.actions), headline.title, 0, headline.seat, mood))
    return tuple(cut._replace(ms=FILM_MS * share / sum(shares)) for cut, share in zip(cuts, shares, strict=True))
