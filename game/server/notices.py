"""Notices for people who are away: whom to tell of what, since when, and in which words.

What a seat wants lies in attachments beside the party's log, by the hash of the seat's token: the browsers that get Web
Push, the secret of a feed, and what it was told last. Nothing here knows a clock or a network.
"""

import math
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from game.core.codec import BadData, Codec, Shape, codec_of
from game.core.match import HUMAN
from game.core.options import Json
from game.server.pace import Quiet
from game.server.party import Party
from game.wire.commands import FREE
from game.wire.messages import PartyPhase, json_data, message_text

#: how long somebody is left alone who may still be on the way back to the table, in milliseconds
PAUSE_MS = 60_000
#: most browsers of one seat
MOST_BROWSERS = 4
#: keys of attachments: a browser, what was told last, a feed
PUSH, TOLD, FEED = "push", "told", "feed"
#: times that a notice is sent at most, and the least wait before each repetition, in milliseconds
WAITS_MS = (15_000, 60_000, 300_000)
MOST_TRIES = 1 + len(WAITS_MS)
#: what is told: a turn, the question whether to end the match, a finished match, and one that was ended by agreement
TURN, ASK, OVER, ENDED = "turn", "ask", "over", "ended"
#: longest time that a push service keeps a notice for a browser that is not connected, in seconds
LIFETIME_S = 3 * 24 * 3600
#: the channel of the operator's webhook
WEBHOOK = "webhook"


class LanguageTexts(Protocol):
    """Texts of one language."""

    def __call__(self, key: str, /, **blanks: object) -> str:
        """Return the text of a key with its blanks filled."""

    def listed(self, names: list[str], join: str = "and") -> str:
        """Join words to a list."""


class Subscription(NamedTuple):
    """A browser that wants Web Push: its address, its keys in URL-safe base64, and its language."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    #: the server's public key that it has subscribed with; "" in those of older servers
    key: str = ""

    @property
    def id(self) -> str:
        """A short name, equal for the same browser."""
        return sha256(self.endpoint.encode()).hexdigest()[:16]


class Told(NamedTuple):
    """The last notice of a seat, sent or being sent: the claim of the process that sends it."""

    #: the notice's key
    about: str = ""
    #: number of times that it was sent or begun to be
    tries: int = 0
    #: when it may be sent again
    again_ms: int = 0
    #: the channels that do not have it yet
    channels: tuple[str, ...] = ()


class Matter(NamedTuple):
    """Something that concerns a seat: its turn, a question to it, or a match's end."""

    kind: str
    #: which turn, question or match it is
    about: str
    since_ms: int


class AwayNotice(NamedTuple):
    """Something that a person who is away should know."""

    seat: int
    #: the hash of the seat's token
    token: str
    matter: Matter
    due_ms: int
    #: when the server acts instead of the person, so that there is nothing to tell any longer; 0 for never
    until_ms: int = 0
    #: others sit at the table and wait
    is_urgent: bool = False

    @property
    def about(self) -> str:
        """The key of what it tells: one notice is sent for it."""
        return self.matter.about

    @property
    def slot(self) -> str:
        """The word under which is stored that it was told: a question may be open during one's turn."""
        return ASK if self.matter.kind == ASK else ""


SUBSCRIPTION: Codec[Subscription] = codec_of(Subscription, Shape.KNOWN)
TOLD_CODEC: Codec[Told] = codec_of(Told)


def matters(party: Party, seat: int) -> list[Matter]:
    """Return what a person should know, here or away.

    That is a turn of theirs, which is one until another seat is to move, whatever it takes; over days the question
    whether to end the match; and the match's end. A table in real time waits for its people, and nobody is called to it
    in the middle of a match.
    """
    found, chair, begin = [], party.chairs[seat], party.turn_begin
    if party.phase == PartyPhase.OVER:
        found.append(Matter(OVER, f"over {party.matches}", party.turn_ms))
    elif party.ended_ms:
        found.append(Matter(ENDED, f"ended {party.matches}", party.ended_ms))
    elif party.phase == PartyPhase.PLAYING and not party.clock:
        if seat == party.to_move and not chair.stand_in and not party.is_between_rounds:
            found.append(Matter(TURN, f"turn {party.matches}.{begin.number}", begin.at_ms))
        ending = party.ending
        if ending and ending.over_days and seat in ending.request(party.chairs).pending:
            found.append(Matter(ASK, f"ask {party.matches}.{party.end_asked_at}", ending.asked_ms))
    return found


def notices_of(party: Party) -> list[AwayNotice]:
    """Return what people who are away should know, with the time of each; a match's end only if they missed it."""
    return [
        _notice(party, seat, one)
        for seat, chair in enumerate(party.chairs)
        if chair.kind == HUMAN and chair.away_ms
        for one in matters(party, seat)
        if one.kind in (TURN, ASK) or chair.away_ms < one.since_ms
    ]


def _notice(party: Party, seat: int, matter: Matter) -> AwayNotice:
    """Return a notice that is due after the pause, and after the person's quiet hours."""
    chair = party.chairs[seat]
    since_ms = max(matter.since_ms, chair.away_ms)
    due, is_turn = party.quiet.get(chair.token, Quiet()).end_of(since_ms + PAUSE_MS), matter.kind == TURN
    until_ms = party.due_ms if is_turn else 0
    return AwayNotice(seat, chair.token, matter, due, until_ms, is_turn and not party.is_over_days)


def put_off(party: Party, notice: AwayNotice, at_ms: float, now_ms: int) -> float:
    """Return when a notice for ``at_ms`` is sent from now on: one that is late waits for the end of quiet hours."""
    sent_ms = max(at_ms, now_ms)
    if sent_ms == math.inf:
        return sent_ms
    end_ms = party.quiet.get(notice.token, Quiet()).end_of(round(sent_ms))
    return at_ms if end_ms == round(sent_ms) else end_ms


def key_of(kind: str, token: str, id_: str = "") -> str:
    """Return the key of a seat's attachment."""
    return f"{kind} {token} {id_}".rstrip()


def lifetime_s(notice: AwayNotice, now_ms: int) -> int:
    """Return how long a push service may keep a notice for a browser that is not connected, in seconds."""
    return min(LIFETIME_S, max(0, notice.until_ms - now_ms) // 1000) if notice.until_ms else LIFETIME_S


def browsers(attachments: Mapping[str, str], token: str) -> dict[str, Subscription]:
    """Return the browsers of a seat by their ids; unreadable ones are left out."""
    begin, found = f"{key_of(PUSH, token)} ", {}
    for key, text in attachments.items():
        if key.startswith(begin):
            try:
                found[key.removeprefix(begin)] = SUBSCRIPTION.read(json_data(text))
            except BadData:
                continue
    return found


def told_last(attachments: Mapping[str, str], token: str, slot: str = "") -> Told:
    """Return what a seat was told last, of its questions or of everything else."""
    try:
        return TOLD_CODEC.read(json_data(attachments.get(key_of(TOLD, token, slot), "")))
    except BadData:
        return Told()


def forsaken(attachments: Mapping[str, str], party: Party) -> list[str]:
    """Return the keys of attachments whose seat was given up."""
    tokens = {one.token for one in party.chairs if one.token}
    return [key for key in attachments if key.split(" ")[1:2] and key.split(" ")[1] not in tokens]


def claimed(before: Told, notice: AwayNotice, channels: Sequence[str], now_ms: int) -> Told | None:
    """Return the claim of a process that will send a notice now; None if there is nothing to send at this time."""
    if before.about != notice.about:
        before = Told(notice.about, 0, 0, tuple(channels))
    # a browser that has unsubscribed needs nothing any more
    left = tuple(channel for channel in before.channels if channel in channels)
    if not left or before.tries >= MOST_TRIES or now_ms < before.again_ms:
        return None
    return Told(notice.about, before.tries + 1, now_ms, left)


def after(claim: Told, failed: Sequence[str], retry_after_ms: int, now_ms: int) -> Told:
    """Return the claim after it was sent, with the channels that are tried again."""
    if not failed or claim.tries >= MOST_TRIES:
        return claim._replace(channels=())
    wait = max(retry_after_ms, WAITS_MS[claim.tries - 1])
    return claim._replace(channels=tuple(failed), again_ms=now_ms + wait)


def others(party: Party, seat: int, words: LanguageTexts) -> str:
    """Return the names of the others at the table, as a list."""
    rows = [one for number, one in enumerate(party.chairs) if number != seat and one.kind != FREE]
    return words.listed([one.name or words(f"figure.{one.figure}") for one in rows])


def _blanks(party: Party, seat: int, words: LanguageTexts) -> dict[str, str]:
    """Return the blanks of the texts about a table, for the person at ``seat``."""
    asks = party.chairs[party.ending.seat].name if party.ending else ""
    return {"game": words(f"game.{party.game.name}"), "names": others(party, seat, words), "asks": asks}


def spoken(party: Party, seat: int, kind: str, words: LanguageTexts) -> tuple[str, str]:
    """Return the title and the sentence of a notice."""
    return words(f"told.{kind}"), words(f"told.{kind}.text", **_blanks(party, seat, words))


def stored(value: Subscription | Told) -> str:
    """Return an attachment as text."""
    return message_text(SUBSCRIPTION, value) if isinstance(value, Subscription) else message_text(TOLD_CODEC, value)


def webhook_data(party: Party, notice: AwayNotice, table: str, words: Mapping[str, LanguageTexts]) -> dict[str, Json]:
    """Return what the operator's webhook is told; ``table`` tells tables apart and leads nowhere."""
    name, kind = party.chairs[notice.seat].name, notice.matter.kind
    told: dict[str, Json] = {
        language: one(f"told.{kind}.webhook", name=name, **_blanks(party, notice.seat, one))
        for language, one in words.items()
    }
    return {"event": kind, "table": table, "game": party.game.name, "name": name, "text": told}
