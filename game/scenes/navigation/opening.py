"""The first scene: the title, or the table that the command line asks for."""

from game.app.context import Context
from game.app.start import Wish
from game.core.options import BadOptions
from game.engine.transitions import Reset, Transition
from game.player import lineup, saves
from game.scenes.navigation import routes


def first(context: Context, wish: Wish) -> Transition:
    """Open what ``wish`` asks for."""
    if wish.way is not None:
        return Reset(routes.visit(context, wish.way))
    if not wish.game:
        return Reset(routes.title(context))
    chosen = lineup.remembered(wish.game, context.stored("setup", "file.setup"), context.texts, context.settings.me)
    if wish.seats:
        chosen.seats = lineup.named(wish.seats, context.texts)
        chosen.welcome(context.settings.me, context.texts)
    if wish.options is not None:
        chosen.options = lineup.standard(wish.game, context.texts).options | {
            name: tuple(value) if isinstance(value, list) else value for name, value in wish.options.items()
        }
    chosen.seed = wish.seed if wish.seed is not None else lineup.fresh_seed(context.clock.wall_ms())
    context.notices += chosen.settle(context.texts)
    try:
        match = chosen.match()
    except BadOptions as error:
        # house rules that fit some number of seats, but not the one of the last set-up
        context.tell(f"reason.{error.reason}", **error.details)
        return Reset(routes.setup(context, wish.game))
    if saves.put_away(context, wish.game):
        context.tell("notice.match_before")
    return Reset(routes.table(context, match))
