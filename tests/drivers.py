"""The driver of whatever table is open, whichever scene shows it."""

from game.table.film import Playback


def driver_of(scene):
    """What plays at the table of a scene."""
    return getattr(scene, "driver", scene)


def says(scene) -> bool:
    """Whether a lesson says what is due, and nothing else is being shown."""
    busy = hasattr(scene, "director") and scene.director.busy
    return driver_of(scene).says and not busy


def after_of(scene):
    """What follows the result that a scene shows; None where it shows none."""
    return getattr(scene, "after", None)


def is_replay(scene) -> bool:
    """Whether a match is watched again at a scene's table."""
    return isinstance(getattr(scene, "driver", None), Playback)
