"""Histories of some events alone."""

from finished import finished

from game.core.match import AnyMatch
from game.engine.history import History, HistoryRow
from game.engine.texts import Texts
from game.games.dnup.texts import DnupTexts
from game.games.keine_ahnung.texts import KeineAhnungTexts
from game.games.nein_danke.texts import NeinDankeTexts
from game.games.push.texts import PushTexts
from game.games.twin_it.texts import TwinItTexts

WORDS = {
    "nein_danke": NeinDankeTexts,
    "keine_ahnung": KeineAhnungTexts,
    "dnup": DnupTexts,
    "push": PushTexts,
    "twin_it": TwinItTexts,
}


def history_of(match: AnyMatch, viewer: int = 0, language: str = "en") -> History:
    """Return the history of a whole match as a seat sees it."""
    texts = WORDS[match.game.name](Texts(language), match.seats)
    options = match.view(viewer).options
    history = History(
        lambda event: texts.lines(event, options) if hasattr(texts, "lines") else texts.log(event), lambda: texts
    )
    history.rewrite(match.past(viewer))
    return history


def rows_of(history: History) -> list[HistoryRow]:
    return list(history.newest())[::-1]


def told(history: History) -> list[str]:
    return [row.line.text for row in rows_of(history)]


def part(game: str, *events: object, seats: int = 3, language: str = "en") -> History:
    """Return the history of some events at a table of Toni, who is addressed, with bots."""
    match = finished(game, seats)
    history = history_of(match, language=language)
    history.rewrite(events)
    return history
