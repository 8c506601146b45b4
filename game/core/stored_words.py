"""JSON names that differ from the names in the code.

Saves, logs and messages stay readable when a class or field is renamed: its name in JSON is listed here.
"""

from collections.abc import Mapping
from types import MappingProxyType

#: module -> ``Class`` or ``Class.field`` -> its word in JSON
WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "game.wire.messages": {
            "Request": "Do",
            "Request.command": "deed",
            "Hello.last_update": "have",
            "Nak.reason": "why",
            "Welcome.party_state": "standing",
            "PartyState": "Standing",
            "PartyState.live_clock": "going",
            "LiveClock": "Going",
            "LiveClock.stopped_by": "because",
            "LiveClock.too_fast": "quick",
            "UndoRequest": "Undoing",
            "UndoRequest.pending": "open",
            "TurnState": "Turn",
            "PartyUpdate": "Step",
            "PartyUpdate.entry": "happened",
            "PartyUpdate.party_state": "standing",
            "PartyUpdate.views": "between",
            "PublicEntry.name": "what",
            "PublicEntry.origin": "by",
        },
        "game.wire.commands": {
            "AssignSeat": "Give",
            "ChooseGame": "Choose",
            "SetTimeLimit": "Limit",
            "AllowHints": "Hints",
            "LiveMove": "Lay",
            "PauseTable": "Rest",
        },
        "game.server.log_entries": {
            "LogEntry.command": "deed",
            "LogEntry.origin": "by",
            "PartyOpened": "Opening",
            "SeatTaken": "Seated",
            "MatchDealt": "Dealt",
            "WentAway": "Away",
            "CameBack": "Back",
            "LiveMoveMade": "Laid",
            "LiveMoveMade.came_ms": "came",
            "DeclaredReady": "Readied",
            "LiveDecided": "Lived",
        },
        "game.player.known_parties": {
            "KnownParty.until_ms": "until",
            "KnownParty.seen_ms": "seen",
            "KnownParty.is_lost": "lost",
            "KnownParty.is_over": "over",
        },
        "game.player.daily_deal": {
            "DailyEntry.result": "standing",
            "DailyEntry.level_results": "made",
        },
        "game.games.nein_danke.rules": {
            "Store.set_aside": "aside",
            "View.set_aside_count": "aside_count",
            "View.counted_chips": "counted",
            "View.have_looked": "looked",
        },
        "game.games.keine_ahnung.rules": {
            "Store.removed": "rest",
            "View.removed": "rest",
            "State.last_shown": "shown",
            "State.laid_count": "laid",
            "View.laid_count": "laid",
            "State.called_places": "called",
            "View.called_places": "called",
            "View.found_prizes": "found",
        },
        "game.games.dnup.rules": {
            "State.quiet_turns": "quiet",
            "View.quiet_turns": "quiet",
            "State.known_cards": "known",
            "View.known_cards": "known",
            "View.known_discards": "gone",
        },
        "game.games.push.rules": {
            "State.active_seat": "active",
            "View.active_seat": "active",
            "View.counted_secured": "counted",
        },
        "game.games.twin_it.state": {
            "State.passes": "passed",
            "State.owns_turn": "earned",
        },
        "game.games.twin_it.view": {
            "View.looker": "say",
        },
    }
)
NONE: Mapping[str, str] = MappingProxyType({})


def class_word(kind: type) -> str:
    """Return the word by which JSON names a class."""
    return WORDS.get(kind.__module__, NONE).get(kind.__name__, kind.__name__)


def field_word(kind: type, field: str) -> str:
    """Return the word by which JSON names a field of a class."""
    return WORDS.get(kind.__module__, NONE).get(f"{kind.__name__}.{field}", field)
