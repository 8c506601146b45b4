"""A party's match as one device shows it, update by update."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from game.core.game import WATCHER, Action, AnyGame, Event, IllegalAction, View
from game.core.match import ELSEWHERE, HUMAN, Seat, violation_of
from game.core.rng import Rng
from game.wire.messages import PartyPhase, PartyState, TurnState
from game.wire.party_client import PartyStep

#: returns the local name of a bot's figure
Called: TypeAlias = Callable[[str], str]


class Position(NamedTuple):
    """A position of the match on one device, with its events so far."""

    party_state: PartyState
    seat: int
    turn: TurnState
    #: as it was received
    view: View
    events: tuple[tuple[int, Event], ...]


class RemoteMatch:
    """The match at the table's position, which may lag behind the party; see :class:`~game.core.match.TableMatch`."""

    def __init__(
        self, game: AnyGame, party_state: PartyState, seat: int, turn: TurnState, view: View, called: Called
    ) -> None:
        self.game = game
        self._name_of = called
        #: the number of this match in the party
        self.number = party_state.matches
        #: each event with the number of actions after it
        self._events: list[tuple[int, Event]] = []
        self.seats: tuple[Seat, ...] = ()
        self._stand(party_state, seat, turn, view)

    def _stand(self, party_state: PartyState, seat: int, turn: TurnState, view: View) -> None:
        self.party_state, self.seat, self.turn, self._received = party_state, seat, turn, view
        redaction = self.game.redaction
        self._view = redaction.complete(view) if redaction else view
        rows = [place for place in party_state.places if place.figure]
        if self.seats and len(rows) != len(self.seats):
            # somebody has left after the end
            return
        self.seats = tuple(
            Seat(
                place.name or self._name_of(place.figure),
                place.kind if place.kind != HUMAN else HUMAN if number == seat else ELSEWHERE,
                place.figure,
            )
            for number, place in enumerate(rows)
        )

    @property
    def viewer(self) -> int:
        """The seat shown nearest: one's own, or for a spectator the first that is not vacant."""
        if self.seat != WATCHER:
            return self.seat
        vacant = [place.vacant for place in self.party_state.places[: len(self.seats)]]
        return vacant.index(False) if False in vacant else 0

    @property
    def humans(self) -> list[int]:
        """One's own seat."""
        return [self.seat] if self.seat != WATCHER else []

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return self.party_state.phase == PartyPhase.OVER

    @property
    def has_begun(self) -> bool:
        """True once somebody has acted."""
        return self.turn.length > 0

    @property
    def mover(self) -> int:
        """The seat that decides, or -1."""
        return self.turn.to_move

    @property
    def has_choice(self) -> bool:
        """Always True: the client does not know all legal moves, so it asks for confirmation."""
        return True

    def view(self, seat: int) -> View:
        """Return one's own view, without memory; no other view is known here."""
        return self._view

    def past(self, seat: int) -> Sequence[Event]:
        """Return the events since this device joined the match."""
        return [event for _, event in self._events]

    def objection(self, action: Action) -> IllegalAction | None:
        """Return why ``action`` is forbidden, judged by a sampled state with the same view; or None."""
        rng = Rng(self.turn.length)
        return violation_of(self.game, self.game.sample_state(self._view, rng), action)

    @property
    def position(self) -> Position:
        """The position that the table shows."""
        return Position(self.party_state, self.seat, self.turn, self._received, tuple(self._events))

    def go_to(self, position: Position) -> None:
        """Go to a position of this match."""
        self._events = [*position.events]
        self._stand(position.party_state, position.seat, position.turn, position.view)

    def follow(self, step: PartyStep) -> bool:
        """Apply the next update; return True if it undoes something."""
        assert step.turn is not None, "expected a step of the match, got one without a turn"
        assert step.view is not None, "expected a view of the match, got none"
        back = step.turn.length < self.turn.length
        if back:
            self._events = [row for row in self._events if row[0] <= step.turn.length]
        self._events += [(step.turn.length, event) for event, _ in step.steps]
        self._stand(step.party_state, step.seat, step.turn, step.view)
        return back
