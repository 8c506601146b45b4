"""Small ends of games where everything is known: hard, expert, hint and review do what arithmetic says.

The arithmetic here is its own: it shares nothing with the solvers of the games but the score of a display.
"""

from collections.abc import Iterator

import dnup_states
import push_endings
import push_states
import pytest
from nein_danke_states import special, state_of

from game.ai.judgement import judge_decision
from game.ai.levels import chosen_by
from game.ai.review import DecisionPoint, unexpected
from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.dnup import search
from game.games.nein_danke import auction
from game.games.nein_danke.deck import NUMBERS
from game.games.nein_danke.rules import DECLINE, PAY, TAKE, Action, State, view
from game.games.nein_danke.scoring import score
from game.games.push import ending as push_ending
from game.games.push import rules as push_rules
from game.games.push.rules import Phase

NEIN_DANKE = GAMES["nein_danke"]


# ---- Nein Danke!: the last card ---------------------------------------------------------------------


def after_taking(state: State, seat: int, chips: list[int], pot: int) -> list[tuple[float, int]]:
    """The share of the win and the lead of every seat once ``seat`` takes the last card with the pot."""
    displays, held = [*state.store.displays], [*chips]
    displays[seat] += (state.card,)
    held[seat] += pot
    totals = [score(display, count).total for display, count in zip(displays, held, strict=True)]
    best = max(totals)
    leads = [total - max(totals[:place] + totals[place + 1 :]) for place, total in enumerate(totals)]
    return [((total == best) / totals.count(best), lead) for total, lead in zip(totals, leads, strict=True)]


def after_playing_on(state: State, seat: int, chips: list[int], pot: int) -> list[tuple[float, int]]:
    """The same if everybody from ``seat`` on plays for their own share, and of equal shares for their lead."""
    now = after_taking(state, seat, chips, pot)
    if not chips[seat]:
        return now
    later = after_paying(state, seat, chips, pot)
    return later if later[seat] > now[seat] else now


def after_paying(state: State, seat: int, chips: list[int], pot: int) -> list[tuple[float, int]]:
    """The same once ``seat`` has paid a chip."""
    left = [count - (other == seat) for other, count in enumerate(chips)]
    return after_playing_on(state, (seat + 1) % len(chips), left, pot + 1)


def last_cards(wanted: int) -> Iterator[tuple[State, dict[Action, float]]]:
    """Last cards by which the win is decided, with the share that either action brings seat 0."""
    found = 0
    for seed in range(20_000):
        rng = Rng(seed)
        seats = 3 + rng.below(3)
        mixed = rng.shuffled(NUMBERS)
        aside, numbers = mixed[:9], mixed[9:]
        shown: list[list[int]] = [[] for _ in range(seats)]
        for number in numbers[1:]:
            shown[rng.below(seats)].append(number)
        chips = [rng.below(9) for _ in range(seats)]
        chips[0] += 1
        pot = rng.below(6)
        around = {"displays": tuple(map(tuple, shown)), "set_aside": tuple(aside), "chips": tuple(chips), "pot": pot}
        state = state_of(numbers[0], seats=seats, pile=(), **around)
        shares = {TAKE: after_taking(state, 0, chips, pot)[0][0], PAY: after_paying(state, 0, chips, pot)[0][0]}
        if shares[TAKE] != shares[PAY]:
            yield state, shares
            found += 1
            if found == wanted:
                return


def exact_sums(why, state, best):
    """Return True if a reason has the final points of seat 0 and its best opponent, with ``best`` and otherwise."""
    sums, ends = dict(why.blanks), []
    for action in (best, PAY if best == TAKE else TAKE):
        (_share, lead), *_ = (after_taking if action == TAKE else after_paying)(state, 0, [*state.chips], state.pot)
        ends.append(lead)
    return ends == [sums["own"] - sums["best"], sums["less"] - sums["most"]]


def test_the_last_card_is_played_for_the_win_and_not_for_points():
    others = 0
    for state, shares in last_cards(60):
        best = max(shares, key=shares.__getitem__)
        seen = view(state, 0)
        for level in ("hard", "expert"):
            assert chosen_by(NEIN_DANKE.bots.think(seen, Rng(1), level)) == best, (state, shares)
        advice = NEIN_DANKE.hints.explain(seen)
        assert (advice.action, advice.ties) == (best, ())
        assert advice.why.key == ("last_wins" if shares[best] == 1 else "last_shares")
        assert not any(name == "hint.limit" for name, _ in advice.numbers), "no pot is waited for"
        worse = NEIN_DANKE.hints.explain_action(seen, PAY if best == TAKE else TAKE).why
        assert worse.key == ("last_less" if min(shares.values()) else "last_loses")
        assert exact_sums(advice.why, state, best)
        others += best != max(points := auction.expected_points(seen), key=points.__getitem__)
    assert others, "points alone would have said the same"


def test_a_review_of_the_last_card_gives_its_exact_chances():
    for state, shares in last_cards(12):
        for action, share in shares.items():
            *_, judged = judge_decision(NEIN_DANKE, state, 0, action, 3)
            assert judged.chance == pytest.approx(share)
            assert judged.best_chance == pytest.approx(max(shares.values()))
            assert bool(judged.cost) == (share < max(shares.values()))


def test_the_effect_of_another_seats_last_card_is_exact():
    for state, shares in last_cards(12):
        pot, chips = state.pot, [*state.chips]
        ends = {TAKE: after_taking(state, 0, chips, pot), PAY: after_paying(state, 0, chips, pot)}
        best = max(shares, key=shares.__getitem__)
        for action, end in ends.items():
            *_, effect = unexpected(NEIN_DANKE, DecisionPoint(0, state, action), 1, 3)
            assert effect == (pytest.approx(end[1][0] - ends[best][1][0]), 0)


def test_a_last_card_that_changes_nothing_is_played_for_the_lead():
    displays = ((3, 4), (35, 33, 31, 29), (34, 30, 28))
    seen = view(state_of(26, displays=displays, chips=(12, 2, 2), pot=1, pile=()), 0)
    advice = NEIN_DANKE.hints.explain(seen)
    assert (advice.action, advice.why.key) == (PAY, "last_lead")
    assert NEIN_DANKE.hints.explain_action(seen, TAKE).why.key == "last_behind"


def test_the_last_card_of_a_round_that_is_not_the_last_is_played_for_points():
    state, _shares = next(last_cards(1))
    more = state.store.options._replace(rounds=2)
    seen = view(state._replace(store=state.store._replace(options=more)), 0)
    assert not NEIN_DANKE.hints.explain(seen).why.key.startswith("last")


def test_hints_on_a_device_without_chip_counts_claim_nothing_about_the_end():
    state, _shares = next(last_cards(1))
    sent = NEIN_DANKE.redaction.complete(NEIN_DANKE.redaction.redact(view(state, 0)))
    assert not NEIN_DANKE.hints.explain(sent).why.key.startswith("last")
    shown = state._replace(store=state.store._replace(options=state.store.options._replace(open_chips=True)))
    sent = NEIN_DANKE.redaction.complete(NEIN_DANKE.redaction.redact(view(shown, 0)))
    assert NEIN_DANKE.hints.explain(sent).why.key.startswith("last")


def test_a_last_green_card_is_bid_for_where_it_decides():
    """A +10 for the leader's right neighbour would win the game: who declines first gives it away."""
    bonus = special("bonus10")
    around = {"displays": ((20,), (12,), (33,)), "chips": (2, 0, 1), "pile": (), "options": {"specials": True}}
    state = state_of(bonus, **around)
    # declined at once, the +10 goes to seat 2, which is far behind; bid on, seat 1 has to decline it to seat 0
    seen = view(state, 0)
    assert chosen_by(NEIN_DANKE.bots.think(seen, Rng(1), "hard")) == PAY
    assert NEIN_DANKE.hints.explain(seen).why.key == "last_wins"
    assert DECLINE in seen.legal


# ---- Push: the last rows, and a go of dnuP ------------------------------------------------------------


def test_the_last_rows_of_push_are_taken_for_the_win():
    """The richer row loses by its die more often than the poorer one does: what counts is who wins."""
    state = push_states.state_of(
        seats=2, rows=["r2 die", "r5"], displays=["r6", "b5"], pile="", phase=Phase.TAKE, waiting=(1,)
    )
    push = GAMES["push"]
    shares = {action: push_endings.after(state, action)[0][0] for action in push.legal_actions(state)}
    best = max(shares, key=shares.__getitem__)
    for level in ("hard", "expert"):
        assert chosen_by(push.bots.think(push.view(state, 0), Rng(1), level)) == best
    *_, judged = judge_decision(push, state, 0, min(shares, key=shares.__getitem__), 3)
    assert judged.best == best
    assert judged.best_chance == pytest.approx(shares[best], abs=0.15)


def last_draws(wanted: int) -> Iterator[tuple[State, dict[Action, float]]]:
    """Positions of two seats before the last two cards, with the share that each action brings seat 0."""
    push, found = GAMES["push"], 0
    for seed in range(2_000):
        rng = Rng(seed)
        cards = rng.shuffled([f"{colour}{value}" for colour in push_states.LETTERS for value in range(1, 7)])
        pile = " ".join((cards[0], "die" if seed % 3 == 0 else cards[1]))
        rows = [cards[2:3]]
        displays = [" ".join(cards[6 : 7 + rng.below(2)]), cards[10]]
        state = push_states.state_of(seats=2, rows=[" ".join(row) for row in rows], displays=displays, pile=pile)
        legal = push.legal_actions(state)
        if len(legal) < 2:
            continue
        shares = {action: push_endings.after(state, action)[0][0] for action in legal}
        if max(shares.values()) > min(shares.values()):
            yield state, shares
            found += 1
            if found == wanted:
                return


def test_the_last_draws_of_push_are_made_for_the_win():
    """The expert's count agrees with a count of all colours that could be secured, and the review gives it."""
    push = GAMES["push"]
    for state, shares in last_draws(12):
        seen, best = push.view(state, 0), max(shares.values())
        counted = push_ending.results(seen, push_ending.LONG)
        assert {action: result.share for action, result in counted.items()} == pytest.approx(shares)
        assert shares[chosen_by(push.bots.think(seen, Rng(1), "expert"))] == pytest.approx(best)
        *_, advice = push.hints.advise(seen)
        assert shares[advice.action] == pytest.approx(best)
        for action, share in shares.items():
            *_, judged = judge_decision(push, state, 0, action, 3)
            assert (judged.chance, judged.best_chance) == (pytest.approx(share), pytest.approx(best))
            assert judged.error == 0


def test_the_hint_of_push_counts_the_last_card():
    push = GAMES["push"]
    for state, _shares in last_draws(6):
        last = state._replace(pile=state.pile[:1])
        shares = {action: push_endings.after(last, action)[0][0] for action in push.legal_actions(last)}
        assert shares[push.hints.explain(push.view(last, 0)).action] == pytest.approx(max(shares.values()))


def test_a_search_of_push_beyond_its_limit_finds_nothing():
    state, _shares = next(last_draws(1))
    seen = push_rules.view(state, 0)
    assert push_ending.results(seen, push_ending.LONG)
    assert not push_ending.results(seen, push_ending.LONG._replace(actions=3))
    assert not push_ending.results(seen), "hard does not look so far"


def test_a_device_that_does_not_know_secured_cards_of_push_counts_on_none():
    around = {"seats": 2, "rows": ["r2 die", "r5"], "displays": ["r6", "b5"], "secured": ["", "b1"], "pile": ""}
    state = push_states.state_of(phase=Phase.TAKE, waiting=(1,), **around)
    whole = push_rules.view(state, 0)
    sent = GAMES["push"].redaction.complete(GAMES["push"].redaction.redact(whole))
    assert push_ending.results(whole)
    assert not push_ending.results(sent)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_go_of_dnup_that_ends_the_round_is_found(level):
    dnup = GAMES["dnup"]
    state = dnup_states.state_of("6/3 6/7", "5/3 6/2", sets={1: "1/8 1/9", 2: "1/6"}, totals=(1, 1))
    # the two 6s of its hand and the 1 that is a 6 upside down go out together
    assert chosen_by(dnup.bots.think(dnup.view(state, 0), Rng(1), level)) == dnup_states.take(2)
    # with the second turn of a go there is none after it
    assert not search.outs_in_this_go(dnup.view(state._replace(area=1), 0))
