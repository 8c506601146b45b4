"""The result of Twin It!: all players' sets, or the medal of a group."""

from collections.abc import Sequence
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from game.core.match import Seat
from game.engine import fonts, layout, palette, presentation
from game.engine.canvas import Canvas
from game.engine.score_sheet import ScoreRow, ScoreSheet, SheetPictures, Term
from game.engine.texts import Texts
from game.games.twin_it import bots, faces, medals, scoring
from game.games.twin_it import events as ev
from game.games.twin_it.history import overlooked_in
from game.games.twin_it.pieces import cell_plain
from game.games.twin_it.state import MINUTE, State, WonSet
from game.games.twin_it.view import view_of

if TYPE_CHECKING:
    from game.services.context import Context

#: greatest width of a set, and the distance to its neighbour in widths
WIDEST, SET_PITCH = 104.0, 1.14
#: distance of the number of missed pairs from the last of them
LABEL_GAP = 4.0
#: the minute: height of the medal in a tall window, and greatest of a row, which has many missed pairs
STANDING, HIGH_ROW = 250.0, 520.0
#: event -> its kind for the replay's jumps
WEIGHTS: dict[type, presentation.Weight] = {
    ev.CardFlipped: "turn",
    ev.SetWon: "gain",
    ev.SetStolen: "gain",
    ev.SetCollected: "gain",
    ev.SetExtended: "gain",
    ev.ErrorMade: "error",
    ev.CollectRefused: "error",
}


def weight(event: ev.Event) -> presentation.Weight:
    """Return the kind of an event for a replay."""
    return WEIGHTS.get(type(event), "")


def sides_of(state: State) -> list[tuple[int, ...]]:
    """Return the seats of each row: those of a team; in other modes, the co-operative minute included, one each."""
    if state.options.in_teams:
        return [state.members(side) for side in range(2)]
    return [(seat,) for seat in range(state.seats)]


def sets_of(state: State, seats: tuple[int, ...]) -> tuple[WonSet, ...]:
    """Return the sets of these seats in the order won."""
    return tuple(sorted((one for seat in seats for one in state.sets[seat]), key=lambda one: one.won_at))


def worth_of(state: State, one: WonSet) -> int:
    """Return the points of a set (rule text, sections 2 and 5)."""
    if not scoring.is_valid(state, one):
        return 0
    return len(one.faces) - 1 if state.options.timed else 1


#: number of sets that wins -> its rule
RULES = {5: "rule", 7: "rule_of_seven", 10: "rule_of_ten"}


def sheet_of(texts: Texts, seats: Sequence[Seat], state: State) -> ScoreSheet:
    """Build the score sheet of a finished match; sets are counted one by one, pairs first."""
    timed, rows = state.options.timed, []
    rule = "rule_timed" if timed else RULES[state.options.sets]
    for side, members in enumerate(sides_of(state)):
        sets = sets_of(state, members)
        pairs, triples = ([worth_of(state, one) if len(one.faces) == size else 0 for one in sets] for size in (2, 3))
        terms = tuple(
            # points are told from the sets that they are for
            Term(f"twin_it.result.{name}_worth", sum(points), sum(map(bool, points)))
            if timed
            else Term(f"twin_it.result.{name}", sum(points))
            for name, points in (("pairs", pairs), ("triples", triples))
        )
        label = texts(f"team.{side}") if state.options.in_teams else seats[side].name
        counts = tuple(accumulate(pairs, initial=0))
        total, teams = sum(pairs) + sum(triples), state.options.in_teams
        level = bots.played_level(seats[members[0]].kind, state.options.calm)
        rows.append(ScoreRow(side, terms, total, counts, label, members, level=level, in_team=teams))
    return ScoreSheet(
        tuple(rows),
        rule=f"twin_it.result.{rule}",
        note=_took(texts, state),
        unit="points" if timed else "sets",
        at_once=not timed,
        signed=False,
        together=state.options.mode == MINUTE,
        reached=_reached(texts, state),
    )


def _reached(texts: Texts, state: State) -> str:
    """Return the medal and the points of the co-operative minute, or "" in other modes."""
    level = scoring.level(state)
    if level < 0:
        return ""
    medal, points = f"twin_it.level.{scoring.LEVEL_NAMES[level]}", scoring.scores(state)[0]
    return f"{texts(medal)}: {texts('twin_it.points', count=points)}"


def _took(texts: Texts, state: State) -> str:
    """Return the text of the game's duration, or "" in the calm mode."""
    if state.options.calm:
        return ""
    minutes, seconds = divmod(state.now // 1000, 60)
    return texts("twin_it.result.time", minutes=minutes, seconds=f"{seconds:02d}")


class Fitted(NamedTuple):
    """Equal cells before a label: their width and columns, and True if the label is below them and not behind."""

    w: float
    columns: int
    below: bool


def fit_before(count: int, box: layout.Box, widest: float, label: layout.Box) -> Fitted:
    """Return the largest cells for ``count`` sets in ``box`` that leave room for a ``label``."""
    found = []
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        last = count - columns * (rows - 1)
        across = min(widest, box.w / (SET_PITCH * columns))
        behind = min(across, box.h / (SET_PITCH * rows), (box.w - label.w) / (SET_PITCH * last))
        below = min(across, (box.h - label.h) / (SET_PITCH * rows))
        found.append((below, -rows, 0, Fitted(below, columns, True)))
        if rows == 1 or behind * SET_PITCH >= label.h:
            # else the label would reach into the row above
            found.append((behind, -rows, 1, Fitted(behind, columns, False)))
    return max(found)[-1]


class Pictures(SheetPictures):
    """The sets of a finished match, and the medal of a group."""

    def __init__(self, context: "Context", state: State) -> None:
        super().__init__(context)
        self.state, self.timed = state, state.options.timed
        if state.options.mode == MINUTE:
            self.standing_height, self.row_height, self.tall_row_height = STANDING, HIGH_ROW, HIGH_ROW
        self.sets = [sets_of(state, seats) for seats in sides_of(state)]
        #: the minute: the patterns of the pairs that nobody found
        self.missed = overlooked_in(view_of(state, 0), state.now) if state.options.mode == MINUTE else []

    def build(self) -> None:
        self.faces = faces.TwinItFaces(self.kit, self.context.settings.colours == "grey")

    def draw_cards(self, canvas: Canvas, seat: int, box: layout.Box, pieces: int, bright: bool) -> None:
        """Draw the sets as small cards and the places of those that lack to win, the uncounted ones dark.

        In timed play there are no such places, counted sets show their points, and missed pairs follow in the dark.
        """
        kit, sets = self.kit, self.sets[seat]
        count = len(sets) + len(self.missed) if self.timed else max(self.state.options.sets, len(sets))
        if not count:
            if seat == 0 and self.state.options.mode == MINUTE:
                self._draw_advice(canvas, box)
            return
        # the size of the fullest row in every row
        most = max(count, max(map(len, self.sets)) + len(self.missed))
        label = self._missed_label()
        widest = fit_before(most, box, WIDEST, label).w
        w, columns, below = fit_before(count, box, widest, label)
        high, rows = w * SET_PITCH, ceil(count / columns)
        top = box.y + (box.h - high * rows - (label.h if below else 0)) / 2
        places = [
            (box.x + (number % columns + 0.5) * w * SET_PITCH, top + (number // columns + 0.5) * high)
            for number in range(count)
        ]
        if self.missed and pieces >= len(sets):
            self._draw_missed(canvas, places[len(sets) :], w)
            x, y = places[-1]
            at = (box.x, top + high * rows + label.h / 2) if below else (x + SET_PITCH / 2 * w + LABEL_GAP, y)
            canvas.put_left(self._pill(), *at)
        for x, y in places[len(sets) :] if not self.timed else ():
            canvas.put_centred(kit.scene_image(cell_plain, w * 0.86), x, y)
        for number, (one, (x, y)) in enumerate(zip(sets, places, strict=False)):
            worth = worth_of(self.state, one)
            face = faces.won(self.state.deck[one.faces[0]], len(one.faces))
            shown = number < pieces
            canvas.put_centred(self.faces(face, w, "rest" if shown and (worth or not self.timed) else "dim"), x, y)
            if shown and self.timed and w >= 30:
                fill, text = (palette.GOLD, str(worth)) if worth else (palette.WARNING, self.texts.number(0))
                pill = kit.pill(text, max(11.0, w * 0.22), fill, palette.INK if worth else palette.CREAM, fonts.DISPLAY)
                canvas.put_centred(pill, x + w * 0.3, y + w * 0.36)

    def _draw_advice(self, canvas: Canvas, box: layout.Box) -> None:
        """Draw what brings the first medal, where no pair was ever there to be found."""
        texts, least = self.texts, scoring.LEVELS[self.state.seats][0]
        text = texts("twin_it.result.idle", count=least, level=texts(f"twin_it.level.{scoring.LEVEL_NAMES[1]}"))
        canvas.put_left(self.kit.paragraph(text, 20, box.w, palette.CREAM, fonts.STRONG, box.h), box.x, box.centre[1])

    def _draw_missed(self, canvas: Canvas, places: Sequence[tuple[float, float]], w: float) -> None:
        """Draw the missed pairs dark."""
        for pattern, (x, y) in zip(self.missed, places, strict=True):
            canvas.put_centred(self.faces(faces.won(pattern, 2), w, "dim"), x, y)

    def _pill(self) -> Surface:
        """Return the number of missed pairs."""
        return self.kit.pill(self.texts("twin_it.result.open", count=len(self.missed)), 16)

    def _missed_label(self) -> layout.Box:
        """Return the size of that number with its distance from the last pair; none without a missed one."""
        if not self.missed:
            return layout.Box(0, 0, 0, 0)
        wide, high = (side / self.kit.scale for side in self._pill().get_size())
        return layout.Box(0, 0, wide + LABEL_GAP, high + LABEL_GAP)

    def draw_standing(self, canvas: Canvas, box: layout.Box, total: int, done: bool) -> None:
        medals.draw(self.context, canvas, box, total, scoring.LEVELS[self.state.seats], done)
