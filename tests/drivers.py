"""The driver of the open table, in either scene."""

from game.table.film import Playback


def driver_of(scene):
    """Return the driver of a scene's table."""
    return getattr(scene, "driver", scene)


def shows_lesson_text(scene) -> bool:
    """Return whether a lesson shows its text, and no animation is left."""
    busy = hasattr(scene, "director") and scene.director.busy
    return driver_of(scene).says and not busy


def transition_after(scene):
    """Return the transition that follows the result of a scene; None if it shows none."""
    return getattr(scene, "after", None)


def is_replay(scene) -> bool:
    """Return whether a scene shows a replay."""
    return isinstance(getattr(scene, "driver", None), Playback)
