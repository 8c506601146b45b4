"""What is said at a table in its dock, as values: a hint, a step of a lesson, a puzzle, what others have done."""

from collections.abc import Callable
from typing import NamedTuple

from game.core.game import Action
from game.engine.transitions import Transition

#: ids of what the dock offers: more or fewer numbers, the x that puts it away, on from what was read, past a step
MORE, CLOSE, ON, SKIP = "hint-more", "hint-close", "lesson-on", "skip"


class PanelButton(NamedTuple):
    """A button in the dock."""

    id: str
    label: str
    #: what it leads to, for whoever hears it
    note: str = ""
    #: what it does; None where the scene knows that by its id
    use: Callable[[], Transition] | None = None
    #: its colours, see ``BUTTONS`` of the kit
    kind: str = "secondary"


class PanelText(NamedTuple):
    """What the dock says."""

    #: the small line above everything else, and whether it tells of a mistake
    head: str
    words: str = ""
    wrong: bool = False
    #: what is advised, in large letters
    title: str = ""
    #: numbers below the words: what they are, and their values
    rows: tuple[tuple[str, str], ...] = ()
    #: what is said last, in small letters
    figure: str = ""
    #: how to get more or fewer numbers, to pass over a step, and to put it all away; "" where that cannot be
    turn: str = ""
    skip: str = ""
    close: str = ""
    buttons: tuple[PanelButton, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """All that is to be read, but for numbers, in order: for whoever hears it."""
        return [self.head, self.title, self.words, self.figure]


class DriverPanel(NamedTuple):
    """What a driver has to say, and what it speaks of."""

    said: PanelText
    #: it is what the player is to hear; else it is what others have done meanwhile
    speaks: bool = True
    #: whoever sits here is asked; else it is only to be read
    own: bool = True
    #: a move is asked for: whoever hears it hears what lies on the table, too
    asks: bool = False
    #: what is spoken of: MOVE for what ``move`` means, or what the table knows by such a name
    points: tuple[str, ...] = ()
    move: Action | None = None
