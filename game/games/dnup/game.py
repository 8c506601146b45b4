"""The game object of dnuP: its rules and its bots."""

from collections.abc import Iterator, Sequence

from game.ai.expert import EXPERT
from game.core.capabilities import Bots, PlayOuts, Records, Redaction, SlowHints
from game.core.game import Game
from game.core.match import Match
from game.core.records import Moment
from game.core.rng import Rng
from game.games.dnup import deck, goals, rules, scoring, search
from game.games.dnup import events as ev
from game.games.dnup.bots import LEVELS, advise, explain, explain_action, rollout_candidates, speaks_for, think
from game.games.dnup.flaws import flaw
from game.games.dnup.lesson import LESSON
from game.games.dnup.rules import NEXT_ROUND, Action, Phase, State, Verb, View

#: smaller sets are no highlights
LEAST_SET = 2
#: most own moves from turning the hand to going out that make the turn well timed
SOON = 3
#: weight of a beaten pair: the best moment only if there is nothing else
PAIR = 1.0
#: the size of a set that impresses as much as going out right after a turn
TURNED = 5.0
#: larger hands are shown in part
MOST_SHOWN = 8


def moments(match: Match[State, Action, ev.Event, View]) -> Iterator[Moment]:
    """Yield the highlights of a finished match."""
    #: seat -> length of the match at its turn in this round, the hand then, and its moves since
    turned: dict[int, tuple[int, tuple[int, ...], int]] = {}
    #: place -> the last set made there
    sets: dict[int, tuple[int, ...]] = {}
    for length, (action, mover, events) in enumerate(zip(match.actions, match.movers, match.events, strict=True), 1):
        made = _made(events, sets)
        if mover in turned and action.verb != Verb.TURN:
            at, hand, moves = turned[mover]
            turned[mover] = (at, hand, moves + 1)
        for event in events:
            if isinstance(event, ev.RoundStarted):
                turned.clear()
            elif isinstance(event, ev.HandTurned):
                turned[event.seat] = (length, event.hand, 0)
            elif isinstance(event, ev.SetReturned) and len(event.cards) >= LEAST_SET and event.by != event.seat:
                yield _beaten(event, made, length)
            elif isinstance(event, ev.SetPlayed) and len(event.cards) > LEAST_SET and goals.is_out(events, event.seat):
                numbers = (("count", float(len(event.cards))),)
                yield Moment("last", event.seat, length, len(event.cards) + 0.5, event.cards, numbers)
            elif isinstance(event, ev.WentOut) and event.seat in turned:
                at, hand, moves = turned[event.seat]
                if moves <= SOON:
                    numbers = (("count", float(moves)),)
                    yield Moment("turned", event.seat, at, TURNED - moves, hand[:MOST_SHOWN], numbers)


def _made(events: tuple[ev.Event, ...], sets: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the set that one action's events made, or (); it is recorded in ``sets``."""
    for event in events:
        if isinstance(event, ev.SetPlayed):
            sets[event.place] = event.cards
        elif isinstance(event, ev.CardAdded):
            sets[event.place] += (event.card,)
        else:
            continue
        return sets[event.place]
    return ()


def _beaten(event: ev.SetReturned, made: tuple[int, ...], length: int) -> Moment:
    """Build the highlight of a beaten set, with the set of as many cards that beat it."""
    count = len(event.cards)
    numbers = (
        ("count", float(count)),
        ("high", float(deck.ACTIVE[made[0]])),
        ("low", float(deck.ACTIVE[event.cards[0]])),
    )
    weight = float(count) if count > LEAST_SET else PAIR
    return Moment("beaten", event.by, length, weight, made, numbers, event.seat, event.cards)


def redact(view: View) -> View:
    """Remove from ``view`` the perfect memory of hands and of the face-down discard pile (section 4)."""
    return view._replace(known_cards=(), known_discards=())


def complete(view: View) -> View:
    """Fill in a redacted view: no cards known in any hand."""
    return view if view.known_cards else view._replace(known_cards=(frozenset(),) * len(view.hand_counts))


def permitted_view(view: View) -> View:
    """Return the view that a hint may use: the same without memory as on a device of its own."""
    return complete(redact(view))


def outlook(state: State, action: Action, seat: int, rng: Rng) -> Iterator[float | None]:
    """Yield the winning chance of ``seat`` after ``action`` and a rollout."""
    return search.outlook(rules.World(state), action, seat, rng)


def expected_end(state: State) -> Sequence[tuple[float, float]]:
    """Return every seat's expected share of the win and lead between two rounds and at the end; else nothing."""
    return () if state.phase == Phase.PLAY else scoring.prospects(state.store.totals)


def progress(view: View) -> float:
    """Return roughly how much of a match is played, from 0 to 1."""
    return max(view.totals) / scoring.goal_of(len(view.totals))


class EffectHints(SlowHints[Action, View]):
    """Hints whose numbers are the sets in the hand after an action."""

    counts_effects = True


class Dnup(Game[State, Action, ev.Event, View]):
    """The rules half of dnuP."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # a round ends only by going out: random play needed up to 1,620 actions in thousands of games, with every round
    # broken off after 100 turns; people and bots need 500
    max_actions = 20_000
    rules = rules
    bots = Bots((*LEVELS, EXPERT), think)
    # reviews judge by all that could be remembered
    hints = EffectHints(
        lambda view: explain(permitted_view(view)),
        explain_action,
        advise,
        permitted_view=permitted_view,
        speaks_for=speaks_for,
        flaw=flaw,
    )
    # hard takes over a hundred times as long (build/docs/reviews.md): it proves costs from where a play-out of it takes
    # 0.1 s or less
    play_outs = PlayOuts(
        "normal",
        rollout_candidates,
        proof_level="hard",
        proof_length=14,
        outlook=outlook,
        outlook_states=80,
        expected_end=expected_end,
    )
    redaction = Redaction(redact, complete)
    records = Records(
        moments=moments, shown=scoring.shown_totals, goals=goals.GOALS, reached=goals.reached, progress=progress
    )
    lesson = LESSON

    steps = staticmethod(rules.steps)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    reveals = staticmethod(rules.reveals)
    visible = staticmethod(rules.visible)

    def next_round(self) -> Action:
        return NEXT_ROUND
