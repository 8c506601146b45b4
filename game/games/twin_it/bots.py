"""Bots of Twin It!. A bot sees a View, never what is behind or under a face.

In real time a bot is a ``Mind``: after every action it notices what is new on the table, draws when it will find the
matches, and tells the scheduler when it wants to act next. ``think`` serves where there is no clock: calm mode, and
games without a window.
"""

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from game.ai.levels import reason_for
from game.core.capabilities import Advice, Reason, Thinking
from game.core.live import NEVER
from game.core.rng import Rng
from game.games.twin_it.deck import twins_of
from game.games.twin_it.pace import HANDS, MOVES_MS, NEW_MS
from game.games.twin_it.state import CONTEST, MINUTE, SET, SETS_TO_WIN, SPOT, TEAMS, Action, Phase, Touch, Verb
from game.games.twin_it.view import Face, View

#: levels in order of strength; the adaptive one follows its player
RISING: tuple[str, ...] = ("easy", "normal", "hard")
LEVELS: tuple[str, ...] = (*RISING, "adaptive")
#: shortest time from a shown face to a hand, at all levels, in milliseconds
FLOOR_MS = 350
#: time from the first hand to the second, in milliseconds
TAP_MS = 180
#: number of faces on a usual table, for ``Manner.search``
USUAL_FACES = 26
#: number of sides, from 1 -> share of the player's median that the adaptive level aims at: overlooked matches cost it
#: the rest, and several bots take from each other part of the player's share
EDGES = (0.85, 0.85, 0.78, 0.70)
#: several adaptive bots each aim at another multiple of that, by seat: equally quick hands would come down together so
#: often that countdowns dominate the game, and would take each other's matches instead of the player's
SPREADS = (1.12, 1.3, 1.03)


class Manner(NamedTuple):
    """The parameters of a level's search; times in milliseconds."""

    base: float
    #: per face on the table
    slope: float
    #: mean of the skewed part
    tau: float
    #: share of the matches overlooked at first
    miss: float
    #: share of the new faces beside a near-twin taken for a match
    false: float
    #: share of the overlooked matches found at each later flip
    again: float

    @property
    def search(self) -> float:
        """The median time to see a pair at a usual table, roughly."""
        return self.base + self.slope * USUAL_FACES / 2 + self.tau * log(2)


MANNERS = {
    "easy": Manner(800, 74, 700, 0.2, 0.02, 0.4),
    "normal": Manner(430, 40, 375, 0.12, 0.012, 0.5),
    "hard": Manner(315, 29, 275, 0.07, 0.005, 0.7),
    "adaptive": Manner(430, 40, 375, 0.1, 0.01, 0.6),
}

#: without a clock: share of the matches a level overlooks at each look
OVERLOOKS = {"easy": 0.75, "normal": 0.5, "hard": 0.14}


def played_level(level: str, calm: bool) -> str:
    """Return the level that a bot really plays at: without a clock there are no times that adaptive could follow."""
    return "normal" if calm and level == "adaptive" else level


def scale_to(manner: Manner, median: float, hand: str) -> float:
    """Return the factor on a manner's search that makes a whole claim with ``hand`` take about ``median``."""
    return max(0.0, median - MOVES_MS[hand]) / manner.search


def reaction(manner: Manner, faces: int, rng: Rng, hand: str, scale: float = 1.0) -> int:
    """Return the milliseconds from a shown face to the end of the claim; ``scale`` stretches the search."""
    search = manner.base + manner.slope * faces / 2 * (0.3 + 1.4 * rng.fraction())
    skew = -manner.tau * log(1 - rng.fraction())
    return max(FLOOR_MS + TAP_MS, round(scale * (search + skew) + MOVES_MS[hand]))


__all__ = ["LEVELS", "RISING", "Mind", "explain", "think"]

#: time left to partners before a bot acts for the team or the group
LEAVE_MS = 700
#: pause after a bot has gathered for a group of up to three, longer in larger ones, so that all bots together reach
#: about bronze and leave the rest to the people
REST_MS = 8000
#: average time to deal and turn cards in the minute, and its increase per further bot, so that people can keep up
WORK_MS = 1100
CROWD = 0.25
#: number of cards on the table that is enough to search for a while
USUAL_TABLE = 30
#: time to choose the set that an error costs
CHOICE_MS = 700
#: a bot flips after the larger of a share of the automatic flip's time and one of the people's median, so that they
#: have seen the face that it takes off the table
FLIP_SHARE, LOOK_SHARE = 0.36, 0.4
#: and later by up to these shares of the automatic flip's time, with ``MANY_FACES`` to look at and by chance
FACES_SHARE, CHANCE_SHARE, MANY_FACES = 0.12, 0.14, 40
#: factors on all that by seat, as some figures dally and others hurry, and where no face is new
TEMPOS, STALE = (1.0, 0.92, 1.06), 0.75
#: but after the first number of milliseconds, and up to the second later, while the middle has fewer cards than seats
#: and this many more: little can be found yet
START_MS, STARTING = (1000, 500), 4
#: factor on the search time for a match that robs an opponent with one set to go
ALARM = 0.7

#: the identity of a sighting, see ``Face.seen``
Seen = tuple[int, int]
Pair = frozenset[Seen]


class Hand(NamedTuple):
    """A hand to come down at ``at`` on the face of ``card`` shown at ``shown_at``, and on no other."""

    at: int
    card: int
    shown_at: int


class Plan(NamedTuple):
    """A claim planned for two cards; the second hand is down at ``at``."""

    at: int
    cards: tuple[int, int]
    pair: Pair

    def hand(self, place: int, at: int) -> Hand:
        """Return its first or second hand, to come down at ``at``."""
        card = self.cards[place]
        return Hand(at, card, dict(self.pair)[card])


class Flip(NamedTuple):
    """The time of the table's automatic flip, ``due``, and that of the bot in turn, ``at``."""

    due: int
    at: int


def is_usable(view: View, face: Face) -> bool:
    """Return True if ``view.seat`` may make a set with ``face``."""
    if len(face.cards) > 2 or face.pattern in view.barred:
        return False
    return face.where != SET or view.options.mode != CONTEST or face.place == view.seat


def matches(view: View) -> Iterator[tuple[Face, Face]]:
    """Yield every pair of equal faces that ``view.seat`` may claim now, the later face first."""
    by_pattern: dict[int, list[Face]] = {}
    for face in view.faces:
        if is_usable(view, face):
            by_pattern.setdefault(face.pattern, []).append(face)
    for faces in by_pattern.values():
        for number, one in enumerate(faces):
            for other in faces[:number]:
                yield (one, other) if one.shown_at >= other.shown_at else (other, one)


class ClaimWorth(NamedTuple):
    """The worth of a claim, the most important consequence first."""

    #: it is the own side's last set
    wins: bool
    #: afterwards no rival can win with another match that is face up
    holds: bool
    #: another set; an own pair that becomes a triple is none
    gains: bool
    #: the sets of the rival who loses one
    robs: int


def worth_of(view: View, pair: tuple[Face, Face], found: Sequence[tuple[Face, Face]]) -> ClaimWorth:
    """Return the worth of a claim among those ``found``; in timed play all are worth the same."""
    side, owner = view.sides[view.seat], owner_of(pair)
    if view.options.timed:
        return ClaimWorth(False, True, True, 0)
    gains = owner < 0 or view.sides[owner] != side
    left = [other for other in found if not {face.card for face in pair} & {face.card for face in other}]
    holds = not any(
        gives_last_set(view, rival, other)
        for rival in range(len(view.sides))
        if view.sides[rival] != side and (owner < 0 or view.sides[owner] != view.sides[rival])
        for other in left
    )
    robs = view.scores[owner] if gains and owner >= 0 else 0
    return ClaimWorth(gives_last_set(view, view.seat, pair), holds, gains, robs)


def gives_last_set(view: View, seat: int, pair: tuple[Face, Face]) -> bool:
    """Return True if ``seat`` would win with this match."""
    owner = owner_of(pair)
    gains = owner < 0 or view.sides[owner] != view.sides[seat]
    return not view.options.timed and gains and view.scores[seat] == view.options.sets - 1


def owner_of(pair: tuple[Face, Face]) -> int:
    """Return the seat whose won pair a match would take or complete, or -1."""
    return next((face.place for face in pair if face.where == SET), -1)


def pair_of(one: Face, other: Face) -> Pair:
    """Return the identity of a pair."""
    return frozenset((one.seen, other.seen))


class Mind:
    """The knowledge and plans of one bot.

    ``pace`` is the player's median, for the adaptive level: the set-up value until the scheduler updates it.
    """

    def __init__(self, seat: int, level: str, rng: Rng, pace: float = NEW_MS) -> None:
        self.seat = seat
        self.level = level
        self.manner: Manner = MANNERS[level]
        self.rng = rng
        self.pace = pace
        #: True in the minute if that is the people's pace in this match, so that no more time need be left to them
        self.knows_pace = False
        self.playing_with = HANDS[0]
        self.edge = EDGES[0]
        #: the seats of all bots, this one included; other partners are people
        self.bots = frozenset({seat})
        #: the stamp at which it came to the table: everything there is new to it
        self.since = 0
        #: delay between action and effect
        self.lag = 0
        self.plans: list[Plan] = []
        #: the second hand of a claim in progress, or an answer to a partner's hand
        self.hand: Hand | None = None
        self.missed: dict[Pair, tuple[int, int]] = {}
        self._known: set[Seen] = set()
        self._paired: set[Pair] = set()
        self._answered: set[tuple[int, int, int]] = set()
        self._flip = Flip(-1, NEVER)
        #: the choice it has made, which may take a while to count
        self._chosen = -1
        self._closed_at = -1
        self._work_at = 0
        self._gather_from = 0

    def start_work(self, view: View) -> None:
        """Begin the minute with a pause, as after a deal."""
        self._work_at = view.now + WORK_MS

    def look_again(self, now: int) -> None:
        """Delay the plans after a pause, when all faces reappear: no hand comes sooner than for new faces."""
        self.plans = sorted(plan._replace(at=max(plan.at, now + FLOOR_MS + TAP_MS)) for plan in self.plans)
        if self.hand:
            self.hand = self.hand._replace(at=max(self.hand.at, now + FLOOR_MS))

    # ---- noticing ---------------------------------------------------------------------------------------

    def notice(self, view: View) -> None:
        """Look at the table after an event."""
        self._pause(view)
        self.playing_with = view.options.hand
        sides = len(set(view.sides))
        self.edge = EDGES[min(sides, len(EDGES)) - 1] * (SPREADS[self.seat % len(SPREADS)] if sides > 2 else 1.0)
        seen = {face.seen for face in view.faces}
        new = seen - self._known
        self._known = seen
        self._paired = {pair for pair in self._paired if pair <= seen}
        self.plans = [plan for plan in self.plans if plan.pair <= seen]
        self.missed = {pair: cards for pair, cards in self.missed.items() if pair <= seen}
        if self.hand and (self.hand.card, self.hand.shown_at) not in seen:
            self.hand = None
        if new:
            self._search(view, new)
        if view.options.in_teams:
            self._watch_partners(view)
        if view.phase == Phase.OPEN and view.due != self._flip.due:
            self._flip = Flip(view.due, self._flips_at(view))

    def _flips_at(self, view: View) -> int:
        """Return the time at which a bot in turn flips."""
        share, whole = self.rng.fraction(), view.options.flip_after
        began, faces = view.due - whole, len(view.faces)
        least = max(FLIP_SHARE * whole, LOOK_SHARE * self.pace)
        more = whole * (FACES_SHARE * min(1.0, faces / MANY_FACES) + CHANCE_SHARE * share)
        # a new face starts the clock; otherwise hands have come and gone
        stale = STALE if all(face.shown_at < began for face in view.faces) else 1.0
        at = min(view.due - self.lag, began + round(stale * TEMPOS[self.seat % len(TEMPOS)] * (least + more)))
        if sum(face.where == SPOT for face in view.faces) < len(view.sides) + STARTING:
            first, spread = START_MS
            return min(at, began + first + round(spread * share))
        return at

    def _pause(self, view: View) -> None:
        """Delay the plans by the length of a countdown or a choice, during which nobody searches."""
        is_open = view.phase in (Phase.OPEN, Phase.LAST_LOOK, Phase.MINUTE)
        if not is_open and self._closed_at < 0:
            self._closed_at = view.now
        elif is_open and self._closed_at >= 0:
            late = view.now - self._closed_at
            self.plans = [plan._replace(at=plan.at + late) for plan in self.plans]
            self.hand, self._closed_at = None, -1

    def reaction(self, faces: int) -> int:
        """Draw a reaction time for a table of ``faces`` faces."""
        adapts, hand = self.level == "adaptive", self.playing_with
        scale = scale_to(self.manner, self.edge * self.pace, hand) if adapts else 1.0
        return reaction(self.manner, faces, self.rng, hand, scale)

    def _search(self, view: View, new: set[Seen]) -> None:
        """Draw the time to find each new match, and find some of the missed ones."""
        follows = self.knows_pace and self.level == "adaptive"
        wait = LEAVE_MS if view.options.mode in (TEAMS, MINUTE) and not follows else 0
        count = len(view.faces)
        matched: set[Seen] = set()
        for late, early in matches(view):
            pair = pair_of(late, early)
            matched |= pair
            if pair in self._paired:
                if pair in self.missed and self.rng.fraction() < self.manner.again:
                    self._plan(view, view.now + wait + self.reaction(count), late, early)
                continue
            self._paired.add(pair)
            self.missed[pair] = (late.card, early.card)
            if self.rng.fraction() >= self.manner.miss:
                self._plan(view, self._seen_at(late) + wait + self._urgent(view, late, early, count), late, early)
        faces = {face.seen: face for face in view.faces if is_usable(view, face)}
        lures = [
            (faces[key], other)
            for key in sorted(new - matched)
            if key in faces
            for other in faces.values()
            if other.pattern in twins_of(faces[key].pattern)
        ]
        if lures and self.rng.fraction() < self.manner.false:
            face, twin = self.rng.choice(lures)
            self._plan(view, self._seen_at(face) + wait + self.reaction(count), face, twin)

    def _seen_at(self, face: Face) -> int:
        """Return the time at which the bot first saw a face: when it was shown, or when the bot came."""
        return max(face.shown_at, self.since)

    def _urgent(self, view: View, late: Face, early: Face, count: int) -> int:
        """Draw a reaction time, shorter for a match that robs a seat about to win (section 8, watch-list)."""
        took = self.reaction(count)
        owners = [face.place for face in (late, early) if face.where == SET]
        if any(o != self.seat and view.set_counts[o] >= view.options.sets - 1 for o in owners):
            return max(FLOOR_MS + TAP_MS, round(ALARM * took))
        return took

    def _plan(self, view: View, at: int, one: Face, other: Face) -> None:
        self.missed.pop(pair_of(one, other), None)
        first, second = (one, other) if self.rng.below(2) else (other, one)
        # no hand comes sooner after the face than a person's could, whatever was drawn
        at = max(at, self._seen_at(one) + FLOOR_MS + TAP_MS, self._seen_at(other) + FLOOR_MS + TAP_MS)
        self.plans.append(Plan(at, (first.card, second.card), pair_of(one, other)))
        self.plans.sort()

    def _watch_partners(self, view: View) -> None:
        """Cover the second card of a partner who has a hand on the first, or has buzzed and points at it."""
        hands = self._side_hands(view)
        for touch in hands:
            if touch.seat == self.seat or len(hands) > 1 or tuple(touch) in self._answered:
                continue
            self._answered.add((touch.seat, touch.card, touch.at))
            pair = next((p for p in matches(view) if touch.card in (p[0].card, p[1].card)), None)
            # an uncovered hand costs nothing, an incomplete buzz a set: for the latter all look harder
            risky = view.phase == Phase.BUZZED
            if pair is None or (not risky and self.rng.fraction() < self.manner.miss / 2):
                continue
            other = pair[1] if pair[0].card == touch.card else pair[0]
            took = FLOOR_MS + self.reaction(len(view.faces)) // 3
            if risky:
                took = max(FLOOR_MS, min(took, view.due - TAP_MS - touch.at))
            self.hand = Hand(max(touch.at + took, other.shown_at + FLOOR_MS), other.card, other.shown_at)

    def _side_hands(self, view: View) -> tuple[Touch, ...]:
        """Return the hands of the own side, on cards or pointing after a buzz."""
        hands = (*view.touches, *(touch for _, touches in view.buzzes for touch in touches))
        return tuple(touch for touch in hands if view.sides[touch.seat] == view.sides[self.seat])

    # ---- acting -------------------------------------------------------------------------------------------

    def next_at(self, view: View) -> int:
        """Return the time of the bot's next action, or NEVER; ask again after every action."""
        if view.phase == Phase.CHOOSE:
            return view.now + CHOICE_MS if view.turn == self.seat and view.due != self._chosen else NEVER
        if view.phase == Phase.BUZZED:
            return self.hand.at if self.hand and self._may_point(view) else NEVER
        if view.phase == Phase.MINUTE:
            plan = self._gathering(view)
            return min(self._work_at, plan.at if plan else NEVER)
        if view.phase not in (Phase.OPEN, Phase.LAST_LOOK) or view.options.calm:
            return NEVER
        times = [NEVER]
        if self.hand:
            times.append(self.hand.at)
        elif self.plans and self._may_start(view):
            times.append(self.plans[0].at - TAP_MS)
        if view.phase == Phase.OPEN and view.turn == self.seat:
            times.append(max(self._flip.at, view.flip_from))
        return min(times)

    def _may_start(self, view: View) -> bool:
        """Return True if the bot may start a claim: not while a hand of its own side awaits an answer.

        An incomplete buzz is an error. A bot with only people as partners does not risk a set they have won: it leaves
        the buzzer to them and covers the second card.
        """
        if self._side_hands(view):
            return False
        if not view.options.in_teams or not view.options.buzzers or not view.scores[self.seat]:
            return True
        return any(view.sides[bot] == view.sides[self.seat] for bot in self.bots - {self.seat})

    def _may_point(self, view: View) -> bool:
        """Return True if the own side has buzzed and needs a hand of this seat: in teams, one from each of two."""
        if not any(view.sides[seat] == view.sides[self.seat] for seat, _ in view.buzzes):
            return False
        hands = self._side_hands(view)
        return len(hands) < 2 and all(hand.seat != self.seat for hand in hands)

    def _gathering(self, view: View) -> Plan | None:
        """Return the next plan that can be carried out in the minute."""
        ready = max(self._gather_from, view.locks[self.seat])
        return self.plans[0]._replace(at=max(self.plans[0].at, ready)) if self.plans else None

    def act(self, view: View, at: int) -> Action | None:
        """Return the bot's action at ``at``, or None if it no longer applies."""
        if view.phase == Phase.CHOOSE:
            self._chosen = view.due
            return choose(view, at)
        if view.phase == Phase.MINUTE:
            return self._work(view, at)
        if self.hand and self.hand.at <= at:
            card, self.hand = self.hand.card, None
            if view.phase == Phase.BUZZED:
                return Action(Verb.TOUCH, at, self.seat, self._named(view, card))
            return Action(Verb.TOUCH, at, self.seat, (card,)) if self._is_free(view, (card,)) else None
        if self.plans and self.plans[0].at - TAP_MS <= at and self._may_start(view):
            return self._start(view, at)
        if view.turn != self.seat or view.phase != Phase.OPEN:
            return None
        # once is enough, even if it takes a while to count
        self._flip = Flip(view.due, NEVER)
        return Action(Verb.FLIP, at, self.seat)

    def _is_free(self, view: View, cards: tuple[int, ...]) -> bool:
        return not any(touch.card in cards and touch.seat != self.seat for touch in view.touches)

    def _named(self, view: View, card: int) -> tuple[int, ...]:
        """Return the cards to point at after a buzz: both of its plan; in teams the first, or a partner's second."""
        plan = next((plan for plan in self.plans if plan.cards[0] == card), None)
        if plan is None or self._side_hands(view):
            return (card,)
        self.plans.remove(plan)
        if not view.options.in_teams:
            return plan.cards
        self.missed[plan.pair] = plan.cards
        return (card,)

    def _start(self, view: View, at: int) -> Action | None:
        """Put the first hand on the cards of the next plan, or buzz."""
        plan = self.plans[0]
        if view.options.buzzers:
            self.hand = plan.hand(0, at + 2 * TAP_MS)
            return Action(Verb.BUZZ, at, self.seat)
        self.plans.pop(0)
        if not self._is_free(view, plan.cards[:1]):
            # another seat was here first; the pair may still be there at the next flip
            self.missed[plan.pair] = plan.cards
            return None
        if view.options.in_teams:
            self.missed[plan.pair] = plan.cards
        else:
            self.hand = plan.hand(1, at + TAP_MS)
        return Action(Verb.TOUCH, at, self.seat, plan.cards[:1])

    def _work(self, view: View, at: int) -> Action | None:
        """Act in the minute: gather finds, otherwise deal, and turn cards once there are many."""
        plan = self._gathering(view)
        if plan and plan.at <= at:
            self.plans.pop(0)
            if view.options.mode == MINUTE:
                # leave something to do for the group
                self._gather_from = at + REST_MS * max(3, len(view.sides)) // 3
            faces = {face.card: face for face in view.faces}
            if sum(faces[card].where == SET for card in plan.cards) < 2:
                return Action(Verb.COLLECT, at, self.seat, plan.cards)
            return None
        crowd = 1 + CROWD * (len(self.bots) - 1)
        self._work_at = at + round(crowd * WORK_MS * (0.6 + 0.8 * self.rng.fraction()))
        table = [face for face in view.faces if face.where == SPOT]
        if view.looks_left <= 0 or (not view.stack_counts[0] and not table):
            return None
        turns = not view.stack_counts[0] or (len(table) > USUAL_TABLE and self.rng.below(2))
        if turns:
            # spare cards that a partner may be about to gather
            found = {face.card for pair in matches(view) for face in pair}
            table = [face for face in table if face.card not in found]
            return Action(Verb.TURN, at, self.seat, (self.rng.choice(table).card,)) if table else None
        return Action(Verb.DEAL, at, self.seat)


def choose(view: View, at: int) -> Action:
    """Return the choice of the set to lose: a pair before a triple, one whose third copy is visible first."""
    own = [f for f in view.faces if f.where == SET and view.sides[f.place] == view.sides[view.seat]]
    up = {face.pattern for face in view.faces if face.where != SET}
    lost = min(own, key=lambda face: (len(face.cards), face.pattern not in up, -face.shown_at, face.card))
    return Action(Verb.CHOOSE, at, view.seat, (lost.card,))


# ---- without a clock --------------------------------------------------------------------------------------


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None once, then one legal action of the seat that the table waits for."""
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    yield None
    if view.options.calm and view.phase != Phase.CHOOSE:
        yield look(view, rng, OVERLOOKS[played_level(level, view.options.calm)])
        return
    mind = Mind(view.seat, level, rng, view.options.pace)
    mind.start_work(view)
    mind.notice(view)
    at = max(view.now + 1, mind.next_at(view))
    action = mind.act(view, at) if at < view.due else None
    yield action or Action(Verb.TICK, max(view.now + 1, min(view.due, at)))


def look(view: View, rng: Rng, overlooks: float) -> Action:
    """Return the action of a look in calm mode, with this chance to overlook each match."""
    at, timed = view.now + 1, view.phase == Phase.MINUTE
    if not timed and view.looker < 0:
        return Action(Verb.FLIP, at, view.seat)
    found = [pair for pair in matches(view) if rng.fraction() >= overlooks]
    found = [(one, other) for one, other in found if not (timed and one.where == other.where == SET)]
    if found:
        one, other = max(found, key=lambda pair: worth_of(view, pair, found))
        return Action(Verb.COLLECT if timed else Verb.TOUCH, at, view.seat, (one.card, other.card))
    if not timed or view.looks_left <= 0:
        return Action(Verb.PASS, at, view.seat)
    table = [face for face in view.faces if face.where == SPOT]
    if not view.stack_counts[0] or (len(table) > USUAL_TABLE and rng.below(2)):
        return Action(Verb.TURN, at, view.seat, (rng.choice(table).card,))
    return Action(Verb.DEAL, at, view.seat)


def explain(view: View) -> Advice[Action]:
    """Return the best match that can be claimed now, the oldest of equal ones, with its reason and the numbers.

    ``hint.faces`` and ``hint.matches`` are the numbers of faces and matches.
    """
    found = sorted(matches(view), key=lambda pair: (pair[0].shown_at, pair[0].card))
    numbers = (("hint.faces", float(len(view.faces))), ("hint.matches", float(len(found))))
    action = _advised(view, found)
    return Advice(action, numbers, reason(view, action))


def _advised(view: View, found: Sequence[tuple[Face, Face]]) -> Action:
    at, minute = view.now + 1, view.phase == Phase.MINUTE
    if view.phase == Phase.CHOOSE:
        return choose(view, at)
    if found:
        one, other = max(found, key=lambda pair: worth_of(view, pair, found))
        return Action(Verb.COLLECT if minute else Verb.TOUCH, at, view.seat, (one.card, other.card))
    if minute and view.stack_counts[0] and view.looks_left > 0:
        return Action(Verb.DEAL, at, view.seat)
    if minute or view.looker == view.seat:
        return Action(Verb.PASS, at, view.seat)
    return Action(Verb.FLIP, max(at, view.flip_from), view.seat)


def reason(view: View, action: Action) -> Reason:
    """Return the reason for ``action``."""
    meant = view.things(action.cards)
    match action.verb:
        case Verb.TOUCH | Verb.COLLECT:
            return _taking(view, meant)
        case Verb.CHOOSE:
            return _losing(view, meant[0])
        case Verb.PASS:
            return reason_for("no_look" if view.phase == Phase.MINUTE else "nothing")
        case _:
            return reason_for("deal" if action.verb == Verb.DEAL else "flip")


def _taking(view: View, meant: list[Face]) -> Reason:
    pattern, both = meant[0].pattern, (meant[0], meant[-1])
    usual = view.options.sets == SETS_TO_WIN
    if gives_last_set(view, view.seat, both):
        return reason_for("last_set" if usual else "winning_set", card=pattern)
    rivals = (seat for seat, side in enumerate(view.sides) if side != view.sides[view.seat])
    if (rival := next((seat for seat in rivals if gives_last_set(view, seat, both)), None)) is not None:
        return reason_for("their_last_set" if usual else "their_winning_set", card=pattern, seat=rival)
    pair = next((face for face in meant if face.where == SET), None)
    if pair is not None:
        if pair.place == view.seat or view.options.mode in (MINUTE, CONTEST):
            return reason_for("own_pair", card=pattern)
        return reason_for("their_pair", card=pattern, seat=pair.place)
    kin = twins_of(pattern)
    return reason_for("alike_near" if any(face.pattern in kin for face in view.faces) else "alike", card=pattern)


def _losing(view: View, face: Face) -> Reason:
    if len(face.cards) > 2:
        return reason_for("lose_any")
    up = any(other.pattern == face.pattern for other in view.faces if other.where != SET)
    return reason_for("lose_seen" if up else "lose_pair")
