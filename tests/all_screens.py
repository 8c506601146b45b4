"""Every screen of the program, led to as a player would, and shown in every window."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
from finished import finished, made_up_review
from guests import TURNS
from inventory import Inventory
from make_golden import FOLDER
from offers import PUZZLED, REVIEWED, TAUGHT
from online import Silence, place, put_at_party
from player import FRAME_MS, Player
from table_player import go_on, offered_moves

from game.ai.levels import chosen_by
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, AnyMatch, Match, Seat
from game.core.rng import Rng
from game.engine.match_texts import LogLine
from game.engine.scene import Scene
from game.engine.texts import LANGUAGES
from game.engine.transitions import Pop, Push, Reset
from game.host.storage import MemoryStorage
from game.player import daily_deal, daily_store, family, reviews, saves
from game.player.known_parties import STORED, KnownParty, StoredParties
from game.scenes.navigation import routes
from game.scenes.party.evening_plan import EveningPlan
from game.scenes.records.family_screen import FamilyScreen
from game.scenes.records.finished import Finished
from game.scenes.result.after import AfterParty
from game.scenes.result.result import Result
from game.scenes.settings.data_import import DataImport
from game.scenes.setup.setup import Setup
from game.scenes.shared.common import Paged
from game.scenes.table.at_table import AtTable
from game.scenes.table.curtain import LINES, Curtain
from game.services import launch_request
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink
from game.wire.messages import (
    BestMoment,
    EveningState,
    LiveClock,
    Over,
    PartyPhase,
    PartyState,
    PlayedMatch,
    SeatAnswer,
    SeatQuery,
    SeatStatus,
    StandingRow,
    TableSummary,
    commitment,
)
from game.wire.messages import Player as Named
from game.wire.seat_watch import _Server

#: the usual one last: the game continues in it
SCALES = (1.3, 1.0)


#: a wide table and a tall one; their contents do not depend on the size of the window
WIDE, TALL = (1280, 720), (390, 844)


#: a phone on its side
SIDE = (844, 390)
#: the recorded screens: each table in one language
RECORDED = ((WIDE, "de"), (TALL, "en"))


#: the wide table in a window of more pixels, another one in each language: rounded otherwise, and whole
LARGER = dict(zip(LANGUAGES, ((1920, 1080), (1600, 900)), strict=True))


def storage_with_lineup(game: str, seats: int, humans: int = 1) -> MemoryStorage:
    """Return a storage in which a table of that size was chosen last."""
    rows = [
        [name, "human" if place < humans else "normal", figure]
        for place, (name, figure) in enumerate(
            zip(
                ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna", "Piet"),
                ("bear", "fox", "owl", "frog", "cat", "hare", "penguin"),
                strict=True,
            )
        )
    ][:seats]
    storage = MemoryStorage()
    options = {"twin_it": {"mode": "minute" if seats == 1 else "competitive"}}.get(game, {"specials": True})
    storage.write("setup", json.dumps({game: {"seats": rows, "options": options}}))
    return storage


def table(size, language, game: str = "nein_danke", seats: int = 4, humans: int = 1, moves: int = 24) -> Player:
    """Return a player at a table after some moves, or fewer if the match would be over by then."""
    player = Player(size, launch_request.LaunchRequest(game, (), 5), storage_with_lineup(game, seats, humans), language)
    scene = player.scene
    player.app.context.settings.speed = "off"
    if "go" in player.ids():
        player.tap("go")
    for _ in range(moves):
        player.wait(120)
        mine = offered_moves(player)
        if mine and player.scene is scene:
            player.tap(mine[len(scene.match.actions) % len(mine)])
    if moves and scene not in player.app.stack.scenes:
        return table(size, language, game, seats, humans, moves // 2)
    player.app.context.settings.speed = "normal"
    return player


def pushed_and_closed(player: Player, scene: Scene) -> Iterator[tuple[str, Player]]:
    """Yield a scene that is pushed over the others and closed again, with each of its pages or tabs."""
    player.app.stack.carry_out(Push(scene))
    yield "", player
    if isinstance(scene, Paged):
        while scene.page + 1 < scene.page_count():
            scene.turn(1)
            yield f", page {scene.page + 1}", player
    for tab in [item.id for item in scene.items.items if item.id.startswith("tab-")][1:]:
        player.tap(tab)
        yield f", {tab}", player
    player.app.stack.carry_out(Pop())


def screens_of_the_box(size, language: str):
    """Yield the screens of no particular game, by name."""
    player = Player(size, language=language)
    yield "title", player
    context = player.app.context
    for name, scene in (("settings", routes.settings(context)), ("statistics", routes.statistics(context))):
        for part, _ in pushed_and_closed(player, scene):
            yield name + part, player
    for kind in ("take_in", "bring_back"):
        for _ in pushed_and_closed(player, DataImport(context, {}, kind)):
            yield f"data, {kind}", player
    setup = Setup(context, "twin_it")
    setup.choose_option("mode", "teams")
    setup.add()
    setup.add()
    for _ in pushed_and_closed(player, setup):
        yield "setup of teams", player
    match = Setup(context, "dnup").lineup.match()
    since = [LogLine(3, "Mika zahlt, im Pot 1")] * LINES
    for _ in pushed_and_closed(player, Curtain(context, match, 0, since, lambda seat, open_hands: None)):
        yield "curtain, full", player
    yield from days(player)


def days(player: Player) -> Iterator[tuple[str, Player]]:
    """Yield daily deals: to be played, begun, being compared with the widest texts, and given up."""
    context = player.app.context
    today = daily_store.today(context)
    for _ in pushed_and_closed(player, routes.daily(context)):
        yield "daily", player
    daily_store.keep(context, daily_store.begin(context, today))
    for _ in pushed_and_closed(player, routes.daily(context)):
        yield "daily, open", player
    # its game has the most players, and the longest name of all
    widest = next(
        day for day in (today - daily_deal.ONE_DAY * n for n in range(999)) if len(daily_deal.deal_of(day).kinds) == 5
    )
    made = {level: daily_deal.DailyResult(5, 5, -188) for level in daily_deal.deal_of(widest).levels}
    for name, standing in (("compared", daily_deal.DailyResult(4, 5, -188)), ("given up", None)):
        daily_store.store_entries(
            context,
            {
                widest: daily_deal.DailyEntry(widest, standing, 88, True, made),
                today: daily_deal.DailyEntry(today, None),
            },
        )
        for _ in pushed_and_closed(player, routes.daily(context, widest)):
            yield f"daily, {name}", player
    for _ in pushed_and_closed(player, routes.daily(context)):
        yield "daily, comparing", player
    player.app.stack.carry_out(Reset(routes.title(context)))
    yield "title, played", player


def match_to_move(game: str, seats: list[Seat], mover: int) -> Match:
    """Return a match in which ``mover`` is to move: a fresh one, unless that seat never begins."""
    for seed in range(99):
        if (match := Match(GAMES[game], {}, seats, seed)).mover == mover:
            return match
    while match.mover != mover:
        match.apply(match.game.legal_actions(match.state)[0])
    return match


def match_of_the_absent(game: str, seats: list[Seat]) -> tuple[Match, int]:
    """Return a match of which seat 0 has missed several actions, and the number of those that its person has seen."""
    match, rng = match_to_move(game, seats, 0), Rng(5)
    while match.mover != 1 or len(match.actions) < 9 or not any(match.movers):
        level = match.game.bots.levels[0]
        match.apply(chosen_by(match.game.bots.think(match.view(match.mover), rng, level)))
    return match, next(number for number, mover in enumerate(match.movers) if mover)


def screens_of_a_party(size, language: str):
    """Yield the screens of a table with other devices: the way there, the lobby, and what lies beside the game."""
    player = Player(size, language=language)
    context = player.app.context
    context.server = "ws://127.0.0.1:1/party"
    context.connect = lambda _address: Silence()
    yield from lists_of_tables(player)
    for _ in pushed_and_closed(player, routes.together(context)):
        yield "together", player
    rows = [place("Brunhilde", "hare"), place("Maximilian", "cat", away=True), place("", "owl", "expert")]
    gathering = PartyState(
        PartyPhase.GATHERING,
        "nein_danke",
        {},
        (*rows, *[place("", "", "free")] * 4),
        0,
        True,
        120,
        True,
        0,
        "",
        None,
        None,
    )
    watch = JoinLink(context.server, watches=True, door="http://192.168.178.20:8790/")
    for name, seat, join_link in (
        ("owner", 0, watch._replace(watches=False)),
        ("guest", -1, JoinLink()),
        ("watcher", -1, watch),
    ):
        for _ in pushed_and_closed(player, routes.lobby(context, put_at_party(player, gathering, seat, join_link))):
            yield f"lobby of the {name}", player
            if name == "owner":
                player.tap("unfold")
                yield "lobby of the owner with all choices", player
    for game in TURNS:
        rows = [place("Toni", "bear"), place("Frida", "fox", away=True), place("Ole", "owl", stand_in=True)]
        seats = [Seat(row.name, row.kind, row.figure) for row in rows]
        # another seat is to move, and its player is away
        match = match_to_move(game, seats, 1)
        playing = gathering._replace(phase=PartyPhase.PLAYING, game=game, places=tuple(rows))
        later, since = match_of_the_absent(game, seats)
        present = playing._replace(places=tuple(row._replace(away=False, stand_in=False) for row in rows))
        session = put_at_party(player, present, 0, match=later, since=since)
        session.poll(0)
        session.updates.shown_anew()
        for _ in pushed_and_closed(player, routes.online_table(context, session)):
            player.wait(160)
            assert player.scene.dock.panel.missed
            yield f"{game} with others, what has happened since", player
        for seat in (0, -1):
            scene = routes.online_table(context, put_at_party(player, playing, seat, match=match))
            for _ in pushed_and_closed(player, scene):
                yield f"{game} with others, seat {seat}", player
                if seat == 0 and game == "dnup":
                    player.tap("call")
                    yield "calls", player
                    player.tap("call")
                    player.press(pygame.K_ESCAPE)
                    yield "pause with others", player
                    player.tap("people")
                    yield "people in a match", player
                    player.press(pygame.K_ESCAPE)

    rows = [place("Toni", "bear"), place("Frida", "fox"), place("Ole", "owl", away=True)]
    match = Match(GAMES["twin_it"], {}, [Seat(row.name, row.kind, row.figure) for row in rows], 1)
    for start_ms, ready in ((0, ()), (0, (0,)), (1, ())):
        going = LiveClock(start_ms, 0, -1, 50, 100, ready, 2, (0, 0, 0))
        playing = gathering._replace(phase=PartyPhase.PLAYING, game="twin_it", places=tuple(rows), live_clock=going)
        for seat in (0, -1):
            scene = routes.online_table(context, put_at_party(player, playing, seat, match=match))
            for _ in pushed_and_closed(player, scene):
                yield f"twin_it with others, seat {seat}, ready {ready}, from {start_ms}", player
    yield from after_a_party(player, gathering, watch)


def told(context, number: int, table: TableSummary | None, status: SeatStatus = SeatStatus.HELD) -> KnownParty:
    """Return a stored seat of which a server has told that."""
    row = KnownParty(context.server, f"{number:024x}", "KWMNP", f"{number:032x}", 10**14)
    server = context.tables._servers.setdefault(context.server, _Server())
    query = SeatQuery(row.party, row.token)
    server.found[query] = SeatAnswer(row.party, status, table)
    return row


def lists_of_tables(player: Player) -> Iterator[tuple[str, Player]]:
    """Yield the title with tables that wait, and the list: full with the widest texts, unreachable, and unknown."""
    context = player.app.context
    now = int(context.clock.wall_ms())
    names = ("Brunhilde", "Maximilian", "Friederike", "Konstantin", "Wilhelmine", "Sieglinde")
    places = tuple(place(name, FIGURES[n], away=n > 2, stand_in=n == 5) for n, name in enumerate(names))
    table = TableSummary(
        PartyPhase.PLAYING, "push", places, 0, 0, False, now - 80_000_000, now + 20_000_000, now, 62, 9, 88, (), ()
    )
    other = table._replace(game="nein_danke", to_move=3, due_ms=0, turn_ms=now - 720_000, progress=0, missed=1)
    over = table._replace(
        phase=PartyPhase.OVER, game="keine_ahnung", to_move=-1, due_ms=0, winners=(0, 1), scores=(88, 88, 9, 9, 9, 9)
    )
    gathers = table._replace(phase=PartyPhase.GATHERING, game="dnup", to_move=-1, due_ms=0, missed=0, progress=-1)
    known = [table, table._replace(is_asked=True, to_move=2), other, gathers, over, over._replace(winners=(4,))]
    rows = [told(context, number, one) for number, one in enumerate(known)]
    rows += [told(context, 90, None, status) for status in (SeatStatus.NO_PARTY,)]
    rows += [KnownParty(context.server, "ef" * 12, "KWMNP", "f" * 32, 10**14)]
    STORED.write(context, StoredParties(context.server, tuple(rows)))
    for context.tables.waiting in (1, 5):
        for _ in pushed_and_closed(player, routes.title(context)):
            yield f"title, {context.tables.waiting} waiting", player
    for _ in pushed_and_closed(player, routes.tables(context)):
        yield "tables", player
    context.tables._servers[context.server].failure = 1006
    for _ in pushed_and_closed(player, routes.tables(context)):
        yield "tables out of reach", player
        while "next" in player.ids():
            player.tap("next")
            yield "tables out of reach, next page", player
    context.tables.waiting = 0
    STORED.write(context, StoredParties(context.server))
    today = daily_store.today(context)
    daily_store.store_entries(context, {today: daily_deal.DailyEntry(today, None)})
    for _ in pushed_and_closed(player, routes.tables(context)):
        yield "no tables", player
    daily_store.store_entries(context, {})


def after_a_party(player: Player, standing: PartyState, watch: JoinLink) -> Iterator[tuple[str, Player]]:
    """Yield what a spectator screen and a device show of a match with a free seat, and of a finished one."""
    context = player.app.context
    match = finished("keine_ahnung", 5, people=(0, 1, 2))
    rows = [place(seat.name, seat.figure, seat.kind)._replace(vacant=seat.kind != "human") for seat in match.seats]
    standing = standing._replace(phase=PartyPhase.PLAYING, game="keine_ahnung", places=tuple(rows))
    for _ in pushed_and_closed(
        player, routes.online_table(context, put_at_party(player, standing, -1, watch, match.at(9)))
    ):
        yield "big screen with a free seat", player
    for seat, join_link in ((-1, watch), (1, JoinLink(context.server))):
        session = put_at_party(player, standing._replace(phase=PartyPhase.OVER), seat, join_link, match)
        session.remote.over = Over(9, match.save(), f"{match.seed:x}", "")
        session.remote._commitments[0] = commitment(f"{match.seed:x}", "")
        for _ in pushed_and_closed(player, Result(context, match, AfterParty(context, match, session))):
            yield f"result with others, seat {seat}", player
    yield from evening_of(player, standing._replace(phase=PartyPhase.OVER), match)


def evening_of(player: Player, party_state: PartyState, match: AnyMatch) -> Iterator[tuple[str, Player]]:
    """Yield the screens of an evening: its plan, the standing after its first game, and the ceremony."""
    context = player.app.context
    people = [Named(seat.name, seat.figure) for seat in match.seats]
    rows = [
        StandingRow(people[seat], seat, 9 - seat, 4 - seat, 2 - seat, 2 - seat, 2 * (not seat)) for seat in range(3)
    ]
    rows.append(StandingRow(Named("Brunhilde", "penguin"), -1, 3, 0, -1, 1, 1))
    moment = BestMoment("beaten", people[1], people[2], (("count", 3.0), ("high", 6.0), ("low", 5.0)))
    told = (PlayedMatch(1, "dnup", (people[0], Named("", "frog")), moment), PlayedMatch(2, "twin_it", (), None))
    games = ("dnup", "twin_it", "keine_ahnung")
    for played in (1, 3):
        evening = EveningState(games, played, played == 3)
        shown = party_state._replace(standing=tuple(rows), finished=told[:played], evening=evening)
        for seat, join_link in ((-1, JoinLink(context.server, watches=True)), (0, JoinLink(context.server))):
            session = put_at_party(player, shown, seat, join_link, match)
            session.remote.over = Over(9, match.save(), f"{match.seed:x}", "")
            session.remote._commitments[0] = commitment(f"{match.seed:x}", "")
            for _ in pushed_and_closed(player, Result(context, match, AfterParty(context, match, session))):
                player.scene._turn(len(player.scene.pages))
                yield f"standing in a result after {played} games, seat {seat}", player
            for _ in pushed_and_closed(player, routes.standing(context, session)):
                yield f"standing after {played} games, seat {seat}", player
        for _ in pushed_and_closed(player, routes.lobby(context, session)):
            yield f"people after {played} games", player
        for _ in pushed_and_closed(player, EveningPlan(context, session)):
            yield f"plan of an evening after {played} games", player
    gathering = party_state._replace(phase=PartyPhase.GATHERING)
    for _ in pushed_and_closed(player, EveningPlan(context, put_at_party(player, gathering, 0))):
        yield "plan of a new evening", player
    shown = gathering._replace(evening=EveningState(games, 1, False), finished=told[:1])
    watched = put_at_party(
        player, shown, -1, JoinLink(context.server, watches=True, door="http://192.168.178.20:8790/")
    )
    for _ in pushed_and_closed(player, routes.lobby(context, watched)):
        yield "big screen of an evening", player


def menus_of(game: str, size, language: str):
    """Yield the screens of a game before it is played."""
    player = Player(size, language=language)
    context = player.app.context
    for part, _ in pushed_and_closed(player, routes.howto(context, game)):
        yield f"howto{part}", player
    setup = Setup(context, game)
    # the widest game number that is ever dealt
    setup.lineup.seed = 88_888
    for _ in pushed_and_closed(player, setup):
        yield "setup", player
        setup.unfold()
        yield "setup with all choices", player
    for part, _ in pushed_and_closed(player, routes.house_rules(context, setup.lineup)):
        yield f"house_rules{part}", player


def screens_of(game: str, size, language: str):
    """Yield every screen of one game, by name."""
    yield from menus_of(game, size, language)
    rules = GAMES[game]
    for seats in (rules.min_seats, rules.max_seats):
        player = table(size, language, game, seats)
        yield f"table of {seats}", player
        scene, context = player.scene, player.app.context
        if isinstance(scene, AtTable):
            for _ in pushed_and_closed(player, routes.log(context, scene.table)):
                yield "log", player
            player.tap("pause")
            yield "pause", player
            player.press(pygame.K_ESCAPE)
            # a game without secrets has no curtain
            if context.texts.has(f"{game}.curtain.shows"):
                for _ in pushed_and_closed(
                    player,
                    Curtain(context, scene.match, 0, scene.table.log, lambda seat, open_hands: None, scene.table.faces),
                ):
                    yield "curtain", player
        context.settings.speed = "off"
        while not player.scene.items.find("again"):
            # a game in real time and a page that has just come up need all of it
            end_ms = player.clock.now_ms() + 300 // FRAME_MS * FRAME_MS
            player.wait(300, lambda player=player: isinstance(player.scene, TurnScene) and bool(offered_moves(player)))
            player.clock.pass_ms(end_ms - player.clock.now_ms())
            go_on(player, len(scene.match.actions))
        yield f"result of {seats}", player
        for page in [item.id for item in player.items if item.id.startswith("page-")][1:]:
            player.tap(page)
            yield f"result of {seats}, {page}", player
        player.tap("watch")
        yield "replay", player


def screens_afterwards(game: str, size: tuple[int, int], language: str) -> Iterator[tuple[str, Player]]:
    """Yield the screens of a game after a match, and of learning it."""
    player, match = Player(size, language=language), finished(game)
    context = player.app.context
    for number, played in enumerate((finished(game, seed=2), match)):
        saves.finish(context, played)
        for _ in pushed_and_closed(player, routes.statistics(context, game)):
            yield f"statistics of {number + 1}", player
            if GAMES[game].records.goals:
                player.tap([item.id for item in player.items if item.id.startswith("chart-")][-1])
                yield f"goals after {number + 1}", player
    family.STORED.write(context, family.counted(family.STORED.read(context), finished(game, people=(0, 1, 2))))
    scenes: dict[str, Scene] = {"finished": Finished(context), "family": FamilyScreen(context)}
    if game in REVIEWED:
        reviews.store_review(context, match, made_up_review(match))
    if game in REVIEWED or GAMES[game].real_time:
        scenes["review"] = routes.review(context, match)
    if game in PUZZLED:
        scenes |= {"puzzles": routes.puzzles(context, game), "puzzle": routes.puzzle(context, game, 0)}
    if game in TAUGHT:
        scenes["lesson"] = routes.lesson(context, game)
    for name, scene in scenes.items():
        for part, _ in pushed_and_closed(player, scene):
            player.wait(400)
            yield name + part, player


#: the screens of one test: those of a game, or those that belong to none
PARTS = {"box": screens_of_the_box, "party": screens_of_a_party} | {game: partial(screens_of, game) for game in GAMES}


#: and those of learning and of looking back
AFTERWARDS = {f"{game}_afterwards": partial(screens_afterwards, game) for game in GAMES}


#: shows a screen, given its name and the player before it, in a window at a display scale
Look = Callable[[str, Player, tuple[int, int], float], None]


def drawn(_name: str, player: Player, window: tuple[int, int], scale: float) -> None:
    show_at(player, window, scale)
    player.draw()


def windows_of(part: str, size: tuple[int, int], language: str) -> list[tuple[tuple[int, int], float]]:
    """Return the windows and display scales that a screen is shown at, that of the visit last."""
    wide = size == WIDE
    larger = [(LARGER[language], SCALES[1])] if wide and part in PARTS else []
    return [*[(SIDE, SCALES[0])][:wide], (size, SCALES[0]), *larger, (size, SCALES[1])]


def shown(part: str, size: tuple[int, int], language: str, look: Look = drawn) -> list[str]:
    """Return what every screen of a part shows and offers, line by line; each is shown in other windows before."""
    inventory, rows = Inventory(), []
    with inventory.watching():
        for name, player in (PARTS | AFTERWARDS)[part](size, language):
            for window, scale in windows_of(part, size, language):
                inventory.begin()
                look(name, player, window, scale)
            rows += [f"## {name}", *inventory.of(player.scene, player.app.window_surface._before)]
    return rows


def is_a_picture(screen: pygame.Surface) -> bool:
    """Return whether there is more to see than a few plain areas."""
    width, height = screen.get_size()
    return len({screen.get_at((x, y))[:3] for x in range(0, width, 40) for y in range(0, height, 40)}) > 20


def show_at(player: Player, size: tuple[int, int], scale: float) -> None:
    """Take another window or display scale, with every picture made anew."""
    player.app.context.settings.scale = scale
    player.resize(size)


def screens_file(part: str, size: tuple[int, int]) -> Path:
    """Return the file of the recording: see ``make_golden``."""
    return FOLDER / "screens" / f"{part}_{size[0]}x{size[1]}.txt"
