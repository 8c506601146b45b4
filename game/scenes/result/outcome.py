"""The texts of a result, as a value: winner, sums, best moment and news."""

from collections.abc import Sequence
from typing import NamedTuple

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine import match_texts, score_sheet
from game.engine.score_sheet import ScoreRow, ScoreSheet
from game.engine.texts import Texts
from game.player.stats import News


class Headline(NamedTuple):
    """The heading of a result."""

    #: the result, and below it the margin
    title: str
    under: str
    #: the seat whose figure is beside it, or -1
    seat: int
    #: a person has won, or all together have
    glad: bool


def has_won(row: ScoreRow, winners: tuple[int, ...]) -> bool:
    """Return True if the row's seat or a member of its team is among the winners."""
    return not set(winners).isdisjoint(row.members)


def ranked(sheet: ScoreSheet, winners: tuple[int, ...]) -> list[ScoreRow]:
    """Return the rows from first to last, the winners first."""
    return sorted(sheet.rows, key=lambda row: (-row.total, not has_won(row, winners), -row.tie, row.seat))


def place_of(row: ScoreRow, rows: Sequence[ScoreRow], winners: tuple[int, ...]) -> int:
    """Return the place of a row: equal rows share it, but only winners are first once there are any."""
    place = 1 + sum((other.total, other.tie) > (row.total, row.tie) for other in rows)
    decided = any(has_won(other, winners) for other in rows)
    return 2 if place == 1 and decided and not has_won(row, winners) else place


def headline_of(
    texts: Texts, match: AnyMatch, sheet: ScoreSheet, best: int | None = None, seat: int | None = None
) -> Headline:
    """Return the headline of a finished match, or of a round after which others follow.

    Below the winner it tells of ``seat``, or of the best person.
    """
    return _Speaker(texts, match, sheet, best, seat).headline()


class _Speaker:
    """Chooses the texts for one result."""

    def __init__(
        self, texts: Texts, match: AnyMatch, sheet: ScoreSheet, best: int | None, seat: int | None = None
    ) -> None:
        self.texts, self.match, self.sheet = texts, match, sheet
        #: a cooperative group's best score before this match
        self.before = best
        self.winners = match.game.winners(match.state)
        self.rows = ranked(sheet, self.winners)
        people = set(match.humans)
        #: the row of the only person, or None
        self.own = self._first(people) if len(people) == 1 else None
        #: the row of the seat that is asked for, or the best one of a person
        self.best = self._first(people if seat is None else {seat})

    def _first(self, seats: set[int]) -> ScoreRow | None:
        return next((row for row in self.rows if seats & set(row.members)), None)

    def headline(self) -> Headline:
        """Return the headline."""
        if not self.match.is_over:
            return self._between()
        medal = self.match.game.records.medal(self.match.state)
        if medal >= 0:
            seat = (self.match.humans or [0])[0]
            reached, compared = self.sheet.reached, self._compared()
            under = self.texts.sentences([reached, compared]) if compared else reached
            return Headline(self.texts(f"result.together.{medal}"), under, seat, medal > 0)
        won = [row for row in self.rows if has_won(row, self.winners)]
        people = {seat for row in won for seat in row.members} & set(self.match.humans)
        seat = min(people, default=won[0].members[0])
        if len(won) == 1 and self.own and self.own.in_team:
            return self._own_team(self.own, won[0])
        title, under = self._shared(won) if len(won) > 1 else self._alone(won[0])
        return Headline(title, under, seat, bool(people))

    def _compared(self) -> str:
        """Return how a cooperative group's points compare with its best before, or "" in its first match."""
        best, total = self.before, sum(row.total for row in self.rows)
        if best is None:
            return ""
        key = "beaten" if total > best else "equal" if total == best else "stays"
        return self.texts(f"result.best.{key}", amount=self._amount(best))

    def _own_team(self, own: ScoreRow, won: ScoreRow) -> Headline:
        """Return the headline of a match that one of two teams has won, for the only person."""
        other = next(row for row in self.rows if row != own)
        key = "result.team_wins" if own == won else "result.team_loses"
        names = self.texts.listed([self.match.seats[seat].name for seat in own.members])
        under = self._tie() if own.total == other.total else f"{own.label}: {names}"
        return Headline(self.texts(key, own=own.total, other=other.total), under, self.match.humans[0], own == won)

    def _alone(self, won: ScoreRow) -> tuple[str, str]:
        texts = self.texts
        if won == self.own:
            title = texts("result.you_win")
        else:
            people = set(won.members) & set(self.match.humans)
            title = texts("result.wins_glad" if people else "result.wins", name=won.label)
        beaten = [row for row in self.rows if row != won]
        subject = self.own or self.best
        if subject is not None and subject != won:
            return title, self._behind(subject, won)
        if not beaten:
            return title, ""
        if beaten[0].total == won.total:
            return title, self._tie()
        return title, texts("result.ahead", amount=self._amount(won.total - beaten[0].total))

    def _behind(self, row: ScoreRow, won: ScoreRow) -> str:
        """Return the text for a person, or the best of several, who has not won."""
        texts = self.texts
        if row.total == won.total:
            return self._tie()
        lead = won.total - row.total
        if row == self.own and len(self.rows) == 2:
            # a second place among two is none
            return texts("result.you_lose", amount=texts(f"unit.{self.sheet.unit}.by", count=lead))
        place = self._place(row)
        beside = [other for other in self.rows if other != row and self._place(other) == place]
        key = "result.you_behind" if row == self.own else "result.behind"
        blanks = {"place": texts.place(place), "amount": self._amount(lead), "name": row.label}
        return texts(f"{key}_shared", names=self._listed(beside), **blanks) if beside else texts(key, **blanks)

    def _tie(self) -> str:
        key = f"{self.match.game.name}.tie"
        return self.texts(key if self.texts.has(key) else "result.tie_break")

    def _place(self, row: ScoreRow) -> int:
        return place_of(row, self.rows, self.winners)

    def _listed(self, rows: list[ScoreRow]) -> str:
        return self.texts.listed([row.label for row in rows])

    def _shared(self, won: list[ScoreRow]) -> tuple[str, str]:
        texts = self.texts
        if self.own in won:
            others = [row for row in won if row != self.own]
            return texts("result.shared"), texts("result.you_share", names=self._listed(others))
        share, subject = texts("result.share", names=self._listed(won)), self.own or self.best
        if subject is None or subject in won:
            return texts("result.shared"), share
        return texts("result.shared"), texts.sentences([share, self._behind(subject, won[0])])

    def _between(self) -> Headline:
        texts, first = self.texts, self.rows[0]
        title = self.sheet.note or texts("result.title")
        return Headline(title, self._level() or self._leads(first, self.own), -1, False)

    def _level(self) -> str:
        """Return the text for a shared lead, or "" for a single leader."""
        texts, first = self.texts, self.rows[0]
        level = [row for row in self.rows if row.total == first.total]
        if len(level) == 1:
            return ""
        if self.own in level:
            return texts("result.you_level", names=self._listed([row for row in level if row != self.own]))
        text = texts("result.level", names=self._listed(level))
        if self.own is None:
            return text
        return texts.sentences([text, texts("result.you_trail", amount=self._amount(first.total - self.own.total))])

    def _leads(self, first: ScoreRow, own: ScoreRow | None) -> str:
        """Return the leader and the lead, or how far the only person is behind."""
        texts = self.texts
        amount = self._amount(first.total - self.rows[1].total) if len(self.rows) > 1 else ""
        if first == own:
            return texts("result.you_lead", amount=amount)
        name = first.label
        if own is not None:
            return texts("result.leads_you", name=name, amount=self._amount(first.total - own.total))
        return texts("result.leads", name=name, amount=amount)

    def _amount(self, count: int) -> str:
        """Return an amount in the game's unit: points, letters, stars."""
        return self.texts(f"unit.{self.sheet.unit}", count=count)


class PlacedRow(NamedTuple):
    """A row with its place."""

    row: score_sheet.ScoreRow
    #: the owner or owners of the sum, in words
    names: str
    #: from 1 on; equal rows share it
    place: int
    #: highlighted; no row is if all win or lose together
    won: bool
    #: the only person's row, marked so that it is easy to find
    own: bool


class MatchOutcome(NamedTuple):
    """All texts of the result of a match, or of a round of it."""

    sheet: score_sheet.ScoreSheet
    headline: Headline
    #: from first to last
    rows: tuple[PlacedRow, ...]
    #: the scoring; for a whole match also the round or the duration
    rule: str
    #: the best moment so far: its heading and its text
    title: str
    moment: str
    #: news, the most important first; and the goals among them
    news: tuple[str, ...]
    goals: tuple[str, ...]

    def of(self, seat: int) -> PlacedRow:
        """Return the row of a seat or of a team."""
        return next(placed for placed in self.rows if placed.row.seat == seat)

    @property
    def side_texts(self) -> list[str]:
        """Texts beside the sums."""
        return [*([f"{self.title}: {self.moment}"] if self.moment else []), *self.news]

    def spoken(self, texts: Texts) -> str:
        """Return the winner, the places with their points, and the best moment, for screen readers."""
        rows = [
            f"{placed.place}. {placed.names}: "
            + ", ".join(filter(None, (texts.number(placed.row.total), *placed.row.remarks)))
            for placed in self.rows
        ]
        return texts.sentences([self.headline.title, self.headline.under, *rows, *self.side_texts])


def outcome_of(
    texts: Texts,
    match: AnyMatch,
    moment: Moment | None = None,
    news: Sequence[News] = (),
    *,
    between: bool = False,
    best: int | None = None,
) -> MatchOutcome:
    """Return the outcome of a match or, ``between`` rounds, of its last round; ``best`` is a group's best before it."""
    sheet = score_sheet.filled_in(PRESENTATIONS[match.game.name].score_sheet(texts, match))
    winners, people = match.game.winners(match.state), set(match.humans)
    rows = ranked(sheet, winners)
    placed = [
        PlacedRow(
            row,
            texts.listed([match.seats[seat].name for seat in row.members]),
            place_of(row, rows, winners),
            has_won(row, winners) and not sheet.together,
            len(people) == 1 < len(rows) and not people.isdisjoint(row.members),
        )
        for row in rows
    ]
    note = "" if between or sheet.together else sheet.note
    return MatchOutcome(
        sheet,
        headline_of(texts, match, sheet, best),
        tuple(placed),
        " · ".join(filter(None, (note, texts(sheet.rule)))),
        _moment_title(texts, match, moment),
        sentence_of(texts, match, moment) if moment else "",
        tuple(_news_line(texts, one) for one in news),
        tuple(_news_line(texts, one) for one in news if one.key in ("goal", "goal_of")),
    )


def _moment_title(texts: Texts, match: AnyMatch, moment: Moment | None) -> str:
    """Return the heading of the best moment; one of anybody but a person who has won says whose it is."""
    if not match.is_over:
        # after further rounds there may be a better one
        return texts("result.moment_so_far")
    winners = match.game.winners(match.state)
    if moment and moment.glad and winners and not (moment.seat in match.humans and moment.seat in winners):
        return texts("result.moment_of", name=match_texts.name_of(match.seats, moment.seat))
    return texts("result.moment" if moment is None or moment.glad else "review.moment")


def sentence_of(texts: Texts, match: AnyMatch, moment: Moment) -> str:
    """Return the moment in one sentence; a person playing alone is addressed as "you"."""
    other = match_texts.name_of(match.seats, moment.other) if moment.other >= 0 else ""
    name = match_texts.name_of(match.seats, moment.seat)
    return moment_text(texts, f"{match.game.name}.moment.{moment.key}", moment.numbers, name, other)


def moment_text(texts: Texts, key: str, numbers: Sequence[tuple[str, float]], name: str, to: str) -> str:
    """Return the sentence ``key`` about what ``name`` did, with these numbers, perhaps to another."""
    # times keep their decimal even if whole
    blanks: dict[str, object] = {
        blank: texts.number(value, 1) if blank == "seconds" else int(value) for blank, value in numbers
    }
    for blank, value in numbers:
        several = f"{key.partition('.')[0]}.several.{value:.0f}"
        if blank == "count":
            blanks["amount"] = texts.amount(int(value))
        elif texts.has(several):
            # the cards of a set: Neunen, 9s
            blanks[f"{blank}s"] = texts(several)
    return texts(key, name=name, to=to, **blanks)


def _news_line(texts: Texts, one: News) -> str:
    blanks: dict[str, object] = dict(one.blanks)
    if "level" in blanks:
        blanks["level"] = texts(f"level.{blanks['level']}")
    if "goal" in blanks:
        blanks["goal"] = texts(str(blanks["goal"]))
    return texts(f"news.{one.key}", **blanks)
