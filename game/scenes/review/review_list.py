"""The mistakes of a reviewed game, costliest first: the move, a better one with its reason, and the cost."""

from typing import NamedTuple

from pygame import Surface

from game.ai.judgement import JudgedDecision
from game.ai.review import AnyDecisionPoint, AnyReview
from game.ai.rollouts import SURE
from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import require
from game.core.game import Action
from game.core.match import AnyMatch
from game.engine import figures, fonts, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.match_texts import name_of
from game.engine.palette import AMBER, GOLD, INK, SOFT_ON_PAPER, WARNING
from game.engine.texts import Texts
from game.table.film import place_text, turns_begun

#: width of a row's cost and of its two buttons; on a tall table these are below the text
COST, BUTTONS = 112.0, 156.0
#: width of the position in a wide row; in a tall one it is below the cost
POSITION = 92.0
MIDDLE = COST / 2 + 4
#: height of a button, and its distance from the row's edges
BUTTON, EDGE = 62.0, 16.0
#: minus sign of a text with a number
MINUS = "\u2212"
#: text sizes: the place, the two moves, the reason
PLACE_SIZE, MOVE_SIZE, WHY_SIZE = 17.0, 20.0, 18.0
#: height below which a reason is left out, as a multiple of its text size
LEAST_WHY = 1.0


def least_height(larger: float, tall: bool) -> float:
    """Return the minimum height of a row at a relative text scale."""
    return 128.0 * larger + 26 + BUTTON if tall else max(150.0, 156.0 * larger)


def button_boxes(box: Box, tall: bool) -> tuple[Box, Box]:
    """Return the boxes of a row's buttons."""
    if tall:
        wide, y = (box.w - COST - EDGE - 22) / 2, box.y + box.h - BUTTON - EDGE
        left = box.x + COST + 10
        return Box(left, y, wide, BUTTON), Box(left + wide + 12, y, wide, BUTTON)
    x, y = box.x + box.w - BUTTONS, box.y + box.h / 2
    return Box(x, y - 5 - BUTTON, BUTTONS - EDGE, BUTTON), Box(x, y + 5, BUTTONS - EDGE, BUTTON)


def cost_heights(h: float, larger: float, tall: bool) -> tuple[float, float]:
    """Return the heights in a row of its number and its cost: above the position, or centred."""
    number = 10 + 14 * larger if tall else h / 2 - 12 - 14 * larger
    return number, number + 30 + 14 * larger


def position_box(box: Box, larger: float, tall: bool) -> Box:
    """Return the box of a row's position: beside its text, or below its cost in a tall window."""
    if tall:
        top = box.y + cost_heights(box.h, larger, tall)[1] + 14 + 10 * larger
        return Box(box.x + 12, top, COST - 16, box.y + box.h - 14 - top)
    return Box(box.x + COST + 4, box.y + 12, POSITION - 12, box.h - 24)


class ReviewLine(NamedTuple):
    """The texts of a row."""

    #: place in the match
    place: str
    played: str
    best: str
    why: str
    cost: str
    error: str
    #: True if it cost only points of the lead
    of_lead: bool = False


def review_line_of(
    texts: Texts,
    match: AnyMatch,
    seat: int,
    row: JudgedDecision[Action],
    step: AnyDecisionPoint,
    unit: str,
    beside: int = 0,
) -> ReviewLine:
    """Return the texts of a mistake; ``unit`` is the game's unit, for one that cost points alone.

    Other mistakes of the turn cost ``beside`` points of chance.
    """
    game = match.game
    match_texts, view = PRESENTATIONS[game.name].match_texts(texts, match.seats), game.view(step.state, seat)
    place = place_text(texts, row.place, turns_begun(match))
    points = round(100 * row.cost)
    cost = texts("review.per_cent", number=texts.number(-points))
    error = texts.number(_below(points, 100 * SURE * row.error))
    moves = [match_texts.action(move, view) for move in (row.played, row.best)]
    worths, why = match_texts.worths(row.played, row.best, view), match_texts.why(row.why) if row.why else ""
    if row.why and require(game.hints).speaks_for(view, row.played, row.why):
        # the reason tells no difference
        why = texts("review.why_more") if row.cost else ""
    if row.cost and row.margin - row.best_margin > SURE * row.margin_error:
        # reasons are by points: they are wrong if the best move yields fewer of them
        why, worths = texts("review.why_wins"), ("", "")
    if row.points:
        lost = round(row.points)
        off, amount = _below(lost, SURE * row.margin_error), texts(f"unit.{unit}", count=lost)
        place = texts("review.costs_points", place=place, amount=amount)
        cost, error = f"{MINUS}{amount}", texts.number(off)
    if beside:
        why = texts.sentences([texts("review.beside", number=texts.number(-beside)), why])
    if row.unproved:
        # without its level, which would stand beside that of all other figures
        why = texts.sentences([why, texts("review.rough")])
    if worths[0]:
        moves = [texts("review.move_worth", move=move, worth=worth) for move, worth in zip(moves, worths, strict=True)]
    return ReviewLine(
        place,
        texts("review.played", name=name_of(match.seats, seat), move=moves[0]),
        texts("review.better", move=moves[1]),
        why,
        cost,
        texts("review.error", number=error),
        bool(row.points),
    )


def _below(cost: int, error: float) -> int:
    """Return an error as displayed: at least 1, and below the cost, which rounding could make equal."""
    return max(1, min(round(error), cost - 1))


def draw_row(kit: Kit, box: Box, number: int, row: ReviewLine, canvas: Canvas) -> None:
    """Draw a mistake's paper and its number, which may change while others are found."""
    tall = kit.frame.tall
    widgets.put_paper(canvas, kit, kit.scene_image(row_plain, box.w, box.h, row=row, tall=tall), box.x, box.y)
    at = cost_heights(box.h, kit.text_scale / kit.scale, tall)[0]
    canvas.put_centred(kit.pill(str(number), 17, GOLD), box.x + MIDDLE, box.y + at)


def row_plain(kit: Kit, w: float, h: float, row: ReviewLine, tall: bool) -> Surface:
    """Draw a mistake's paper; plain."""
    whole = kit.paper_plain(w, h, 16)
    margin, larger = kit.paper_margin(), kit.text_scale / kit.scale

    def put(picture: Surface, x: float, y: float, centred: bool = False) -> None:
        left = margin + kit.px(x) - (picture.get_width() // 2 if centred else 0)
        whole.blit(picture, (left, margin + kit.px(y) - picture.get_height() // 2))

    _, cost = cost_heights(h, larger, tall)
    put(kit.sticker_plain(row.cost, 32, AMBER if row.of_lead else WARNING, COST - 14), MIDDLE, cost, True)
    left = COST + 10 + (0 if tall else POSITION)
    room = w - left - EDGE - (0 if tall else BUTTONS - 6)
    low = h - BUTTON - EDGE - 6 if tall else h - 4
    top = 10.0
    put(kit.line_plain(row.place, PLACE_SIZE, SOFT_ON_PAPER, fonts.STRONG, room), left, top + PLACE_SIZE * larger / 2)
    top += (PLACE_SIZE + 5) * larger
    lines = (
        (row.played, MOVE_SIZE, fonts.STRONG),
        (row.best, MOVE_SIZE, fonts.BLACK),
        (row.why, WHY_SIZE, fonts.STRONG),
    )
    for line, size, face in lines:
        if low - top < LEAST_WHY * size * larger:
            # long moves left no room for a reason that can be read; it is spoken
            break
        # a long move takes a second line, and the reason the rest
        picture = kit.paragraph_plain(line, size, room, INK, face, low - top)
        whole.blit(picture, (margin + kit.px(left), margin + kit.px(top)))
        top += picture.get_height() / kit.scale - size * larger / 3 + 2
    return whole


class Verdict(NamedTuple):
    """The text if no decision is listed, with the figure's mood."""

    title: str
    text: str
    #: how often the moves were the expert's
    agreed: str
    mood: str
    #: what is left free below the text
    foot: float = 0.0


#: titles of verdicts by kind
TITLES = {
    "won": "review.none",
    "close": "review.none_close",
    "hidden": "review.none_close",
    "behind": "review.unclear",
    "small": "review.many",
}
#: height of the button of a verdict with the space around it
FOOT = 96.0
#: the largest loss that may hide in doubtful decisions of a game that is still praised
UNREPORTED = 0.1


def verdict_of(texts: Texts, found: AnyReview, seats: int, name: str) -> Verdict:
    """Return the verdict of a review without clear mistakes; only a game won without any is praised."""
    kind = "won" if found.result else "close" if found.close(seats) else "behind"
    if found.small or found.hidden > UNREPORTED:
        kind = "small" if found.small else "hidden"
    count = len(found.decisions)
    number = round(100 * (found.small or min(1.0, found.hidden)))
    return Verdict(
        texts(TITLES[kind]),
        texts(f"review.nothing_{kind}", name=name, number=number),
        texts("review.agreed", count=count, same=found.agreed) if count else "",
        "glad" if kind == "won" else "calm",
        FOOT if kind == "small" else 0.0,
    )


def draw_alone(kit: Kit, box: Box, verdict: Verdict, figure: str, canvas: Canvas) -> None:
    """Draw the text in place of the mistakes, on one paper."""
    paper = kit.scene_image(verdict_plain, box.w, box.h, verdict=verdict, figure=figure)
    widgets.put_paper(canvas, kit, paper, box.x, box.y)


def verdict_plain(kit: Kit, w: float, h: float, verdict: Verdict, figure: str) -> Surface:
    """Draw the player's figure above the verdict, centred on a paper; plain."""
    whole, margin = kit.paper_plain(w, h, 16), kit.paper_margin()
    larger, h = kit.text_scale / kit.scale, h - verdict.foot
    room, radius = min(w - 72, 520.0 * larger), min(64.0, h * 0.14)
    pictures = [
        figures.figure_plain(kit, figure, radius, verdict.mood),
        kit.line_plain(verdict.title, 34, INK, fonts.DISPLAY, room),
        kit.paragraph_plain(verdict.text, 22, room, INK, fonts.STRONG, h * 0.34, middle=True),
    ]
    if verdict.agreed:
        pictures.append(kit.line_plain(verdict.agreed, 18, SOFT_ON_PAPER, fonts.STRONG, room))
    gap = kit.px(min(18.0, h * 0.04))
    y = margin + (kit.px(h) - sum(picture.get_height() for picture in pictures) - gap * (len(pictures) - 1)) // 2
    for picture in pictures:
        whole.blit(picture, (margin + (kit.px(w) - picture.get_width()) // 2, y))
        y += picture.get_height() + gap
    return whole
