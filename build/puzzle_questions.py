"""Questions of puzzles besides the best move, such as who will have to take a card, or how many cards fit.

The answers follow from the rules and the seat's view alone, so they are certain: any other answer costs all ``PARTS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from game.core.game import Action
from game.core.match import AnyMatch
from game.core.rng import Rng
from game.games.dnup.deck import ACTIVE
from game.games.dnup.planning import sets_in
from game.games.dnup.rules import State as DnupState
from game.games.keine_ahnung.deck import COLOURS, NUMBERS, colour_of, number_of
from game.games.keine_ahnung.odds import fitting_places, mask_of, memory_of
from game.games.keine_ahnung.rules import View as KeineAhnungView
from game.games.nein_danke import rules as nein_danke
from game.games.nein_danke.deck import SKIP_IDS
from game.games.push.judgement import rows_of, stuck_cards
from game.games.push.rules import Action as PushAction
from game.games.push.rules import Phase
from game.games.push.rules import View as PushView
from game.games.push.scoring import colour_sums, points_of
from game.tutorial.puzzle import PARTS, Step

#: number of answers to choose from
CHOICES = 4
#: for the question from how many chips on the last card wins: laps round the table to look ahead, fewest answers
LAPS, LEAST_POTS = 4, 3
#: questions that a puzzle ends with as soon as there is one
DECISIVE = ("wins_from",)


def counted(ask: str, right: int, blanks: Mapping[str, int], rng: Rng, least: int = 0, step: int = 1) -> Step:
    """Return a question for a number, with others near it to choose from, none below ``least``."""
    first = max(least, right - step * rng.below(CHOICES))
    others = [first + step * place for place in range(CHOICES + 1) if first + step * place != right]
    return Step((right,), tuple((number, PARTS) for number in others[: CHOICES - 1]), ask=ask, blanks=blanks)


# ---- Nein Danke! --------------------------------------------------------------------------------------


def has_skip(state: nein_danke.State) -> bool:
    """Return whether somebody has left the auction or can leave it, so that not everybody pays in turn."""
    return bool(state.out) or any(not SKIP_IDS.isdisjoint(display) for display in state.store.displays)


def showdown(state: nein_danke.State) -> nein_danke.State:
    """Return the position in which a seat has no chip left, if everybody pays as long as they can."""
    while nein_danke.PAY in nein_danke.legal_actions(state):
        state, _ = nein_danke.apply(state, nein_danke.PAY, Rng(0))
    return state


def pots_ahead(state: nein_danke.State) -> list[nein_danke.State]:
    """Return the positions in which the seat to move decides if everybody keeps paying, with this one first."""
    found = [state]
    # with no chip left there is no choice
    for _ in range(min(*state.chips, state.chips[state.turn] - 1, LAPS)):
        for _ in state.chips:
            state, _events = nein_danke.apply(state, nein_danke.PAY, Rng(0))
        found.append(state)
    return found


def lead_after_taking(state: nein_danke.State) -> int:
    """Return the lead over the best other seat, or the arrears below 0, once the last card is taken."""
    scores = list(nein_danke.scores(nein_danke.apply(state, nein_danke.TAKE, Rng(0))[0]))
    return scores.pop(state.turn) - max(scores)


def about_last_card(state: nein_danke.State) -> Iterator[Step]:
    """Yield the question from how many chips on the last card wins, unless taking it wins at once."""
    store = state.store
    if store.pile or state.phase != nein_danke.PHASE_PINK or store.round < store.options.rounds:
        return
    leads = {later.pot: lead_after_taking(later) for later in pots_ahead(state)}
    wins = [pot for pot, lead in leads.items() if lead > 0]
    if len(leads) >= LEAST_POTS and wins and wins[0] != state.pot:
        blanks = {"card": state.card, "lead": leads[wins[0]]}
        wrong = tuple((pot, PARTS) for pot in leads if pot != wins[0])
        yield Step((wins[0],), wrong, ask="wins_from", blanks=blanks)


def about_auction(match: AnyMatch, _move: Action, rng: Rng) -> Iterator[Step]:
    """Yield questions about who runs out of chips if nobody gives in, or the pot by then."""
    state = cast("nein_danke.State", match.state)
    last = showdown(state)
    if not has_skip(state):
        yield from about_last_card(state)
    if has_skip(state) or last.pot == state.pot:
        return
    green = state.phase == nein_danke.PHASE_GREEN
    holder = nein_danke.recipient(last) if green else last.turn
    blanks = {"card": state.card, "name": holder, "owner": last.turn, "pot": last.pot}
    wrong = tuple((other, PARTS) for other in range(len(state.chips)) if other != holder)
    # mostly it is the next seat: then the pot is the better question, unless that has just one chip more
    if green or last.pot == state.pot + 1 or holder != (state.turn + 1) % len(state.chips):
        yield Step((holder,), wrong, ask="must_green" if green else "must_take", blanks=blanks)
    yield counted("pot_then", last.pot, {"card": state.card, "owner": last.turn}, rng, least=1)


# ---- Push, dnuP, Keine Ahnung -------------------------------------------------------------------------


def about_rows(match: AnyMatch, move: Action, rng: Rng) -> Iterator[Step]:
    """Yield questions about the cards that fit no row, the lead after taking a row, or the most that a roll costs."""
    view, action = cast("PushView", match.view(match.mover)), cast("PushAction", move)
    rows = rows_of(view)
    stuck = len(stuck_cards(rows, view.unseen))
    if view.phase == Phase.DECIDE and stuck and rng.below(2):
        yield counted("stuck", stuck, {"pile": len(view.unseen)}, rng, step=max(1, len(view.unseen) // 12))
    taken = rows[action.target] if view.phase == Phase.TAKE else max(rows, key=lambda row: row.points, default=None)
    if taken and taken.points and not taken.dice:
        yield from about_lead(view, taken.points, rng)
    sums = colour_sums(view.displays[view.seat])
    if max(sums):
        yield counted("roll_most", max(sums), {"colour": sums.index(max(sums))}, rng, least=1)


def about_lead(view: PushView, row: int, rng: Rng) -> Iterator[Step]:
    """Yield the question who leads once the viewer has taken a row of ``row`` points, or by how many.

    The lead itself is asked for with two players, and half of the time where the viewer leads.
    """
    totals = [points_of((*shown, *safe)) for shown, safe in zip(view.displays, view.secured, strict=True)]
    totals[view.seat] += row
    leader, most = totals.index(max(totals)), max(totals)
    if len(totals) == 2 or (leader == view.seat and rng.below(2)):
        rival = max((seat for seat in range(len(totals)) if seat != view.seat), key=lambda seat: totals[seat])
        other = totals[rival]
        blanks = {"worth": row, "owner": rival, "own": totals[view.seat], "other": other}
        yield counted("gap", abs(totals[view.seat] - other), blanks, rng)
    elif totals.count(most) == 1:
        wrong = tuple((seat, PARTS) for seat in range(len(totals)) if seat != leader)
        yield Step((leader,), wrong, ask="leads", blanks={"worth": row, "name": leader, "most": most})


def about_hand(match: AnyMatch, move: Action, rng: Rng) -> Iterator[Step]:
    """Yield questions about the hand after the move: its number of sets, and the size of the largest."""
    after = match.at(len(match.actions))
    seat = match.mover
    after.apply(move)
    hand = cast("DnupState", after.state).hands[seat]
    if len(hand) < 2:
        return
    values = [ACTIVE[card] for card in hand]
    most = max(map(values.count, values))
    if rng.below(2):
        yield counted("sets_then", sets_in(hand), {}, rng, least=1)
    yield counted("alike_then", most, {}, rng, least=1)


def about_piles(match: AnyMatch, _move: Action, rng: Rng) -> Iterator[Step]:
    """Yield questions about what fits on the piles: a rival's known cards, whose fit best, or kinds that never fit.

    The viewer's own cards are left out: the reason for the best move tells whether they fit.
    """
    view = cast("KeineAhnungView", match.view(match.mover))
    tops = [pile[-1] for pile in view.piles]
    mask, known = mask_of(tops), memory_of(view, 1.0)
    hands: dict[int, dict[int, int]] = {seat: {} for seat in range(len(view.grids)) if seat != view.seat}
    for (seat, place), card in known.items():
        if seat in hands:
            hands[seat][place] = card
    fits = {seat: len(fitting_places(hand, mask)) for seat, hand in hands.items()}
    found = [
        counted("rival_fit", fits[seat], {"owner": seat}, rng)
        # mostly it is one card: any other number first
        for seat in sorted(rng.shuffled(list(hands)), key=lambda seat: fits[seat] == 1)
        if len(hands[seat]) > 1
    ]
    most = max(fits, key=lambda seat: fits[seat])
    if len(fits) > 2 and list(fits.values()).count(fits[most]) == 1:
        wrong = tuple((seat, PARTS) for seat in fits if seat != most)
        found.insert(0, Step((most,), wrong, ask="most_fit", blanks={"name": most, "most": fits[most]}))
    colours = len(COLOURS) - len({colour_of(top) for top in tops})
    numbers = len(NUMBERS) - len({number_of(top) for top in tops})
    if (kinds := colours * numbers) > 1:
        blanks = {"colours": colours, "numbers": numbers}
        step = counted("none_fit", kinds, blanks, rng, least=1, step=max(1, kinds // 8))
        # with one pile the answer is always the same
        found.insert(0 if len(tops) > 1 and rng.below(2) else len(found), step)
    yield from found


#: the questions about a position and its best move, the one that fits best first
ABOUT: dict[str, Callable[[AnyMatch, Action, Rng], Iterator[Step]]] = {
    "nein_danke": about_auction,
    "push": about_rows,
    "dnup": about_hand,
    "keine_ahnung": about_piles,
}


def question_about(match: AnyMatch, move: Action) -> Step | None:
    """Return a question about a position and its best move whose answer is certain, or None."""
    rng = Rng(match.seed * 31 + len(match.actions))
    return next(ABOUT[match.game.name](match, move, rng), None)
