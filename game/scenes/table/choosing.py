"""How a person's choice at a table of turns comes to count: at once, or once it has been made a second time."""

from __future__ import annotations

from game.app.context import Context
from game.core.game import Action
from game.table.turns.driver import TurnDriver


class Confirmation:
    """The choice that waits until it is made once more, if there is one."""

    def __init__(self, context: Context, driver: TurnDriver) -> None:
        self.context, self.driver = context, driver
        self.selected: Action | None = None

    def has_to_wait(self, action: Action) -> bool:
        """Whether a choice has to be made twice: always, or where a tap that costs may have slipped."""
        mode, driver = self.context.settings.confirm, self.driver
        if mode != "touch" or not self.context.touched:
            return mode == "always"
        costs = driver.match.has_choice and driver.game.needs_confirmation(action, driver.view)
        return costs and not driver.is_harmless(action)

    def confirms(self, action: Action) -> bool:
        """Whether a choice is made for the second time; from now on it waits for that."""
        was, self.selected = self.selected, action
        return was == action

    def drop(self) -> bool:
        """Forget it; return whether there was one."""
        was, self.selected = self.selected, None
        return was is not None
