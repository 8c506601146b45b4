"""The game object of Nein Danke!: its rules and its bots."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from game.ai.expert import EXPERT, with_expert
from game.core.capabilities import Bots, Modes, Orders, PlayOuts, Records, Redaction
from game.core.game import Bound, Game
from game.core.match import Match
from game.core.records import Moment
from game.games.nein_danke import deck, expert, goals, orders, rules
from game.games.nein_danke.bots import LEVELS, explain, explain_action, think
from game.games.nein_danke.events import CardTaken, Event, RoundEnded
from game.games.nein_danke.flaws import flaw
from game.games.nein_danke.lesson import LESSON
from game.games.nein_danke.rules import NEXT_ROUND, Action, Phase, State, Verb, View
from game.games.nein_danke.scoring import Score, score

#: shorter runs, and pots that bring less, are no highlights
LEAST_RUN, LEAST_POT = 3, 4
#: points saved by a run that impress as much as one chip of a pot
CHIP = 3.0
#: number -> its card, and the card that stands for a missing one
CARD_OF = {number: card for card, number in deck.NUMBER_OF.items()}
JOKER = next(card for card, kind in deck.SPECIALS.items() if kind == "joker")


def moments(match: Match[State, Action, Event, View]) -> Iterator[Moment]:
    """Yield the highlights of a finished match."""
    got: dict[int, int] = {}
    past = match.at(0)
    for length, (action, events) in enumerate(zip(match.actions, match.events, strict=False), 1):
        before = past.state
        past.apply(action)
        for event in events:
            if isinstance(event, CardTaken):
                got[deck.NUMBER_OF.get(event.card, 0)] = length
                yield from _pot_moment(length, event, before)
            elif isinstance(event, RoundEnded):
                for seat, result in enumerate(event.scores):
                    for run in result.runs:
                        if len(run) >= LEAST_RUN:
                            yield _run_moment(seat, result, run, got, length)
                got.clear()


def _run_moment(seat: int, result: Score, run: tuple[int, ...], got: Mapping[int, int], length: int) -> Moment:
    """Return a run of the end of a round; it tells of a joker in it, and if its lowest number counts twice."""
    # a joker stands for a number that was not taken
    jokers = [number for number in run if number in result.jokers]
    last = max((got[number] for number in run if number in got and number not in jokers), default=length)
    numbers = {"first": run[0], "last": run[-1]}
    key = "run"
    if jokers:
        key, numbers = "run_joker", numbers | {"joker": jokers[0]}
    # the doubling is that of the run with the highest card
    if result.doubled and run == result.runs[-1]:
        key, numbers = f"{key}_doubled", numbers | {"points": run[0] + result.doubled}
    shown = tuple(JOKER if number in jokers else CARD_OF[number] for number in run)
    told = tuple((name, float(number)) for name, number in numbers.items())
    return Moment(key, seat, last, float(sum(run[1:])), shown, told)


def _pot_moment(length: int, pot: CardTaken, before: State) -> Iterator[Moment]:
    """Yield a pot that brought more than its card cost when it was taken."""
    number = deck.NUMBER_OF.get(pot.card, 0)
    if not number or pot.chips < LEAST_POT:
        return
    display, chips = before.store.displays[pot.seat], before.chips[pot.seat]
    gain = score((*display, pot.card), chips + pot.chips).total - score(display, chips).total
    if gain >= LEAST_POT:
        numbers = (("card", float(number)), ("count", float(pot.chips)), ("gain", float(gain)))
        # a gap that the card closes is told with its run
        yield Moment("pot", pot.seat, length, min(gain, pot.chips) * CHIP, (pot.card,), numbers)


def redact(view: View) -> View:
    """Remove from ``view`` what only a chip counter knows; between rounds chips are open."""
    return view if view.phase == Phase.ROUND_OVER else view._replace(counted_chips=(), have_looked=())


def progress(view: View) -> float:
    """Return roughly how much of a match is played, from 0 to 1."""
    drawn = sum(map(len, view.displays)) + len(view.discard)
    rounds = view.round - 1 + drawn / max(1, drawn + 1 + view.pile_count)
    return rounds / view.options.rounds


class NeinDanke(Game[State, Action, Event, View]):
    """The rules half of Nein Danke!."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # four rounds of 55 cards; an auction has at most one action per chip (70), one per seat (7) and 3 more
    max_actions = Bound(4 * 55 * (70 + 7 + 3))
    rules = rules
    bots = with_expert(Bots(LEVELS, think), expert.think)
    hints = expert.WeighedHints(explain, explain_action, flaw=flaw)
    play_outs = PlayOuts("hard", expert.rollout_candidates, strongest_level=EXPERT, outlook=expert.outlook)
    orders = Orders(orders.choices, orders.action, orders.holds)
    redaction = Redaction(redact)
    records = Records(moments=moments, goals=goals.GOALS, reached=goals.reached, progress=progress, ties=rules.ties)
    modes = Modes(
        MappingProxyType({"base": {}, "specials": {"specials": True}}),
        apart=("specials",),
        available_options=rules.offers,
    )
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def needs_confirmation(self, action: Action, view: View) -> bool:
        return action.verb == Verb.CHOOSE

    def next_round(self) -> Action:
        return NEXT_ROUND
