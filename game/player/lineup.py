"""Set-up of a match: the choices for each game, remembered."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN, AnyMatch, Match, Seat
from game.core.options import InvalidOptions, Json, Pick, as_values, validated_values
from game.core.rng import Rng
from game.engine.texts import Texts
from game.player.settings import LONGEST_NAME, NOBODY, Profile

#: most digits of a game number
DIGITS = 5


@dataclass
class Lineup:
    """Seats, house rules and game number of a match to be dealt."""

    game: str
    seats: list[Seat]
    options: dict[str, Json] = field(default_factory=dict)
    seed: int = 1
    #: bots seated automatically, each with the minimum of seats they came for
    added_bots: dict[int, int] = field(default_factory=dict)

    def match(self) -> AnyMatch:
        """Deal; raise InvalidOptions if the house rules do not fit together."""
        return Match(GAMES[self.game], self.options, self.seats, self.seed)

    @property
    def seat_range(self) -> tuple[int, int]:
        """Least and most seats under the chosen house rules."""
        return GAMES[self.game].seat_range(self.options)

    def add(self, texts: Texts) -> Seat:
        """Seat one more bot with a free figure, and return it."""
        taken = {row.figure for row in self.seats}
        figure = next(name for name in FIGURES if name not in taken)
        level = next((row.kind for row in reversed(self.seats) if row.kind != HUMAN), GAMES[self.game].bots.first_level)
        self.seats.append(Seat(self.free_name(figure, texts), level, figure))
        return self.seats[-1]

    def remove(self, place: int) -> Seat:
        """Remove a seat and adjust the house rules about seats; return who sat there."""
        for option in GAMES[self.game].options:
            value = self.options[option.name]
            if option.pick == Pick.EACH:
                values = as_values(value)
                self.options[option.name] = (*values[:place], *values[place + 1 :])
            elif option.pick == Pick.SEAT and isinstance(value, int) and value >= place:
                self.options[option.name] = -1 if value == place else value - 1
        rest = {seat: asked for seat, asked in self.added_bots.items() if seat != place}
        self.added_bots = {seat - (seat > place): asked for seat, asked in rest.items()}
        return self.seats.pop(place)

    def seat_people(self, count: int, texts: Texts) -> None:
        """Seat ``count`` people and nobody else."""
        while len(self.seats) < count:
            self.add(texts)
        self.seats = [seat._replace(kind=HUMAN) for seat in self.seats[:count]]
        self.settle(texts)

    def free_name(self, figure: str, texts: Texts, besides: Collection[str] = ()) -> str:
        """Return a figure's name, numbered if the name is taken or among ``besides``."""
        name, taken = texts(f"figure.{figure}"), {*besides, *(row.name for row in self.seats)}
        numbered = (f"{name} {number}" for number in range(2, len(FIGURES) + 2))
        return next(found for found in (name, *numbered) if found not in taken)

    def settle(self, texts: Texts) -> list[str]:
        """Bring seats and house rules into line, and return messages about unrequested changes.

        Bots are added or the last ones removed until the house rules allow their number. Those added leave again,
        without a message, once the rules that needed them are gone.
        """
        least, most = self.seat_range
        self._see_off(least)
        first = len(self.seats)
        came = [self.add(texts) for _ in range(least - first)]
        self.added_bots |= dict.fromkeys(range(first, len(self.seats)), least)
        left = [self.remove(len(self.seats) - 1) for _ in range(len(self.seats) - most)]
        bounds = {"least": least, "most": most}
        messages = [
            texts(f"setup.{key}", count=len(rows), names=texts.listed([row.name for row in rows]), **bounds)
            for key, rows in (("came", came), ("left", left))
            if rows
        ]
        before = self.options
        self.options = GAMES[self.game].modes.normalized_options(before, len(self.seats), len(self.humans))
        # messages exist only for rules that are switched on or off
        changes = ((name, value) for name, value in self.options.items() if value != before[name])
        keys = [f"{self.game}.settled.{name}.{'on' if value else 'off'}" for name, value in changes]
        return messages + [texts(key) for key in keys if texts.has(key)]

    def _see_off(self, least: int) -> None:
        """Remove automatic bots that came for more seats than the present minimum ``least``."""
        for place in sorted(self.added_bots, reverse=True):
            if self.seats[place].kind == HUMAN:
                del self.added_bots[place]
            elif self.added_bots[place] > least and len(self.seats) > least:
                self.remove(place)
            else:
                self.added_bots[place] = min(self.added_bots[place], least)

    def level(self, place: int) -> str:
        """Return what plays at a seat: a person, or a bot's level under these house rules."""
        kind, bots = self.seats[place].kind, GAMES[self.game].bots
        return bots.played_level(kind, self.options) if kind in bots.levels else kind

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, row in enumerate(self.seats) if row.kind == HUMAN]

    @property
    def own(self) -> int:
        """The seat of the device's owner: the first person's, or -1 if only bots play."""
        return next(iter(self.humans), -1)

    def welcome(self, me: Profile, texts: Texts) -> None:
        """Give the device's owner their name and figure."""
        if self.own < 0:
            return
        if me.figure:
            self.take_figure(self.own, me.figure, texts)
        if me.name:
            for seat, row in enumerate(self.seats):
                if row.name == me.name and seat != self.own:
                    self.seats[seat] = row._replace(name=self.free_name(row.figure, texts, {me.name}))
            self.seats[self.own] = self.seats[self.own]._replace(name=me.name)

    def take_figure(self, place: int, figure: str, texts: Texts) -> None:
        """Give a seat a figure, swapping with its present holder. Names taken from the figures follow."""
        before = self.seats[place].figure
        other = next((seat for seat, row in enumerate(self.seats) if row.figure == figure), place)
        if other == place and before == figure:
            return
        changes = {place: figure} | ({other: before} if other != place else {})
        own = {seat for seat in changes if self.seats[seat].name == texts(f"figure.{self.seats[seat].figure}")}
        for seat, name in changes.items():
            self.seats[seat] = self.seats[seat]._replace(figure=name)
        for seat in own:
            self.seats[seat] = self.seats[seat]._replace(name="")
        for seat in sorted(own):
            self.seats[seat] = self.seats[seat]._replace(name=self.free_name(self.seats[seat].figure, texts))

    def sent(self) -> dict[str, Json]:
        """Return the house rules as JSON, for storing or sending to a party."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.options.items()}

    def as_json(self) -> dict[str, Json]:
        """Return everything to remember: all but the game number."""
        return {
            "seats": [list(seat) for seat in self.seats],
            "guests": [list(guest) for guest in self.added_bots.items()],
            "options": self.sent(),
        }


def new_seed(now_ms: float) -> int:
    """Return a random game number from the clock, never 0."""
    return 1 + Rng(int(now_ms * 1000)).below(10**DIGITS - 1)


def default_lineup(game: str, texts: Texts, count: int = 0, me: Profile = NOBODY) -> Lineup:
    """Return the default set-up: one person, opponents for a newcomer, the printed rules.

    ``count`` is the number of seats, or 0 for the game's default.
    """
    options = validated_values(GAMES[game].options, GAMES[game].modes.newest)
    least, most = GAMES[game].seat_range(options)
    count = min(max(count or GAMES[game].modes.first_seats, least), most)
    kinds = [HUMAN, *[GAMES[game].bots.first_level] * (count - 1)]
    found = GAMES[game].modes.normalized_options(options, count, kinds.count(HUMAN))
    lineup = Lineup(game, named_seats(kinds, texts), found)
    lineup.welcome(me, texts)
    return lineup


def named_seats(kinds: Sequence[str], texts: Texts) -> list[Seat]:
    """Return seats of these kinds with the figures' own names."""
    return [Seat(texts(f"figure.{figure}"), kind, figure) for kind, figure in zip(kinds, FIGURES, strict=False)]


def stored_lineup(game: str, data: Json, texts: Texts, me: Profile = NOBODY) -> Lineup:
    """Return the last set-up of ``game`` with ``me`` seated; missing or invalid parts get defaults."""
    lineup = default_lineup(game, texts, me=me)
    stored = data.get(game) if isinstance(data, Mapping) else None
    if not isinstance(stored, Mapping):
        return lineup
    rules, levels = GAMES[game], (HUMAN, *GAMES[game].bots.levels)
    rows = stored.get("seats")
    if isinstance(rows, list) and rules.min_seats <= len(rows) <= rules.max_seats:
        seats = [Seat(*row) for row in rows if _is_seat(row, levels)]
        if len(seats) == len(rows):
            lineup.seats = seats
            lineup.added_bots = _added_bots(stored.get("guests"), len(seats))
    options = stored.get("options")
    if isinstance(options, Mapping):
        chosen = lineup.options | {name: options[name] for name in lineup.options if name in options}
        chosen = {name: tuple(v) if isinstance(v, list) else v for name, v in chosen.items()}
        try:
            rules.setup(chosen, len(lineup.seats), Rng(1))
        except InvalidOptions:
            pass
        else:
            lineup.options = chosen
    lineup.settle(texts)
    lineup.welcome(me, texts)
    return lineup


def _added_bots(rows: Json, count: int) -> dict[int, int]:
    """Return the valid entries of automatic bots among ``count`` seats."""
    pairs = [row for row in rows if isinstance(row, list) and len(row) == 2] if isinstance(rows, list) else []
    return {
        place: asked
        for place, asked in pairs
        if isinstance(place, int) and isinstance(asked, int) and 0 <= place < count
    }


def _is_seat(row: Json, levels: Sequence[str]) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and all(isinstance(part, str) for part in row)
        and 0 < len(row[0]) <= LONGEST_NAME
        and row[1] in levels
        and row[2] in FIGURES
    )
