"""The plan of an evening: three games one after the other, which the owner may exchange."""

from collections.abc import Sequence
from functools import partial

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import containers as ui
from game.engine import fonts
from game.engine.backdrop import Backdrop, felt
from game.engine.palette import CREAM, SOFT
from game.engine.transitions import Pop, Transition
from game.player.lineup import stored_lineup
from game.scenes.result.next_match import evening_in_progress
from game.scenes.shared.common import Baked, back_button, heading
from game.wire.commands import FREE, ChooseGame, EndEvening, PlanEvening
from game.wire.messages import PartyPhase, PartyState

#: number of games of an evening
GAMES_OF_EVENING = 3


def suitable_games(count: int) -> list[str]:
    """Return the games that so many players can play, or all if there is none."""
    found = [name for name, game in GAMES.items() if game.min_seats <= count <= game.max_seats]
    return found or [*GAMES]


def default_games(count: int) -> tuple[str, ...]:
    """Return three games for so many players, different ones as far as there are any."""
    found = suitable_games(count)
    return tuple(found[at % len(found)] for at in range(GAMES_OF_EVENING))


def seats_taken(party_state: PartyState) -> int:
    """Return the number of people and bots at the table."""
    return sum(place.kind != FREE for place in party_state.places)


class EveningPlan(Baked):
    """The three games, each exchanged by a tap, to be planned; an evening in progress is changed here or ended."""

    stage = "menu"

    def __init__(self, context: Context, session: PartySession) -> None:
        super().__init__(context)
        self.session = session
        self._party = session.party_state
        going = evening_in_progress(self._party)
        self.games = going.games if going else default_games(max(2, seats_taken(self._party)))
        self.items.focus = "plan"

    @property
    def _played(self) -> int:
        going = evening_in_progress(self._party)
        return going.played if going else 0

    def update(self, ms: float) -> Transition:
        """Close once a match is in progress, or another device has changed the evening."""
        party_state, before = self.session.remote.party_state, self._party
        if party_state is None or self.session.remote.ended is not None or party_state.evening != before.evening:
            return Pop()
        return Pop() if party_state.phase == PartyPhase.PLAYING else None

    # ---- choices --------------------------------------------------------------------------------

    def _exchange(self, at: int) -> None:
        """Take the next suitable game."""
        suitable = suitable_games(max(2, seats_taken(self._party)))
        here = suitable.index(self.games[at]) if self.games[at] in suitable else -1
        games = [*self.games]
        games[at] = suitable[(here + 1) % len(suitable)]
        self.games = tuple(games)
        self.build()

    def _chosen(self, name: str, *, is_next: bool) -> ChooseGame:
        """Return a game with the house rules last used here; the next one keeps those of the table."""
        if is_next and name == self._party.game and self._party.phase == PartyPhase.GATHERING:
            return ChooseGame(name, self._party.options)
        lineup = stored_lineup(name, self.context.stored("setup", "file.setup"), self.context.texts)
        return ChooseGame(name, lineup.sent())

    def _plan(self) -> Transition:
        games = tuple(self._chosen(name, is_next=at == self._played) for at, name in enumerate(self.games))
        self.session.do(PlanEvening(games))
        return Pop()

    def _end(self) -> Transition:
        if not self.confirmed("end"):
            return None
        self.session.do(EndEvening())
        return Pop()

    def spoken(self) -> str:
        texts = self.context.texts
        return texts.sentences([texts("evening.title"), texts("evening.about")])

    # ---- layout ---------------------------------------------------------------------------------

    def _rows(self) -> Sequence[ui.Part]:
        texts, found = self.context.texts, list[ui.Part]()
        for at, name in enumerate(self.games):
            played = at < self._played
            key = "evening.played" if played else "evening.exchange"
            label = f"{at + 1}. {texts(f'game.{name}')}"
            spoken = texts(key, number=at + 1, game=texts(f"game.{name}"))
            icon = "check" if played else "restart"
            use = partial(self._exchange, at)
            found.append(
                ui.ButtonPart(f"game-{at}", label, use, icon=icon, size=30, enabled=not played, spoken=spoken, h=92)
            )
        return found

    def build(self) -> None:
        context, frame, texts = self.context, self.context.frame, self.context.texts
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[self._party.game].felt, (0.45, 0.44)))
        heading(context, plate, texts("evening.title"), left=frame.room.x)
        going = evening_in_progress(self._party)
        label = texts("evening.change" if going else "evening.plan")
        use, enabled = self._plan, going is None or self.games != going.games
        buttons: list[ui.Part] = [
            ui.ButtonPart("plan", label, use, "primary", icon="play", size=28, enabled=enabled, h=88)
        ]
        if going:
            end = ui.ButtonPart("end", texts("evening.end"), self._end, "dark", icon="close", size=22, h=64)
            buttons.append(end.confirming(self.confirming == "end", texts("evening.end_sure")))
        about = ui.Paragraph(texts("evening.about"), 23, SOFT, middle=True)
        step = going.played + 1 if going else 1
        said = texts("evening.game", number=step, count=len(self.games))
        title = ui.TextLine(said, 26, CREAM, fonts.BLACK, "centre")
        rows = self._rows()
        games = ui.Column(rows, 14) if frame.tall else ui.RowOfParts(rows, 14)
        parts = (*([title] if going else []), about, games, ui.Part(h=6), *buttons)
        box = frame.room.inset(24, 24)
        column = ui.Anchor(ui.Column(parts, 16), 640 if frame.tall else 1000, y=0.4)
        widgets = column.lay(plate, box._replace(y=108, h=box.h - 84))
        self.show([back_button(context, self.back, left=frame.room.x), *widgets])
