"""The presentation of Twin It!: box art, table, result and help pages."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from pygame import Surface

from game.core.records import MatchRecord, Moment
from game.engine import palette, presentation
from game.engine.kit import Kit
from game.games.twin_it import deck, faces, howto, look_back, result, scheduler, state, view
from game.games.twin_it import events as ev
from game.games.twin_it.game import TwinIt
from game.games.twin_it.table import TwinItTable
from game.games.twin_it.texts import TwinItTexts

if TYPE_CHECKING:
    from game.services.context import Context


class TwinItPresentation(presentation.LivePresentation[state.State, state.Action, ev.Event, view.View]):
    """The presentation half of Twin It!."""

    game = TwinIt()
    box = presentation.BoxArt(244, 270, (presentation.BoxName(122, 111, 37, 150, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = TwinItTable
    match_texts = TwinItTexts

    examples: ClassVar[Mapping[str, str]] = {
        "after_contest": "star star.1 @restart",
        "buzzers": "buzzer/ready",
        "calm": "waves @pause",
        "flip_after": "stack/tulips @clock",
        "flip_gap": "stack/sun @clock",
        "flipper_handicap": "zigzag @clock",
        "forbidden": "triple/rose @close",
        "handicap": "yinyang @clock",
        "honest": "pair/hearts @check",
        "minute": "stack/sun @clock",
        "sets": "pair/hearts pair/sun pair/star",
        "team_window": "team/0 team/1",
        "tie_margin": "buzzer/pressed buzzer/pressed",
        "touch_window": "star star.1 @clock",
        "mode": "star star.1",
    }

    def look_back(
        self, context: "Context", match: scheduler.TwinItMatch, records: Sequence[MatchRecord]
    ) -> look_back.Page:
        return look_back.Page(context, look_back.look_back_of(context.texts, match, records))

    moment_ratio = 1.1

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(faces.won(pattern, 2) for pattern in moment.cards)

    def position_faces(self, view: view.View) -> tuple[tuple[str, ...], ...]:
        return (tuple(faces.single(face.pattern) for face in view.faces),)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return faces.TwinItFaces(kit).plain((number * 17) % deck.PATTERN_COUNT, w)

    def weight(self, event: ev.Event) -> presentation.Weight:
        return result.weight(event)
