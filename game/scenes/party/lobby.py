"""A party before, between and after its matches: who sits where, what is played, and the code by which others come."""

from __future__ import annotations

from game.app import start
from game.app.context import Context
from game.app.visits import Visit
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, Seat
from game.core.options import Json, Option
from game.engine import backdrop as tables
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.input import Elsewhere, Input
from game.engine.layout import Box
from game.engine.palette import CREAM
from game.engine.texts import Texts
from game.engine.transitions import Push, Replace, Reset, Transition
from game.engine.widgets import Button, Widget
from game.host import device
from game.player.lineup import Lineup, remembered
from game.player.settings import LONGEST_NAME
from game.scenes.navigation import routes
from game.scenes.party import lobby_rows
from game.scenes.shared.common import Baked, back_button, heading, heading_box
from game.scenes.shared.days import DAY_MS
from game.scenes.shared.faces import TAKE
from game.scenes.shared.typing import TypingScene
from game.scenes.table.online_pause import stand_up
from game.wire.deeds import ANYWHERE, FREE, Choose, Give, Hints, Kick, Leave, Limit, Lock, Sit, Start
from game.wire.messages import Close, Phase, Standing
from game.wire.way import Way

#: the colour of the table before it is known what is played
FELT = (34, 64, 58)
#: so many seconds a turn may have
SECONDS = (0, 30, 60, 120)


class Lobby(TypingScene, Baked):
    """Sit down, wait for the others, begin."""

    stage = "menu"

    def __init__(self, context: Context, visit: Visit) -> None:
        super().__init__(context)
        self.visit = visit
        settings = context.settings
        self.figure = settings.figure or FIGURES[0]
        self.name = settings.name or context.texts(f"figure.{self.figure}")
        #: all figures are shown to choose from
        self.choosing = False
        #: whoever has said before who plays here sits down at once
        self._sits_down = settings.met and not visit.way.watches and not visit.is_sent_away
        #: somebody has asked for it once more: what is known is of before
        self._tries_again = False
        self._shown: object = None
        #: what is being changed on the screen of house rules
        self._rules: Lineup | None = None

    # ---- what there is to know ------------------------------------------------------------------

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def standing(self) -> Standing | None:
        """How things stand at the party, once that is known."""
        return self.visit.remote.standing

    @property
    def seat(self) -> int:
        """One's own seat, or -1."""
        return self.visit.remote.seat

    @property
    def owns(self) -> bool:
        """Whether one decides here what is played and by whom."""
        standing, seat = self.standing, self.seat
        if standing is None or seat < 0:
            return False
        # while the owner is away, whoever is there
        return standing.owner in (seat, -1) or standing.places[standing.owner].away

    @property
    def gathers(self) -> bool:
        """Whether seats can be taken and given."""
        return self.standing is not None and self.standing.phase == Phase.GATHERING

    @property
    def plays(self) -> bool:
        """Whether a match goes on behind it."""
        return self.standing is not None and self.standing.phase == Phase.PLAYING

    @property
    def options(self) -> dict[str, Json]:
        """The house rules."""
        options = self.standing.options if self.standing else {}
        return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}

    @property
    def mode(self) -> Option | None:
        """What makes another game of the one that is played; most have nothing such."""
        options = GAMES[self.standing.game].options if self.standing else ()
        return next((option for option in options if option.pick == "mode"), None)

    @property
    def range(self) -> tuple[int, int]:
        """Least and most who can play."""
        assert self.standing is not None, "it is asked once there is one"
        return GAMES[self.standing.game].seat_range(self.options)

    @property
    def taken(self) -> int:
        """How many seats are not free."""
        return sum(place.kind != FREE for place in self.standing.places) if self.standing else 0

    @property
    def _is_nowhere(self) -> bool:
        """Whether there is nothing to be seen of the party, or nothing any more."""
        ended = self.visit.is_lost or self.visit.remote.ended is not None
        return self.standing is None or ended or self._tries_again

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Show what has changed; where a match has begun go to its table."""
        del ms
        visit, standing = self.visit, self.standing
        visit.take_refused()
        self._tries_again &= visit.remote.ended is None and not visit.remote.is_there
        if standing is not None and standing.phase == Phase.PLAYING and not self._is_nowhere:
            return Replace(routes.online_table(self.context, visit))
        visit.told.clear()
        visit.is_anew = False
        if self._sits_down and self.gathers and visit.remote.is_there:
            self._sits_down = False
            self.sit()
        self.show_changes()
        return None

    def show_changes(self) -> None:
        """Lay it out anew if it is another one than is shown."""
        visit, remote = self.visit, self.visit.remote
        shown = (
            self.standing,
            self.seat,
            remote.ended,
            remote.closed,
            visit.is_late,
            remote.is_waiting,
            self._is_nowhere,
            visit.is_lost,
        )
        if shown != self._shown:
            self._shown = shown
            self.build()

    def resume(self) -> None:
        """House rules have been chosen, perhaps."""
        rules, self._rules = self._rules, None
        if rules is not None and rules.options != self.options:
            self._choose(rules.game, rules)

    # ---- who sits where -------------------------------------------------------------------------

    def sit(self, place: int = -1) -> None:
        """Sit down there, or at the first seat that is free, by the name and figure that are chosen."""
        if self.standing is None:
            return
        if place < 0:
            place = self.seat if self.seat >= 0 else ANYWHERE
        self.visit.do(Sit(place, self.name, self.figure, self.visit.token))

    def type_name(self) -> None:
        """Begin to type one's name."""
        self.items.focus = "name"
        self.type_into("name", self.name, LONGEST_NAME, text.can_write, self._rename)

    def _rename(self, name: str) -> None:
        self.name = name
        self._meet()

    def show_figures(self) -> None:
        """Show all figures to choose one's own from, or no longer."""
        self.choosing = not self.choosing
        self.items.focus = f"{TAKE}{self.figure}" if self.choosing else "figure"
        self.build()

    def choose_figure(self, figure: str) -> None:
        """Be that animal."""
        usual = self.name == self.texts(f"figure.{self.figure}")
        self.figure, self.choosing = figure, False
        if usual:
            self.name = self.texts(f"figure.{figure}")
        self.items.focus = "figure"
        self._meet()

    def _meet(self) -> None:
        settings = self.context.settings
        settings.be_called(self.name, self.texts(f"figure.{self.figure}"))
        settings.figure = self.figure
        if self.seat >= 0 and self.gathers:
            self.sit(self.seat)
        self.context.settings_changed()

    def give(self, place: int, kind: str) -> None:
        """Let a bot have a seat, or whoever comes."""
        self.visit.do(Give(place, kind))

    def kick(self, place: int) -> None:
        """Make somebody leave, once one is sure."""
        if self.sure(f"kick-{place}"):
            self.visit.do(Kick(place))

    # ---- what is played -------------------------------------------------------------------------

    def _choose(self, game: str, rules: Lineup | None = None) -> None:
        chosen = rules or remembered(game, self.context.stored("setup", "file.setup"), self.texts)
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.options.items()}
        self.visit.do(Choose(game, options))

    def gather(self) -> None:
        """Play the same again, but with seats to be taken and given before."""
        assert self.standing is not None, "there is something to be played again"
        self.visit.do(Choose(self.standing.game, self.standing.options))

    def choose_game(self, at: int) -> None:
        """Play that game next."""
        self._choose(list(GAMES)[at])

    def choose_mode(self, at: int) -> None:
        """Play that kind of it."""
        assert self.mode is not None, "there are several"
        assert self.standing is not None, "there is something to be played"
        options = self.options | {self.mode.name: self.mode.values[at]}
        game = GAMES[self.standing.game]
        # what goes with that kind; how many there are is seen when they begin
        count = max(self.taken, game.seat_range(options)[0])
        self._choose(game.name, Lineup(game.name, [], game.modes.settled(options, count, 1)))

    def open_rules(self) -> Transition:
        """All house rules of what is played next."""
        assert self.standing is not None, "there is something to be played"
        rows = [
            Seat(place.name or self.visit.named(place.figure), place.kind, place.figure)
            for place in self.standing.places
            if place.kind != FREE
        ]
        least = GAMES[self.standing.game].seat_range(self.options)[0]
        level = GAMES[self.standing.game].bots.first_level
        rows += [Seat("?", level, FIGURES[-1])] * (least - len(rows))
        self._rules = Lineup(self.standing.game, rows, self.options)
        return Push(routes.house_rules(self.context, self._rules))

    def limit(self, at: int) -> None:
        """Give a turn so much time."""
        self.visit.do(Limit(SECONDS[at]))

    def lock(self) -> None:
        """Let nobody else sit down, or let them."""
        assert self.standing is not None, "there is a table to be locked"
        self.visit.do(Lock(not self.standing.locked))

    def allow_hints(self) -> None:
        """Allow hints, or do not."""
        assert self.standing is not None, "there is a table to be played at"
        self.visit.do(Hints(not self.standing.hints))

    def begin(self) -> None:
        """Deal."""
        if not self.visit.waits_for(Start):
            self.visit.do(Start())

    # ---- coming and going -----------------------------------------------------------------------

    def share(self, token: str = "") -> None:
        """Hand out what leads others here, or with one's secret oneself on another device."""
        remote = self.visit.remote
        way = Way(self.visit.way.server, remote.code, remote.party, token)
        words = f"{way.server.rpartition('/')[0]}/#{way.link}" if not device.WEB else ""
        command = " ".join([*start.PROGRAM, "--join", words])
        device.share(way.link, command, lambda what: self._copied(what, bool(token)))

    def _copied(self, what: str, seat: bool) -> None:
        self.unsay()
        self.say(
            self.texts("setup.copied.failed" if what == "failed" else f"party.copied.{'seat' if seat else 'link'}")
        )

    def share_proof(self) -> None:
        """Hand out what the last deal can be checked by."""
        key = "party.proof_copied"
        device.share_words(
            self.visit.remote.proof(), lambda done: self.say(self.texts(key if done else "setup.copied.failed"))
        )

    def again(self) -> None:
        """Come in once more."""
        self.visit.again()
        self._tries_again = True
        self.build()

    def stand_up(self) -> None:
        """Give one's seat back and look on."""
        self.visit.do(Leave())

    def leave(self) -> Transition:
        """Leave for good, once one is sure, if one has a seat."""
        may_stay = self.seat >= 0 or self.visit.is_lost or self.visit.remote.ended is not None
        if may_stay and not self.sure("leave"):
            return None
        return stand_up(self.context, self.visit)

    def back(self) -> Transition:
        """To the box; the seat stays one's own."""
        if self.choosing:
            self.show_figures()
            return None
        self.visit.rest()
        return Reset(routes.title(self.context))

    def handle(self, event: Input) -> Transition:
        """What another tab stores is no concern of this party."""
        return None if isinstance(event, Elsewhere) else super().handle(event)

    # ---- layout ---------------------------------------------------------------------------------

    def spoken(self) -> str:
        """The code, letter by letter, and what is waited for."""
        if self.standing is None or self._is_nowhere:
            return self._state()
        code = " ".join(self.visit.remote.code)
        names = [place.name or self.visit.named(place.figure) for place in self.standing.places if place.kind != FREE]
        who = self.texts("party.who", names=self.texts.listed(names)) if names else ""
        return self.texts.sentences([self.texts("party.code_spoken", code=code), who, lobby_rows.waits_for(self)])

    def _state(self) -> str:
        """Why there is nothing to be seen."""
        ended = self.visit.remote.ended
        closed = self.visit.remote.closed if ended is None else ended
        if self.visit.is_lost:
            kept = self.visit.kept
            left = -(-(kept.until_ms - self.context.clock.wall_ms()) // DAY_MS) if kept else 0
            stays = self.texts("party.lost_kept", count=int(left)) if kept else ""
            return self.texts.sentences([self.texts("party.lost"), stays])
        if closed in [*Close]:
            return self.texts(f"party.closed.{closed}")
        return self.texts("party.no_answer" if self.visit.is_late else "party.connecting")

    def message_box(self) -> Box | None:
        """Over the heading."""
        return heading_box(self.context)

    def build(self) -> None:
        """Lay out the seats and what is played."""
        frame, standing = self.context.frame, self.standing
        self.kit = self.context.kit.roomy
        left = frame.room.x
        felt = PRESENTATIONS[standing.game].felt if standing else FELT
        self.plate = Backdrop(self.kit, tables.felt(frame, felt, (0.45, 0.44)))
        sub = self.texts(f"game.{standing.game}") if standing else ""
        heading(self.context, self.plate, self.texts("party.title"), sub, left=left)
        widgets: list[Widget] = [back_button(self.context, self.back, left=left)]
        if standing is None or self._is_nowhere:
            widgets += self._nothing()
        elif frame.tall:
            widgets += lobby_rows.tall(self)
        else:
            widgets += lobby_rows.wide(self)
        focus = self.items.focus
        self.show(widgets)
        if focus and not self.items.find(focus):
            self.items.focus = ""

    def _nothing(self) -> list[Widget]:
        """What is said while there is no party to be seen, and what can be done about it."""
        frame, kit = self.context.frame, self.kit
        wide = 620.0
        rows = text.evened(self._state(), text.BLACK, round(24 * kit.text_scale), kit.px(wide - 60))
        words = kit.paragraph_plain("\n".join(rows), 24, wide - 60, CREAM, text.BLACK, 240, middle=True)
        # where texts are large these are more lines
        box = Box(
            (frame.width - wide) / 2, frame.height / 2 - 130, wide, max(150.0, words.get_height() / kit.scale + 40)
        )
        self.plate.panel(box)
        self.plate.put(words, frame.width / 2, box.y + box.h / 2, "centre")
        below = Box(box.x, box.y + box.h + 20, wide, 76)
        if self.visit.remote.ended == Close.ELSEWHERE:
            words_ = self.texts("party.again_here")
            return [Button(kit, "again", below, words_, self.again, kind="primary", icon="play", size=26)]
        if self.visit.is_lost:
            return self._lost(below)
        label = self.texts("button.home")
        widgets: list[Widget] = [Button(kit, "home", below, label, self.back, kind="dark", icon="home", size=26)]
        if self.visit.remote.ended is not None and self.visit.is_kept:
            # it may be a matter of a newer page or server: the seat goes only if one says so
            asks = self.asking == "leave"
            words_, kind = self.texts("party.leave_sure" if asks else "party.leave"), "danger" if asks else "dark"
            widgets.append(Button(kit, "leave", below._replace(y=below.y + 92, h=52), words_, self.leave, kind=kind))
        return widgets

    def _lost(self, box: Box) -> list[Widget]:
        """What can be done about a table that its server does not know: ask once more, later, or let go of it."""
        kit, texts = self.kit, self.texts
        widgets: list[Widget] = [
            Button(kit, "again", box, texts("party.lost_again"), self.again, kind="primary", icon="restart", size=26)
        ]
        below = box._replace(y=box.y + 92, h=68)
        half = below._replace(w=(box.w - 16) / 2) if self.visit.is_kept else below
        widgets.append(Button(kit, "home", half, texts("button.home"), self.back, kind="dark", icon="home", size=22))
        if self.visit.is_kept:
            asks = self.asking == "leave"
            words, kind = texts("party.leave_sure" if asks else "party.lost_forget"), "danger" if asks else "dark"
            right = half._replace(x=half.x + half.w + 16)
            widgets.append(Button(kit, "leave", right, words, self.leave, kind=kind, size=22))
        return widgets
