"""The state of Twin It! and its queries, without any decisions on rules.

A face is ``2 * card + side``: the side of the card that is up. A stack has its top last. All times are in milliseconds
since the game began; ``NEVER`` is later than all of them.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeVar

from game.core import cache, game, live
from game.core.options import InvalidOptions, Json, Option, Pick, as_values, validated_options
from game.games.twin_it.pace import HANDS, NEW_MS, PACES, nearest

COMPETITIVE, TEAMS, MINUTE, CONTEST = "competitive", "teams", "minute", "contest"
MODES = (COMPETITIVE, TEAMS, MINUTE, CONTEST)
#: the usual limit of timed play, in seconds
MINUTE_S = 60
#: the sets that win (section 2), and those that a set-up asks for first once it has no clock: five are found too soon
SETS_TO_WIN, CALM_SETS = 5, 7
#: mode -> least and most players
SEATS_OF = {COMPETITIVE: (2, 6), TEAMS: (4, 6), MINUTE: (1, 6), CONTEST: (2, 6)}

OPTIONS: tuple[Option, ...] = (
    Option("mode", MODES, COMPETITIVE, Pick.MODE),
    Option("forbidden", (-1, 0, 1, 2, 3, 4, 5), -1, Pick.SEAT),
    Option("flip_after", (2000, 4000, 6000, 10000), 4000, unit="s"),
    Option("flip_gap", (500, 1000, 1500), 1000, unit="s"),
    Option("touch_window", (1000, 1500, 2500), 1500, unit="s"),
    Option("team_window", (1500, 2500, 4000), 2500, unit="s"),
    Option("tie_margin", (0, 25, 50, 100), 25, unit="s"),
    Option("flipper_handicap", (0, 150, 300), 0, unit="s"),
    Option("after_contest", ("next", "same"), "next"),
    Option("buzzers", (False, True), False),
    Option("calm", (False, True), False),
    Option("looks", (0, 1, 2, 3), 1, Pick.FOUND),
    Option("sets", (SETS_TO_WIN, 7, 10), SETS_TO_WIN),
    Option("further", (0, 2), 0, Pick.FOUND),
    Option("minute", (MINUTE_S, 90, 120), MINUTE_S),
    Option("honest", (False, True), False),
    Option("handicap", (0, 300, 600, 1000), (), Pick.EACH, unit="s"),
    Option("pace", PACES, nearest(NEW_MS), Pick.FOUND),
    Option("hand", HANDS, HANDS[0], Pick.FOUND),
    Option("short_ties", (False, True), False, Pick.FOUND),
    Option("seen_first", (False, True), False, Pick.FOUND),
)
RARE = ("flipper_handicap", "after_contest", "tie_margin", "handicap")
#: mode -> the house rules with an effect there, the most important first
MATTERS = {
    COMPETITIVE: ("calm", "sets", "forbidden", "flip_after", "flip_gap", "touch_window", *RARE),
    TEAMS: ("forbidden", "flip_after", "team_window", "flip_gap", *RARE),
    MINUTE: ("minute", "calm", "honest", "handicap"),
    CONTEST: ("minute", "calm", "honest", "handicap"),
}
#: cards that new tables without a clock flip after two are alike: otherwise one of the two would be the newest card
FURTHER = 2
#: house rules that need a clock, in the modes with a flip
CLOCKED = ("flip_after", "flip_gap", "touch_window", "team_window", "tie_margin", "flipper_handicap", "handicap")


class Options(NamedTuple):
    """The house rules of one game (sections 2 to 7); times in milliseconds, ``minute`` in seconds."""

    mode: str
    #: the seat bound by forbidden patterns, or -1 (section 3); in teams with its whole team. New tables bind only one
    #: of the larger team, see ``handicapped``; older records with other seats stay valid
    forbidden: int
    flip_after: int
    flip_gap: int
    touch_window: int
    team_window: int
    tie_margin: int
    #: delay of the flipper's hand on the new faces, for people and bots; applied by the scheduler
    flipper_handicap: int
    after_contest: str
    buzzers: bool
    calm: bool
    #: calm mode: 0 for rounds, in which cards are flipped until two are alike and then each seat looks once; in older
    #: matches the number of looks of each seat before every flip
    looks: int
    #: the sets that win the game; in calm mode a table can need more than usual
    sets: int
    #: rounds: the number of flips between a match and the first look for it
    further: int
    minute: int
    honest: bool
    #: seat -> delay of its hands, or its buzzes (section 2.1); applied by the scheduler
    handicap: tuple[int, ...]
    #: the person's pace and input device when the table was set up, determined by the table without asking; see
    #: ``pace``
    pace: int
    hand: str
    #: only a match's first contest is counted in full; in older matches every one is
    short_ties: bool
    #: rounds: no pair goes before all have looked. They look at once for one that a find uncovers, and a stack whose
    #: top is one of a pair is left alone until then. In older matches ``further`` cards come whatever they cover
    seen_first: bool

    @property
    def in_teams(self) -> bool:
        """True if two teams play; the seats alternate between them."""
        return self.mode == TEAMS

    @property
    def timed(self) -> bool:
        """True in the minute and the timed contest, where there are no own stacks."""
        return self.mode in (MINUTE, CONTEST)

    @property
    def in_rounds(self) -> bool:
        """True in the calm mode of new tables, where nobody looks unless two cards in play are alike."""
        return self.calm and not self.looks and not self.timed


def read_options(given: Mapping[str, Json], seats: int) -> Options:
    """Return the house rules asked for; raise InvalidOptions for unknown or incompatible ones."""
    options = validated_options(Options, OPTIONS, given)
    least, most = SEATS_OF[options.mode]
    if not least <= seats <= most:
        raise InvalidOptions("bad_seats", given=seats, least=least, most=most)
    if options.forbidden >= seats or (options.forbidden >= 0 and options.mode not in (COMPETITIVE, TEAMS)):
        raise InvalidOptions("bad_option_value", option="forbidden", value=options.forbidden)
    if options.sets != SETS_TO_WIN and not (options.calm and options.mode == COMPETITIVE):
        raise InvalidOptions("bad_option_value", option="sets", value=options.sets)
    if options.calm and (options.mode == TEAMS or options.buzzers):
        raise InvalidOptions("bad_option_value", option="calm", value=True)
    if len(options.handicap) > seats:
        raise InvalidOptions("bad_option_value", option="handicap", value=options.handicap)
    return options._replace(handicap=options.handicap + (0,) * (seats - len(options.handicap)))


# ---- table set-up -------------------------------------------------------------------------------------


def handicapped(mode: Json, seats: int) -> tuple[int, ...]:
    """Return the seats that forbidden patterns may bind: any; in teams those of the larger one (section 4)."""
    if mode == COMPETITIVE:
        return tuple(range(seats))
    return tuple(range(0, seats, 2)) if mode == TEAMS and seats % 2 else ()


def offers(options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """Return the house rules that matter beside ``options``, with values; for buzzers see ``normalized_options``."""
    calm = bool(options.get("calm"))
    flips = options["mode"] in (COMPETITIVE, TEAMS)
    useless = {"handicap", "after_contest", *(CLOCKED if flips else ())} if calm else {"sets"}
    if calm or not options.get("buzzers"):
        useless.add("tie_margin")
    if options.get("buzzers"):
        # after a buzz a seat has three seconds without competing hands
        useless |= {"touch_window", "team_window", "flipper_handicap"}
    binds = handicapped(options["mode"], seats)
    if not binds:
        useless.add("forbidden")
    known = {option.name: option.values for option in OPTIONS} | {"forbidden": (-1, *binds)}
    named = ("mode", *MATTERS[str(options["mode"])])
    return {name: known[name] for name in named if name not in useless}


def normalized_options(options: Mapping[str, Json], seats: int, people: int) -> dict[str, Json]:
    """Return the house rules adjusted to this table.

    Several people at one device get buzzers wherever speed matters (section 2.1). Rules that the mode or the number of
    seats excludes are switched off.
    """
    mode = options["mode"]
    timed = mode in (MINUTE, CONTEST)
    calm = options["calm"] and mode != TEAMS
    flips_calmly = calm and mode == COMPETITIVE
    # as the clock is switched off nobody has chosen a number yet
    sets = options["sets"] if options["further"] or options["sets"] != SETS_TO_WIN else CALM_SETS
    return dict(options) | {
        "calm": calm,
        "looks": 0 if calm else 1,
        "sets": sets if flips_calmly else SETS_TO_WIN,
        "further": FURTHER if flips_calmly else 0,
        "seen_first": flips_calmly,
        "buzzers": people > 1 and not calm and not timed,
        "forbidden": options["forbidden"] if options["forbidden"] in handicapped(mode, seats) else -1,
        "handicap": as_values(options["handicap"])[:seats],
    }


def sides(options: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """Return the team of each seat, alternating (section 4); empty in other modes."""
    return tuple(seat % 2 for seat in range(seats)) if options["mode"] == TEAMS else ()


class Verb(IntEnum):
    """The kinds of actions."""

    #: let time pass
    TICK = 0
    FLIP = 1
    #: put one hand or both on cards
    TOUCH = 2
    #: choose the set that an error costs, by one of its cards
    CHOOSE = 3
    BUZZ = 4
    #: calm mode: pass the look; in the minute: end it once all looks are used up
    PASS = 5
    DEAL = 6
    TURN = 7
    #: move a card to a place
    MOVE = 8
    COLLECT = 9


#: the commonest verbs as globals, for speed: members of an enumeration are slow to look up
VERB_TICK, VERB_FLIP, VERB_TOUCH = Verb.TICK, Verb.FLIP, Verb.TOUCH


class Action(NamedTuple):
    """An action of ``seat`` at ``at_ms``; a tick has no seat. ``cards`` are numbers of cards."""

    verb: Verb
    at_ms: int
    seat: int = -1
    cards: tuple[int, ...] = ()


#: verb -> least and most numbers in ``cards``
BLANKS: dict[Verb, tuple[int, int]] = dict.fromkeys(Verb, (0, 0)) | {
    Verb.TOUCH: (1, 2),
    Verb.CHOOSE: (1, 1),
    Verb.TURN: (1, 1),
    Verb.MOVE: (2, 2),
    Verb.COLLECT: (2, 3),
}


def encode(action: Action) -> Json:
    """Return ``action`` as a JSON list: verb and stamp, then, except for a tick, seat and cards."""
    start = [int(action.verb), action.at_ms]
    return start if action.verb == Verb.TICK else [*start, action.seat, *action.cards]


def decode(data: Json) -> Action:
    """Return the action that ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or len(data) < 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    verb = Verb(data[0])
    least, most = BLANKS[verb]
    cards = tuple(data[3:])
    if data[1] < 0 or (len(data) != 2 if verb == Verb.TICK else len(data) < 3 or not least <= len(cards) <= most):
        raise ValueError(f"not an action: {data!r}")
    return Action(verb, data[1]) if verb == Verb.TICK else Action(verb, data[1], data[2], cards)


#: the countdown of a contest, and that of a later one
COUNT_MS, SHORT_COUNT_MS = 3000, 1500
#: the time to choose the set that an error costs
CHOICE_MS = 3000
#: the time to point after a buzz
BUZZ_MS = 3000
LAST_LOOK_MS = 10_000
#: the wait after gathering unequal cards
LOCK_MS = 1000
FORBIDDEN_CARDS = 3


class Phase(IntEnum):
    """The phases of the game."""

    OPEN = 0
    #: the countdown of a contest
    COUNT = 1
    #: an offender chooses the set to lose
    CHOOSE = 2
    #: a seat has buzzed and points
    BUZZED = 3
    #: every stack is empty
    LAST_LOOK = 4
    #: co-operative minute or timed contest
    MINUTE = 5
    OVER = 6


#: the phases as globals, for speed: members of an enumeration are slow to look up
PHASE_OPEN, PHASE_COUNT, PHASE_CHOOSE, PHASE_BUZZED, PHASE_LAST_LOOK, PHASE_MINUTE, PHASE_OVER = Phase


class WonSet(NamedTuple):
    """A won pair or triple: its faces in the order of their arrival."""

    faces: tuple[int, ...]
    won_at: int


class Touch(NamedTuple):
    """A hand on a card since ``at``. ``card`` is the key of the thing, see ``LyingCard``."""

    seat: int
    card: int
    at: int


class Buzz(NamedTuple):
    """A buzz and the touches after it."""

    seat: int
    at: int
    touches: tuple[Touch, ...] = ()


#: kinds of places
SPOT, STACK, BESIDE, SET = range(4)


class LyingCard(NamedTuple):
    """A thing in play: a card, or a won set as a whole, identified by its first card's number."""

    card: int
    face: int
    where: int
    #: number of the spot, or the seat
    place: int
    cards: tuple[int, ...]


T = TypeVar("T")


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])


@cache.cached(8192)
def _alone(face: int, where: int, place: int) -> LyingCard:
    """Return a single card as a thing; cached, because few cards change from action to action."""
    return LyingCard(face // 2, face, where, place, (face // 2,))


@cache.cached(1024)
def _as_one(faces: tuple[int, ...], seat: int) -> LyingCard:
    """Return a won set of a seat as a thing; cached like single cards."""
    cards = tuple(face // 2 for face in faces)
    return LyingCard(cards[0], faces[0], SET, seat, cards)


@cache.cached(64)
def _on_spots(spots: tuple[int, ...]) -> dict[int, LyingCard]:
    """Return the cards in the middle by their keys; cached, because they stay the same from one flip to the next."""
    return {face // 2: _alone(face, SPOT, spot) for spot, face in enumerate(spots) if face >= 0}


def key_of(things: dict[int, LyingCard], card: int) -> int:
    """Return the key of the thing that includes ``card``; -1 if it is not in play."""
    if card in things:
        return card
    return next((thing.card for thing in things.values() if card in thing.cards), -1)


class State(NamedTuple):
    """The full state."""

    #: the stamp of the last action
    now: int
    phase: Phase
    #: the seat to flip next; in CHOOSE, the seat that chooses
    turn: int
    #: the seat that flipped last, or -1
    flipper: int
    #: True if a seat has won a set or made an error since that flip, and so owns ``turn`` even after a contest (section
    #: 2)
    owns_turn: bool
    #: time from which the next flip is allowed; it happens automatically at ``due``
    flip_from: int
    #: time at which the phase ends or the next card is flipped automatically
    due: int
    #: card c has the patterns [2c] and [2c + 1]
    deck: tuple[int, ...]
    #: card -> time at which its visible face was shown, or -1
    shown: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    #: place -> face in the middle, or -1 if free
    spots: tuple[int, ...]
    #: faces beside the stack of the bound seat (section 3)
    beside: tuple[int, ...]
    #: seat -> won sets, oldest first; in teams by the seat whose hand completed them
    sets: tuple[tuple[WonSet, ...], ...]
    touches: tuple[Touch, ...]
    buzzes: tuple[Buzz, ...]
    #: the cards that a contest will turn over, and the seats with hands on them
    contested: tuple[int, ...]
    contest: tuple[int, ...]
    #: the number of contests so far
    contests: int
    #: calm mode: passes since the last new face. Calm minute: looks used up
    passes: int
    #: time left of the last look when a seat buzzed in it, otherwise 0
    look_left: int
    #: minute: seat -> time until which it may not gather
    locks: tuple[int, ...]
    #: rounds: the stamps of the last ``further`` flips, that of the deal included
    flips: tuple[int, ...]
    options: Options

    # ---- queries ------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.sets)

    @property
    def count_ms(self) -> int:
        """The length of the present or last contest's countdown."""
        options = self.options
        is_short = options.short_ties and self.contests > 1 and not (options.calm or options.timed)
        return SHORT_COUNT_MS if is_short else COUNT_MS

    def side_of(self, seat: int) -> int:
        """Return the side of ``seat``: its team, or itself; for a WATCHER no side."""
        return seat % 2 if self.options.in_teams and seat != game.WATCHER else seat

    def members(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side."""
        return tuple(range(side, self.seats, 2)) if self.options.in_teams else (side,)

    def sets_of_side(self, side: int) -> int:
        """Return the number of a side's sets."""
        return sum(len(self.sets[seat]) for seat in self.members(side))

    def lying(self) -> dict[int, LyingCard]:
        """Return all things in play by their keys (section 2): spots, stack tops, cards beside a stack, won sets."""
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
        """Return all things in play that show ``pattern``."""
        return [thing for thing in things.values() if self.deck[thing.face] == pattern]

    @property
    def forbidden_patterns(self) -> frozenset[int]:
        """The visible patterns of the cards beside the stack (section 3)."""
        return frozenset(self.deck[face] for face in self.beside)

    def is_bound(self, seat: int) -> bool:
        """Return True if forbidden patterns bind ``seat``; never for a watcher."""
        bound = self.options.forbidden
        return bound >= 0 and self.side_of(seat) == self.side_of(bound)

    def may_use(self, seat: int, thing: LyingCard) -> bool:
        """Return True if forbidden patterns allow ``seat`` a set with ``thing``."""
        return not self.is_bound(seat) or self.deck[thing.face] not in self.forbidden_patterns

    def next_with_cards(self, seat: int) -> int:
        """Return ``seat`` or, if its stack is empty, the next one clockwise with cards; ``seat`` if there is none."""
        count = self.seats
        return next((s % count for s in range(seat, seat + count) if self.stacks[s % count]), seat % count)

    @property
    def say(self) -> int:
        """The seat to look in calm mode, clockwise from the left of ``flipper``; -1 if a flip is next.

        With rounds ``flipper`` is not the last flipper: it moves on by one seat with every round, and so does the
        first look.
        """
        count = self.seats
        if self.passes >= count * max(1, self.options.looks):
            return -1
        first = self.flipper if self.flipper >= 0 else self.turn
        return (first + 1 + self.passes) % count

    @property
    def has_match(self) -> bool:
        """True if two things in play show the same pattern."""
        patterns = [self.deck[thing.face] for thing in self.lying().values()]
        return len({*patterns}) < len(patterns)

    @property
    def asks_to_look(self) -> bool:
        """True if two things in play are alike and, while there are cards to flip, ``further`` have come since.

        With ``seen_first`` none has to come after a find has uncovered the later one of the two, nor if every stack's
        next flip would cover one of a pair.
        """
        if not self.options.further or self.phase == PHASE_LAST_LOOK:
            return self.has_match
        since: dict[int, list[int]] = {}
        for thing in self.lying().values():
            since.setdefault(self.deck[thing.face], []).append(max(self.shown[card] for card in thing.cards))
        if self.options.seen_first:
            later = (stamp for shown in since.values() for stamp in sorted(shown)[1:])
            return any(stamp not in self.flips for stamp in later) or self.lossless_turn < 0
        stamps = sorted({stamp for shown in since.values() for stamp in shown}, reverse=True)
        newest = stamps[: self.options.further]
        return any(sum(stamp not in newest for stamp in shown) > 1 for shown in since.values())

    @property
    def lossless_turn(self) -> int:
        """The seat to flip from ``turn`` on whose stack shows no card that is one of a pair; -1 if there is none.

        The same seat flips twice rather than that a pair goes before anybody has looked for it.
        """
        shown = [self.deck[thing.face] for thing in self.lying().values()]
        seats = [seat % self.seats for seat in range(self.turn, self.turn + self.seats)]
        lone = (seat for seat in seats if self.stacks[seat] and shown.count(self.deck[self.stacks[seat][-1]]) == 1)
        return next(lone, -1)

    @property
    def looks_left(self) -> int:
        """The number of looks left in the calm minute; unlimited otherwise."""
        return self.options.minute - self.passes if self.options.calm else live.NEVER

    def losable(self, seat: int) -> list[int]:
        """Return the sets an error of ``seat`` can cost, by their first card: pairs before triples, newest first."""
        sets = [won for member in self.members(self.side_of(seat)) for won in self.sets[member]]
        return [won.faces[0] // 2 for won in sorted(sets, key=lambda won: (len(won.faces), -won.won_at))]

    @property
    def touch_ends(self) -> int:
        """The time at which the oldest hand on a card expires without a second one (sections 2 and 4), or NEVER."""
        window = self.options.team_window if self.options.in_teams else self.options.touch_window
        return self.touches[0].at + window if self.touches else live.NEVER

    @property
    def next_due(self) -> int:
        """The time of the next automatic event, or NEVER."""
        return min(self.due, self.touch_ends) if self.phase in (PHASE_OPEN, PHASE_LAST_LOOK) else self.due

    # ---- changes ------------------------------------------------------------------------------------

    def show(self, card: int, at: int) -> "State":
        """Record that the visible face of ``card`` was shown at ``at``."""
        return self._replace(shown=put(self.shown, card, at))

    def lay(self, face: int) -> "tuple[State, int]":
        """Put ``face`` on the first free spot; return the state and the spot."""
        for spot, there in enumerate(self.spots):
            if there < 0:
                return self._replace(spots=put(self.spots, spot, face)), spot
        return self._replace(spots=(*self.spots, face)), len(self.spots)

    def lift(self, thing: LyingCard) -> "State":
        """Remove a thing from its place."""
        if thing.where == SPOT:
            return self._replace(spots=put(self.spots, thing.place, -1))
        if thing.where == STACK:
            return self._replace(stacks=put(self.stacks, thing.place, self.stacks[thing.place][:-1]))
        if thing.where == BESIDE:
            return self._replace(beside=tuple(face for face in self.beside if face != thing.face))
        kept = tuple(won for won in self.sets[thing.place] if won.faces[0] != thing.face)
        return self._replace(sets=put(self.sets, thing.place, kept))

    def faces_of(self, thing: LyingCard) -> tuple[int, ...]:
        """Return the faces of a thing: one, or those of a won set."""
        if thing.where != SET:
            return (thing.face,)
        return next(won.faces for won in self.sets[thing.place] if won.faces[0] == thing.face)

    def without_touches(self, cards: Sequence[int]) -> "State":
        """Remove all hands from ``cards``."""
        return self._replace(touches=tuple(touch for touch in self.touches if touch.card not in cards))
