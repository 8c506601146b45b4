"""What a result says, as a value: who has won, how every sum adds up, the best moment and what is new."""

from collections.abc import Sequence
from typing import NamedTuple

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine import match_texts, score_sheet
from game.engine.texts import Texts
from game.player.stats import News
from game.scenes.result.headline import Headline, has_won, headline_of, place_of, ranked


class PlacedRow(NamedTuple):
    """A row with what came of it."""

    row: score_sheet.ScoreRow
    #: whose sum it is, in words
    names: str
    #: from 1 on; equal ones share it
    place: int
    #: it is lit: where all win or lose together none is
    won: bool
    #: it is that of the only person, to be found at a glance whoever has won
    own: bool


class MatchOutcome(NamedTuple):
    """All that the result of a match, or of a round of it, says."""

    sheet: score_sheet.ScoreSheet
    headline: Headline
    #: from first to last
    rows: tuple[PlacedRow, ...]
    #: how it is counted, and of a whole match which round it was or how long it took
    rule: str
    #: the best moment so far: what stands over it, and what it was
    title: str
    moment: str
    #: what is new, the most important first
    news: tuple[str, ...]

    def of(self, seat: int) -> PlacedRow:
        """The row of a seat or of a team."""
        return next(placed for placed in self.rows if placed.row.seat == seat)

    @property
    def told(self) -> list[str]:
        """What is told beside the sums."""
        return [*([f"{self.title}: {self.moment}"] if self.moment else []), *self.news]

    def spoken(self, texts: Texts) -> str:
        """Who has won, the places with their points, and the best moment."""
        rows = [
            f"{placed.place}. {placed.names}: "
            + ", ".join(filter(None, (texts.number(placed.row.total), placed.row.remark)))
            for placed in self.rows
        ]
        return texts.sentences([self.headline.title, self.headline.under, *rows, *self.told])


def outcome_of(
    texts: Texts, match: AnyMatch, moment: Moment | None = None, news: Sequence[News] = (), *, between: bool = False
) -> MatchOutcome:
    """What there is to say of a match, or where further rounds come ``between`` and its end, of its last round."""
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
        headline_of(texts, match, sheet),
        tuple(placed),
        " · ".join(filter(None, (note, texts(sheet.rule)))),
        # between two rounds there may be a better one to come
        texts("result.moment" if match.is_over else "result.moment_so_far"),
        sentence_of(texts, match, moment) if moment else "",
        tuple(_news_line(texts, one) for one in news),
    )


def sentence_of(texts: Texts, match: AnyMatch, moment: Moment) -> str:
    """The moment in one sentence; whoever alone plays is spoken to."""
    told: dict[str, object] = {
        # a time is as exact when it happens to be whole
        name: texts.number(value, 1) if name == "seconds" else int(value)
        for name, value in moment.numbers
    }
    other = match_texts.name_of(match.seats, moment.other) if moment.other >= 0 else ""
    key = f"{match.game.name}.moment.{moment.key}"
    return texts(key, name=match_texts.name_of(match.seats, moment.seat), to=other, **told)


def _news_line(texts: Texts, one: News) -> str:
    blanks: dict[str, object] = dict(one.blanks)
    if "level" in blanks:
        blanks["level"] = texts(f"level.{blanks['level']}")
    return texts(f"news.{one.key}", **blanks)
