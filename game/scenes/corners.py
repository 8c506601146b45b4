"""The round buttons in the corners of a table of turns: pause, help, log and speed."""

from __future__ import annotations

from game.context import Context
from game.engine.transitions import Push
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import RoundButton, Use, Widget
from game.scenes import routes
from game.scenes.common import back_button
from game.scenes.speed import SpeedButton


def corner_buttons(context: Context, table: AnyTurnTable, back: Use) -> list[Widget]:
    """The buttons, where the window has them; ``back`` is what the pause's button does."""
    kit, texts = context.kit, context.texts
    side = context.frame.side
    right = context.frame.width + side - 58.0
    if context.frame.tall:
        places = ((right, 60.0), (right - 84, 60.0), (right - 168, 60.0))
    else:
        places = ((58.0 - side, 134.0), (right, 60.0), (right, 134.0))
    uses: dict[str, Use] = {
        "help": lambda: Push(routes.howto(context, table.game)),
        "log": lambda: Push(routes.log(context, table)),
    }
    pause = back_button(context, back, "pause", "pause")
    pause.move(pause.x - side, pause.y)
    found: list[Widget] = [pause]
    for (id_, use), at in zip(uses.items(), places[:2], strict=True):
        found.append(RoundButton(kit, id_, *at, texts(f"button.{id_}"), use, icon=id_, side=56, keys=(id_,)))
    return [*found, SpeedButton(context, *places[2], lambda: context.step_speed(1, told=False))]
