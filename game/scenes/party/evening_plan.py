"""The plan of an evening: three games one after the other, which the owner may exchange."""

from functools import partial

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import containers as ui
from game.engine import fonts
from game.engine.backdrop import Backdrop, felt
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.transitions import Pop, Transition
from game.engine.widgets import Widget
from game.player.lineup import stored_lineup
from game.scenes.party.night_games import Winners, games_of
from game.scenes.result.next_match import evening_in_progress
from game.scenes.shared.common import Baked, back_button, heading
from game.scenes.shared.crate import small_box
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import FREE, ChooseGame, EndEvening, PlanEvening
from game.wire.messages import PartyPhase, PartyState

#: height of a button that exchanges a game, width of a game's box on a tall screen, and greatest height of a card there
EXCHANGE, BOX_WIDE, MOST_CARD = 72.0, 190.0, 380.0
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

    def _card(self, at: int, name: str) -> ui.Part:
        """Return one of the games: its box, its aim, and who has won it or the button that exchanges it."""
        texts, tall, game = self.context.texts, self.context.frame.tall, self.context.texts(f"game.{name}")
        played = at < self._played
        side = "left" if tall else "centre"
        lines: list[ui.Part] = [
            ui.TextLine(texts("evening.number", number=at + 1), 20, SOFT, fonts.BLACK, side),
            ui.TextLine(game, 34, CREAM, fonts.DISPLAY, side),
            ui.Paragraph(texts(f"game.{name}.line"), 19, SOFT, middle=not tall, limit=96 if tall else 56, weight=1),
        ]
        if played:
            match = games_of(self._party)[at].match if self._party.finished else None
            done = ui.TextLine(texts("evening.done"), 22, GOLD, fonts.BLACK, side, h=EXCHANGE)
            lines.append(Winners(self.context, self.session, match.winners, h=EXCHANGE) if match else done)
        else:
            spoken = texts("evening.exchange", number=at + 1, game=game)
            use = partial(self._exchange, at)
            label = texts("evening.swap")
            lines.append(ui.ButtonPart(f"game-{at}", label, use, size=24, spoken=spoken, h=EXCHANGE))
        box = ui.CustomPart(partial(self._bake_box, name, game), w=BOX_WIDE if tall else 0, weight=1)
        words = ui.Column(lines, 6, weight=0 if not tall else 1)
        inner = ui.RowOfParts((box, words), 22) if tall else ui.Column((box, words), 10)
        return ui.GlassBox(inner, 20, 16, weight=1, max_length=MOST_CARD)

    def _bake_box(self, name: str, game: str, box: Box) -> list[Widget]:
        """Bake a game's box."""
        picture = small_box(self.plate.kit, name, game, box.w, box.h)
        self.plate.put(picture, *box.centre, "centre")
        return []

    def _foot(self) -> ui.Part:
        """Return the button that plans or changes the evening, and for one in progress the one that ends it."""
        texts, going = self.context.texts, evening_in_progress(self._party)
        label = texts("evening.change" if going else "evening.plan")
        enabled = going is None or self.games != going.games
        plan = ui.ButtonPart("plan", label, self._plan, "primary", icon="play", size=28, enabled=enabled, h=88)
        if going is None:
            return plan
        end = ui.ButtonPart("end", texts("evening.end"), self._end, "dark", icon="close", size=24, h=76)
        end = end.confirming(self.confirming == "end", texts("evening.end_sure"))
        return ui.Column((plan, end), 16) if self.context.frame.tall else ui.RowOfParts((end, plan), 16, h=84)

    def build(self) -> None:
        context, frame, texts = self.context, self.context.frame, self.context.texts
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[self._party.game].felt))
        going = evening_in_progress(self._party)
        step = texts("evening.game", number=going.played + 1, count=len(self.games)) if going else ""
        heading(context, plate, texts("evening.title"), step, left=frame.room.x)
        cards = [self._card(at, name) for at, name in enumerate(self.games)]
        games = ui.Column(cards, 14, weight=1) if frame.tall else ui.RowOfParts(cards, 16, weight=1)
        about = ui.Paragraph(texts("evening.about"), 22, SOFT, middle=True)
        column = ui.Column((about, games, self._foot()), 16)
        box = frame.room.inset(24 if frame.tall else 32, 24)
        widgets = column.lay(plate, box._replace(y=112, h=box.y + box.h - 112))
        self.show([back_button(context, self.back, left=frame.room.x), *widgets])
