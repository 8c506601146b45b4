"""The one line in the set-up that offers the guided first game to whoever has not played a game yet."""

from __future__ import annotations

from game.app.context import Context
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.layout import Box
from game.engine.transitions import Push, Transition
from game.engine.widgets import Button, RoundButton, Use, Widget
from game.player import lessons
from game.scenes.navigation import routes

#: how high the line is, and how far it lies from what is around it
OFFER, OFFER_GAP = 76.0, 12.0


def lesson_offer(context: Context, plate: Backdrop, game: str, box: Box, pass_over: Use) -> list[Widget]:
    """Bake the line into ``box`` and return its buttons: to the lesson, and ``pass_over`` to hear no more of it."""
    kit, texts, tall = plate.kit, context.texts, context.frame.tall
    plate.paper(box, 16)
    close = RoundButton(
        kit, "lesson-no", box.x + box.w - 32, box.y + box.h / 2, texts("lesson.no"), pass_over, icon="close", side=40
    )
    wide = 220.0 if tall else 150.0
    go = Box(box.x + box.w - 66 - wide, box.y + 7, wide, box.h - 18)
    # side by side: as high as any target, but no wider than up to its neighbour
    close.item.box = Box(go.x + go.w + 2, box.y, box.x + box.w - go.x - go.w - 2, box.h)
    begun = lessons.progress(context, game)
    offer = (
        texts("lesson.offer_on", number=begun[0], count=begun[1])
        if begun
        else texts("lesson.offer", minutes=lessons.minutes(game))
    )
    words = kit.paragraph_plain(
        offer,
        19,
        go.x - box.x - 30,
        face=text.BLACK,
        high=box.h - 8,
    )
    plate.put(words, box.x + 18, box.y + box.h / 2 + 2)

    def use() -> Transition:
        lessons.was_offered(context, game)
        return Push(routes.lesson(context, game))

    label = texts("lesson.resume" if begun else "lesson.yes")
    return [Button(kit, "lesson", go, label, use, kind="good", size=20), close]
