"""The first scene: the title, or the table that the command line asks for."""

from __future__ import annotations

from game import lineup
from game.context import Context
from game.engine.scene import Reset, Transition
from game.scenes import routes
from game.start import Wish


def first(context: Context, wish: Wish) -> Transition:
    """Open what ``wish`` asks for."""
    if not wish.game:
        return Reset(routes.title(context))
    chosen = lineup.remembered(wish.game, context.stored("setup", "file.setup"), context.texts)
    if wish.seats:
        chosen.seats = lineup.named(wish.seats, context.texts)
    chosen.seed = wish.seed if wish.seed is not None else lineup.fresh_seed(context.clock.wall_ms())
    return Reset(routes.table(context, chosen.match()))
