"""A review on the screen, for tests of it."""

from finished import finished
from player import Player

from game.ai.judgement import JudgedDecision
from game.ai.review import Effect, Review, decision_points
from game.core.match import AnyMatch
from game.engine.transitions import Push
from game.engine.widgets import Painted
from game.player import reviews
from game.scenes.navigation import routes


def painted(scene, draw) -> list[tuple[object, ...]]:
    """Return what a function draws in a scene."""
    paints = [widget.paint for widget in scene.widgets if isinstance(widget, Painted)]
    return [paint.args for paint in paints if paint.func is draw]


def opened(match: AnyMatch, player: Player | None = None, *known: Review) -> Player:
    """Return a player at the review of a match, of which these parts are stored."""
    player = player or Player()
    for found in known:
        reviews.store_review(player.app.context, match, found)
    player.app.stack.carry_out(Push(routes.review(player.app.context, match)))
    player.wait(32)
    return player


def whole(player: Player) -> Review:
    """Wait until a review is complete."""
    assert player.wait(600_000, lambda: player.scene.now.done)
    return player.scene.found


def nein_danke() -> AnyMatch:
    return finished("nein_danke", 3, 2)


def untroubled(match: AnyMatch, result: float, chance: float, points: float = 0.0) -> Review:
    """Return a whole review without a measurable difference in chances; the first decision costs some points."""
    rows = [
        JudgedDecision(step.place, step.played, step.played, chance, chance, 0.0)
        for step in decision_points(match, 0)
        if step
    ]
    first = next(filter(None, decision_points(match, 0)))
    other = next(action for action in match.game.legal_actions(first.state) if action != first.played)
    if points:
        rows[0] = rows[0]._replace(best=other, error=0.04, margin=-30.0, best_margin=points - 30.0, margin_error=1.0)
    return Review(0, tuple(rows), result, Effect(0.0, 0.0))
