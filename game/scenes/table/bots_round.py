"""The bots' moves between two decisions of the people at a table, and the button that hurries them."""

from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction
from game.table.turns.driver import TurnDriver
from game.table.turns.parts import WordButton

#: time of the bots' moves before the button is offered, in milliseconds at normal speed
LONG_MS = 1500.0
#: in one frame of the screen so many of the table are played, each so many times as long
FRAMES, FASTER = 3, 4.0
#: distance of the button above the hint's place, so that its word stays clear of the panel below
RAISED = 14.0


class BotsRound:
    """The moves of bots since a person's last decision; ``hurried`` once the next decision has been asked for."""

    def __init__(self, driver: TurnDriver) -> None:
        self._driver = driver
        self._passed_ms, self.hurried = 0.0, False

    def update(self, ms: float, showing: bool) -> bool:
        """Advance by ``ms`` milliseconds; return True if the button appears or disappears."""
        driver, offered = self._driver, self.offered
        if not driver.bots_alone:
            # the end of a round or match keeps its time, and so does what is dealt next
            self._passed_ms, self.hurried = 0.0, self.hurried and showing
        elif not driver.is_own and (pace := driver.context.settings.pace):
            self._passed_ms += ms / pace
        return self.offered != offered

    def end(self) -> None:
        """Begin anew, because somebody here is asked."""
        self._passed_ms, self.hurried = 0.0, False

    def hurry(self) -> None:
        """Play on at a fast pace until somebody here is asked."""
        self.hurried = True

    @property
    def offered(self) -> bool:
        """True if the bots have been playing for a while and nobody has hurried them."""
        return self._passed_ms >= LONG_MS and not self.hurried

    def frames(self, ms: float) -> list[float]:
        """Return the milliseconds of the table's frames to be played in one frame of the screen."""
        return [ms * FASTER] * FRAMES if self.hurried else [ms]


def hurry_button(table: AnyTurnTable, use: UseAction) -> WordButton:
    """Return the button in the hint's place: a press that comes too late makes no move."""
    texts = table.context.texts
    word, label, (x, y) = texts("button.to_me_short"), texts("button.to_me"), table.spots.hint
    return WordButton(table.context, "to_me", (x, y - RAISED), word, label, use, icon="step_forward", keys=("hint",))
