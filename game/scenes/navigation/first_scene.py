"""The first scene: the title, or the table that the command line asks for."""

from game.core.options import InvalidOptions
from game.engine.transitions import Reset, Transition
from game.player import lineup, saves
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.launch_request import LaunchRequest


def first_scene(context: Context, request: LaunchRequest) -> Transition:
    """Open the scene of ``request``."""
    if request.join_link is not None:
        return Reset(routes.party_entry(context, request.join_link))
    if not request.game:
        return Reset(routes.title(context))
    chosen = lineup.stored_lineup(
        request.game, context.stored("setup", "file.setup"), context.texts, context.settings.me
    )
    if request.seats:
        chosen.seats = lineup.named_seats(request.seats, context.texts)
        chosen.welcome(context.settings.me, context.texts)
    if request.options is not None:
        chosen.options = lineup.default_lineup(request.game, context.texts).options | {
            name: tuple(value) if isinstance(value, list) else value for name, value in request.options.items()
        }
    chosen.seed = request.seed if request.seed is not None else lineup.new_seed(context.clock.wall_ms())
    context.notices += chosen.settle(context.texts)
    try:
        match = chosen.match()
    except InvalidOptions as error:
        # house rules that fit some numbers of seats, but not that of the last set-up
        context.tell(f"reason.{error.reason}", **error.details)
        return Reset(routes.setup(context, request.game))
    if saves.shelve(context, request.game):
        context.tell("notice.match_before")
    return Reset(routes.table(context, match))
