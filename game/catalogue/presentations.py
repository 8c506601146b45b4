"""List of the games' presentations; ``registry.py`` lists their rules."""

from game.engine.presentation import AnyPresentation, as_any_presentation
from game.games.dnup.presentation import DnupPresentation
from game.games.keine_ahnung.presentation import KeineAhnungPresentation
from game.games.nein_danke.presentation import NeinDankePresentation
from game.games.push.presentation import PushPresentation
from game.games.twin_it.presentation import TwinItPresentation

_ALL: tuple[AnyPresentation, ...] = (
    as_any_presentation(NeinDankePresentation()),
    as_any_presentation(KeineAhnungPresentation()),
    as_any_presentation(DnupPresentation()),
    as_any_presentation(PushPresentation()),
    as_any_presentation(TwinItPresentation()),
)
#: name -> presentation, in the order of the box
PRESENTATIONS: dict[str, AnyPresentation] = {shown.game.name: shown for shown in _ALL}
