"""Where everything lies in Twin It!, and what can be asked of it. Nothing here decides a rule.

A face is ``2 * card + side``: the side of the card that is up. A stack has its top last. Every time is in
milliseconds since the game began; ``NEVER`` is later than all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeVar

from game.core import cache, game, live
from game.core.options import InvalidOptions, Json, Option, as_values, validated_options
from game.games.twin_it.pace import HANDS, NEW_MS, PACES, nearest

COMPETITIVE, TEAMS, MINUTE, CONTEST = "competitive", "teams", "minute", "contest"
MODES = (COMPETITIVE, TEAMS, MINUTE, CONTEST)
#: mode -> least and most players
SEATS_OF = {COMPETITIVE: (2, 6), TEAMS: (4, 6), MINUTE: (1, 6), CONTEST: (2, 6)}

OPTIONS: tuple[Option, ...] = (
    Option("mode", MODES, COMPETITIVE, "mode"),
    Option("forbidden", (-1, 0, 1, 2, 3, 4, 5), -1, "seat"),
    Option("flip_after", (2000, 4000, 6000, 10000), 4000),
    Option("flip_gap", (500, 1000, 1500), 1000),
    Option("touch_window", (1000, 1500, 2500), 1500),
    Option("team_window", (1500, 2500, 4000), 2500),
    Option("tie_margin", (0, 25, 50, 100), 25),
    Option("flipper_handicap", (0, 150, 300), 0),
    Option("after_contest", ("next", "same"), "next"),
    Option("buzzers", (False, True), False),
    Option("calm", (False, True), False),
    Option("looks", (1, 2, 3), 1),
    Option("minute", (60, 90, 120), 60),
    Option("honest", (False, True), False),
    Option("handicap", (0, 300, 600, 1000), (), "each"),
    Option("pace", PACES, nearest(NEW_MS), "found"),
    Option("hand", HANDS, HANDS[0], "found"),
)
RARE = ("flipper_handicap", "after_contest", "tie_margin", "handicap")
#: mode -> the house rules that make a difference there, the most important first
MATTERS = {
    COMPETITIVE: ("calm", "forbidden", "flip_after", "looks", "flip_gap", "touch_window", *RARE),
    TEAMS: ("forbidden", "flip_after", "team_window", "flip_gap", *RARE),
    MINUTE: ("minute", "calm", "honest", "handicap"),
    CONTEST: ("minute", "calm", "honest", "handicap"),
}
#: what needs a clock, in the modes with a flip
CLOCKED = ("flip_after", "flip_gap", "touch_window", "team_window", "tie_margin", "flipper_handicap", "handicap")


class Options(NamedTuple):
    """The house rules of one game (sections 2 to 7); times in milliseconds, ``minute`` in seconds."""

    mode: str
    #: the seat that the forbidden patterns bind, or -1 (section 3); in teams, with its whole team. Tables are set up
    #: with one of the larger team alone, see ``handicapped``; earlier records have others, and go on
    forbidden: int
    flip_after: int
    flip_gap: int
    touch_window: int
    team_window: int
    tie_margin: int
    #: who flips sees the card last: the driver of the clock holds back that seat's hand on the new faces, bot or not
    flipper_handicap: int
    after_contest: str
    buzzers: bool
    calm: bool
    #: calm mode: how often everybody is asked before the next flip
    looks: int
    minute: int
    honest: bool
    #: by seat: how much later its hands, or its buzzes, count (section 2.1); the driver of the clock sees to it
    handicap: tuple[int, ...]
    #: how quick the person at the table was when it was set up, and what it plays with: the table finds that out, and
    #: nobody is asked. See ``pace``
    pace: int
    hand: str

    @property
    def in_teams(self) -> bool:
        """Whether two teams play; the seats alternate between them."""
        return self.mode == TEAMS

    @property
    def timed(self) -> bool:
        """Whether it is the minute or the timed contest, where nobody has a stack of his own."""
        return self.mode in (MINUTE, CONTEST)


def read_options(given: Mapping[str, Json], seats: int) -> Options:
    """The house rules asked for; raise BadOptions for what is not known or does not go together."""
    options = validated_options(Options, OPTIONS, given)
    least, most = SEATS_OF[options.mode]
    if not least <= seats <= most:
        raise InvalidOptions("bad_seats", given=seats, least=least, most=most)
    if options.forbidden >= seats or (options.forbidden >= 0 and options.mode not in (COMPETITIVE, TEAMS)):
        raise InvalidOptions("bad_option_value", option="forbidden", value=options.forbidden)
    if options.calm and (options.mode == TEAMS or options.buzzers):
        raise InvalidOptions("bad_option_value", option="calm", value=True)
    if len(options.handicap) > seats:
        raise InvalidOptions("bad_option_value", option="handicap", value=options.handicap)
    return options._replace(handicap=options.handicap + (0,) * (seats - len(options.handicap)))


# ---- for who sets a table up --------------------------------------------------------------------------


def handicapped(mode: Json, seats: int) -> tuple[int, ...]:
    """The seats that forbidden patterns may bind: whoever won last; in teams one of the larger team (section 4)."""
    if mode == COMPETITIVE:
        return tuple(range(seats))
    return tuple(range(0, seats, 2)) if mode == TEAMS and seats % 2 else ()


def offers(options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """The house rules that make a difference beside ``options``, with their values."""
    calm = bool(options.get("calm"))
    flips = options["mode"] in (COMPETITIVE, TEAMS)
    useless = {"looks"} if not calm else {"handicap", "after_contest", *(CLOCKED if flips else ())}
    if calm or not options.get("buzzers"):
        useless.add("tie_margin")
    if options.get("buzzers"):
        # who has buzzed has three seconds, and nobody else's hand is in the way
        useless |= {"touch_window", "team_window", "flipper_handicap"}
    binds = handicapped(options["mode"], seats)
    if not binds:
        useless.add("forbidden")
    known = {option.name: option.values for option in OPTIONS} | {"forbidden": (-1, *binds)}
    named = ("mode", *MATTERS[str(options["mode"])])
    return {name: known[name] for name in named if name not in useless}


def normalized_options(options: Mapping[str, Json], seats: int, people: int) -> dict[str, Json]:
    """The house rules as they must be for this table.

    Several people at one device have buzzers wherever hands are in a hurry (section 2.1). What the mode or the
    number of seats leaves no room for is switched off.
    """
    mode = options["mode"]
    timed = mode in (MINUTE, CONTEST)
    calm = options["calm"] and mode != TEAMS
    return dict(options) | {
        "calm": calm,
        "buzzers": people > 1 and not calm and not timed,
        "forbidden": options["forbidden"] if options["forbidden"] in handicapped(mode, seats) else -1,
        "handicap": as_values(options["handicap"])[:seats],
    }


def sides(options: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """The team of each seat: the seats alternate (section 4); nothing in other modes."""
    return tuple(seat % 2 for seat in range(seats)) if options["mode"] == TEAMS else ()


class Verb(IntEnum):
    """What can happen."""

    #: time passes
    TICK = 0
    FLIP = 1
    #: one hand, or both, on cards
    TOUCH = 2
    #: choose the set that an error costs, by one of its cards
    CHOOSE = 3
    BUZZ = 4
    #: calm mode: let the look go by; in the minute: end it once all looks are used up
    PASS = 5
    DEAL = 6
    TURN = 7
    #: card and place
    MOVE = 8
    COLLECT = 9


#: those of them that are asked for at every action by themselves: an enumeration takes long to look a member up
VERB_TICK, VERB_FLIP, VERB_TOUCH = Verb.TICK, Verb.FLIP, Verb.TOUCH


class Action(NamedTuple):
    """One thing that ``seat`` does at ``at_ms``; a tick has no seat. ``cards`` are numbers of cards."""

    verb: Verb
    at_ms: int
    seat: int = -1
    cards: tuple[int, ...] = ()


#: verb -> least and most numbers that go with it
BLANKS: dict[Verb, tuple[int, int]] = dict.fromkeys(Verb, (0, 0)) | {
    Verb.TOUCH: (1, 2),
    Verb.CHOOSE: (1, 1),
    Verb.TURN: (1, 1),
    Verb.MOVE: (2, 2),
    Verb.COLLECT: (2, 3),
}


def encode(action: Action) -> Json:
    """``action`` as a JSON list: verb, stamp, and for anything but a tick the seat and the cards."""
    start = [int(action.verb), action.at_ms]
    return start if action.verb == Verb.TICK else [*start, action.seat, *action.cards]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or len(data) < 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    verb = Verb(data[0])
    least, most = BLANKS[verb]
    cards = tuple(data[3:])
    if data[1] < 0 or (len(data) != 2 if verb == Verb.TICK else len(data) < 3 or not least <= len(cards) <= most):
        raise ValueError(f"not an action: {data!r}")
    return Action(verb, data[1]) if verb == Verb.TICK else Action(verb, data[1], data[2], cards)


SETS_TO_WIN = 5
#: counting to three over a contest
COUNT_MS = 3000
#: choosing the set that an error costs
CHOICE_MS = 3000
#: how long a buzz owns the table
BUZZ_MS = 3000
LAST_LOOK_MS = 10_000
#: who gathered unequal cards waits this long
LOCK_MS = 1000
FORBIDDEN_CARDS = 3


class Phase(IntEnum):
    """What the table waits for."""

    OPEN = 0
    #: counting to three over a contest
    COUNT = 1
    #: an offender chooses the set that is lost
    CHOOSE = 2
    #: somebody has buzzed and points
    BUZZED = 3
    #: every stack is empty
    LAST_LOOK = 4
    #: co-operative minute or timed contest
    MINUTE = 5
    OVER = 6


#: the phases by themselves, for what is asked at every action: an enumeration takes long to look a member up
PHASE_OPEN, PHASE_COUNT, PHASE_CHOOSE, PHASE_BUZZED, PHASE_LAST_LOOK, PHASE_MINUTE, PHASE_OVER = Phase


class WonSet(NamedTuple):
    """A pair or triple in front of somebody, the faces that count up, in the order in which they came."""

    faces: tuple[int, ...]
    won_at: int


class Touch(NamedTuple):
    """A hand on a card, since ``at``. ``card`` is the key of what is touched, see ``LyingCard``."""

    seat: int
    card: int
    at: int


class Buzz(NamedTuple):
    """A buzz and the touches that have followed it."""

    seat: int
    at: int
    touches: tuple[Touch, ...] = ()


#: where a thing lies
SPOT, STACK, BESIDE, SET = range(4)


class LyingCard(NamedTuple):
    """A thing in play: a card, or a won set as one thing, known by the number of its first card."""

    card: int
    face: int
    where: int
    #: number of the spot, or the seat
    place: int
    cards: tuple[int, ...]


T = TypeVar("T")


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """``values`` with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])


@cache.cached(8192)
def _alone(face: int, where: int, place: int) -> LyingCard:
    """One card that lies somewhere: hardly one of a table changes from action to action, so they are kept."""
    return LyingCard(face // 2, face, where, place, (face // 2,))


@cache.cached(1024)
def _as_one(faces: tuple[int, ...], seat: int) -> LyingCard:
    """A won set before a seat, kept as single cards are."""
    cards = tuple(face // 2 for face in faces)
    return LyingCard(cards[0], faces[0], SET, seat, cards)


@cache.cached(64)
def _on_spots(spots: tuple[int, ...]) -> dict[int, LyingCard]:
    """The cards in the middle by their keys: most of all that lies there, and the same from one flip to the next."""
    return {face // 2: _alone(face, SPOT, spot) for spot, face in enumerate(spots) if face >= 0}


def key_of(things: dict[int, LyingCard], card: int) -> int:
    """The key of the thing that ``card`` is, or belongs to; -1 if it is not in play."""
    if card in things:
        return card
    return next((thing.card for thing in things.values() if card in thing.cards), -1)


class State(NamedTuple):
    """Everything there is to know."""

    #: the stamp of the last action
    now: int
    phase: Phase
    #: who flips next; in CHOOSE, who chooses
    turn: int
    #: who flipped last, or -1
    flipper: int
    #: since then somebody has won a set or was wrong, and ``turn`` is theirs: no contest takes it away (section 2)
    earned: bool
    #: the next flip is allowed from here, and happens by itself at ``due``
    flip_from: int
    #: when the phase ends, or the next card is flipped, by itself
    due: int
    #: card c has the patterns [2c] and [2c + 1]
    deck: tuple[int, ...]
    #: card -> when its face now up was shown, or -1
    shown: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    #: faces in the middle by place, -1 where it is free
    spots: tuple[int, ...]
    #: faces beside the stack of the seat that they bind (section 3)
    beside: tuple[int, ...]
    #: won sets by seat, oldest first; in teams by the seat whose hand completed them
    sets: tuple[tuple[WonSet, ...], ...]
    touches: tuple[Touch, ...]
    buzzes: tuple[Buzz, ...]
    #: the cards that a contest will turn over, and the seats whose hands lay on them
    contested: tuple[int, ...]
    contest: tuple[int, ...]
    #: calm mode: how many have passed since the last new face. Minute, calm: looks used up
    passed: int
    #: what the last look had left when somebody buzzed in it, else 0
    look_left: int
    #: minute: until when each seat may gather nothing
    locks: tuple[int, ...]
    options: Options

    # ---- asking -------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sets)

    def side_of(self, seat: int) -> int:
        """Whom ``seat`` plays for: its team, or itself; a WATCHER for nobody."""
        return seat % 2 if self.options.in_teams and seat != game.WATCHER else seat

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(range(side, self.seats, 2)) if self.options.in_teams else (side,)

    def sets_of_side(self, side: int) -> int:
        """How many sets a side has."""
        return sum(len(self.sets[seat]) for seat in self.members(side))

    def lying(self) -> dict[int, LyingCard]:
        """All that is in play by its key (section 2): spots, stack tops, cards beside a stack, won sets."""
        found = _on_spots(self.spots).copy()
        if not self.options.timed:
            for seat, stack in enumerate(self.stacks):
                if stack:
                    found[stack[-1] // 2] = _alone(stack[-1], STACK, seat)
        for face in self.beside:
            found[face // 2] = _alone(face, BESIDE, self.options.forbidden)
        for seat, sets in enumerate(self.sets):
            for won in sets:
                found[won.faces[0] // 2] = _as_one(won.faces, seat)
        return found

    def copies_in(self, things: dict[int, LyingCard], pattern: int) -> list[LyingCard]:
        """All things in play that show ``pattern``."""
        return [thing for thing in things.values() if self.deck[thing.face] == pattern]

    @property
    def forbidden_patterns(self) -> frozenset[int]:
        """The patterns of the cards beside the stack, by their visible side (section 3)."""
        return frozenset(self.deck[face] for face in self.beside)

    def is_bound(self, seat: int) -> bool:
        """Whether forbidden patterns bind ``seat``; a watcher they never do."""
        bound = self.options.forbidden
        return bound >= 0 and self.side_of(seat) == self.side_of(bound)

    def may_use(self, seat: int, thing: LyingCard) -> bool:
        """Whether ``seat`` may make a set with ``thing`` as far as forbidden patterns go."""
        return not self.is_bound(seat) or self.deck[thing.face] not in self.forbidden_patterns

    def next_with_cards(self, seat: int) -> int:
        """``seat`` or, if its stack is empty, the next clockwise that has cards; ``seat`` if nobody has."""
        count = self.seats
        return next((s % count for s in range(seat, seat + count) if self.stacks[s % count]), seat % count)

    @property
    def say(self) -> int:
        """Calm mode: whose look it is, clockwise from the left of who flipped last; -1 if a flip is next."""
        count = self.seats
        if self.passed >= count * self.options.looks:
            return -1
        first = self.flipper if self.flipper >= 0 else self.turn
        return (first + 1 + self.passed) % count

    @property
    def looks_left(self) -> int:
        """The minute without a clock: how many looks there are left; otherwise more than anybody needs."""
        return self.options.minute - self.passed if self.options.calm else live.NEVER

    def losable(self, seat: int) -> list[int]:
        """The sets that an error of ``seat`` can cost, by their first card: pairs before triples, newest first."""
        sets = [won for member in self.members(self.side_of(seat)) for won in self.sets[member]]
        return [won.faces[0] // 2 for won in sorted(sets, key=lambda won: (len(won.faces), -won.won_at))]

    @property
    def touch_ends(self) -> int:
        """When the oldest hand on a card has waited long enough for a second one (sections 2 and 4), or NEVER."""
        window = self.options.team_window if self.options.in_teams else self.options.touch_window
        return self.touches[0].at + window if self.touches else live.NEVER

    @property
    def next_due(self) -> int:
        """When something happens by itself next, or NEVER."""
        return min(self.due, self.touch_ends) if self.phase in (PHASE_OPEN, PHASE_LAST_LOOK) else self.due

    # ---- moving things ------------------------------------------------------------------------------

    def show(self, card: int, at: int) -> State:
        """Note that the face of ``card`` that is up now was shown at ``at``."""
        return self._replace(shown=put(self.shown, card, at))

    def lay(self, face: int) -> tuple[State, int]:
        """Put ``face`` on the first free spot."""
        for spot, there in enumerate(self.spots):
            if there < 0:
                return self._replace(spots=put(self.spots, spot, face)), spot
        return self._replace(spots=(*self.spots, face)), len(self.spots)

    def lift(self, thing: LyingCard) -> State:
        """Take a thing away from where it lies."""
        if thing.where == SPOT:
            return self._replace(spots=put(self.spots, thing.place, -1))
        if thing.where == STACK:
            return self._replace(stacks=put(self.stacks, thing.place, self.stacks[thing.place][:-1]))
        if thing.where == BESIDE:
            return self._replace(beside=tuple(face for face in self.beside if face != thing.face))
        kept = tuple(won for won in self.sets[thing.place] if won.faces[0] != thing.face)
        return self._replace(sets=put(self.sets, thing.place, kept))

    def faces_of(self, thing: LyingCard) -> tuple[int, ...]:
        """The faces of a thing: one, or those of a won set."""
        if thing.where != SET:
            return (thing.face,)
        return next(won.faces for won in self.sets[thing.place] if won.faces[0] == thing.face)

    def without_touches(self, cards: Sequence[int]) -> State:
        """Take all hands off ``cards``."""
        return self._replace(touches=tuple(touch for touch in self.touches if touch.card not in cards))
