"""The set-up form as values: what its seats say and offer, on this device and at a party."""

import pytest
from online import place, put_at_party
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.engine.layout import overlap
from game.engine.transitions import Push
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby
from game.scenes.setup import form
from game.scenes.setup.form import SeatRow
from game.scenes.setup.setup import Setup
from game.wire.commands import FREE
from game.wire.join_link import JoinLink
from game.wire.messages import PartyPhase, PartyState

GAME = "nein_danke"
LEVELS = GAMES[GAME].bots.levels
PLACES = (
    place("Ada", "bear"),
    place("Ben", "cat", away=True),
    place("", "owl", "hard"),
    place("", "", FREE),
)
THERE = PLACES[1]._replace(away=False)


def set_up(game: str = GAME) -> Setup:
    player = Player(language="en")
    return Setup(player.app.context, game)


def party(
    seat: int, join_link: JoinLink | None = None, size: tuple[int, int] = (1280, 720), **changes: object
) -> Lobby:
    """Return the lobby of a party as seen from that seat."""
    player = Player(size, language="en")
    standing = PartyState(PartyPhase.GATHERING, GAME, {}, PLACES, 0, False, 0, True, 0, "", None, None)._replace(
        **changes
    )
    lobby = routes.lobby(player.app.context, put_at_party(player, standing, seat, join_link))
    player.app.stack.carry_out(Push(lobby))
    assert isinstance(lobby, Lobby)
    return lobby


def offers(row: SeatRow) -> set[str]:
    """Return what can be done about a seat."""
    found = {
        "own": row.own,
        "level": bool(row.kinds),
        "bot": bool(row.bot),
        "out": bool(row.remove_label) and row.may_remove,
        "sit": bool(row.sit_labels[1]),
    }
    return {name for name, is_offered in found.items() if is_offered}


def test_on_one_device_every_seat_can_be_changed_and_removed():
    scene = set_up()
    rows = scene.rows()
    assert [row.seat for row in rows] == scene.lineup.seats
    assert all(offers(row) == {"own", "level", "out"} and row.kinds == [HUMAN, *LEVELS] for row in rows)
    assert [row.team for row in rows] == [-1] * len(rows)
    while len(scene.lineup.seats) > scene.lineup.seat_range[0]:
        scene.remove(0)
    assert all(offers(row) == {"own", "level"} for row in scene.rows())


def test_a_seat_tells_how_it_plays_and_its_team():
    scene = set_up("twin_it")
    texts = scene.context.texts
    scene.choose_option("mode", "teams")
    rows = scene.rows()
    assert [row.team for row in rows] == [0, 1, 0, 1]
    assert rows[0].note == f"{texts('team.0')}: {texts('setup.person')}"
    assert rows[1].note == f"{texts('team.1')}: {scene.how(1)}"
    assert scene.how(1) == texts(f"twin_it.level.{rows[1].seat.kind}")


def test_the_owner_of_a_party_adds_bots_and_removes_people():
    scene = party(0)
    rows = scene.rows()
    kind = rows[2].seat.kind
    assert [offers(row) for row in rows] == [{"own", "sit"}, {"out", "sit"}, {"level", "sit"}, {"bot", "sit"}]
    assert [row.marked for row in rows] == [True, False, False, False]
    assert (rows[2].kinds, rows[3].bot) == ([FREE, *LEVELS], kind), "a further bot plays like the last one"
    scene.unfold()
    assert scene.rows() == rows


def test_a_guest_of_a_party_edits_only_the_own_name_and_figure():
    scene = party(1)
    assert [offers(row) - {"sit"} for row in scene.rows()] == [set(), {"own"}, set(), set()]
    assert not scene.owns


def test_a_free_seat_is_named_and_all_of_it_but_the_bots_button_moves_a_player(monkeypatch):
    scene, told = party(0), []
    said = form.ui.TextLine
    monkeypatch.setattr(form.ui, "TextLine", lambda text, *rest, **more: told.append(text) or said(text, *rest, **more))
    scene.build()
    texts, items = scene.context.texts, scene.items
    free = [number for number, place in enumerate(PLACES) if place.kind == FREE]
    assert told.count(texts("party.free_seat")) == len(free) > 0
    for number in free:
        assert texts("party.place", number=number + 1) in told
        sit, bot = items.find(f"sit-{number}"), items.find(f"bot-{number}")
        assert sit.box.w > 2 * bot.box.w
        assert all(items.at(*item.box.centre) is item for item in (sit, bot))


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_messages_of_a_party_leave_heading_and_buttons_free_and_end_with_their_view(size):
    scene = party(0, size=size)
    box, start = scene.message_box(), scene.items.find("start").box
    back = scene.items.find("back").box
    assert overlap(box, start) == overlap(box, back) == 0
    assert box.y > back.y + back.h or box.x > scene.heading_end
    scene.say("copied")
    scene.unfold()
    assert "copied" not in scene.scene_messages


def test_the_owner_is_told_that_empty_seats_are_left_out_at_the_start():
    scene, texts = party(0), party(0).context.texts
    start = next(widget for widget in scene.widgets if any(item.id == "start" for item in widget.items))
    assert start.sub == texts("party.free_stay")


def test_while_the_owner_is_away_the_guests_decide():
    away = (PLACES[0]._replace(away=True), THERE, *PLACES[2:])
    assert party(1, places=away).owns
    assert not party(1).owns
    assert party(1, owner=-1).owns
    assert not party(-1, owner=-1).owns


@pytest.mark.parametrize("phase", [PartyPhase.PLAYING, PartyPhase.OVER])
def test_during_a_match_seats_stay_but_the_owner_may_remove_people(phase):
    assert [offers(row) for row in party(0, phase=phase).rows()] == [set(), {"out"}, set(), set()]
    assert [offers(row) for row in party(1, phase=phase).rows()] == [set()] * 4


def test_a_spectator_screen_offers_no_choices():
    scene = party(-1, JoinLink("ws://127.0.0.1:1/party", watches=True))
    assert [offers(row) for row in scene.rows()] == [set()] * 4
    assert scene.larger > 1
    assert {item.id for item in scene.items.items} == {"back"}


def test_a_seat_tells_the_state_of_its_player():
    places = (
        place("Ada", "bear"),
        place("Ben", "cat", away=True),
        place("Cleo", "fox", stand_in=True),
        place("", "owl", "hard")._replace(vacant=True),
        place("", "hare", "easy"),
        place("Dora", "frog"),
        place("Emil", "penguin"),
    )
    scene = party(5, places=places, phase=PartyPhase.PLAYING)
    keys = ("party.is_owner", "party.is_away", "party.is_stood_in", "party.is_vacant", "level.easy", "setup.you")
    assert [row.note for row in scene.rows()] == [scene.context.texts(key) for key in (*keys, "party.is_there")]
    assert [row.seat.name for row in scene.rows()][3:5] == [scene.context.texts(f"figure.{n}") for n in ("owl", "hare")]


def test_teams_of_a_party_are_made_of_the_occupied_seats():
    places = (PLACES[0], PLACES[3], *[place("", "owl", "hard")] * 3, PLACES[3])
    changes = {"game": "twin_it", "options": {"mode": "teams"}, "places": places}
    assert [row.team for row in party(0, **changes).rows()] == [0, -1, 1, 0, 1, -1]
    # after a match the seats move round
    assert [row.team for row in party(0, phase=PartyPhase.OVER, **changes).rows()] == [-1] * 6


def test_the_agreed_house_rules_are_shown_to_guests():
    texts = Player(language="en").app.context.texts
    assert party(1, seconds=60, locked=True).settled() == [
        texts("party.rules_printed"),
        texts("party.time_said", count=60),
        texts("party.time_over"),
        texts("party.hints"),
        texts("party.locked"),
    ]
    changed = party(1, options={"specials": True}, hints=False)
    assert changed.settled() == [
        texts("nein_danke.option.specials"),
        texts("party.time_none"),
        texts("party.no_hints"),
    ]
    # in real time there are no turns
    modes = party(1, game="twin_it", options={"mode": "minute"}).settled()
    assert modes[1:] == [texts("party.rules_printed"), texts("party.not_over_days")]
    assert modes[0].startswith(texts("twin_it.option.mode.minute"))


@pytest.mark.parametrize(
    ("changes", "key", "blanks"),
    [
        ({}, "party.may_begin", {}),
        ({"places": (PLACES[0], *[PLACES[3]] * 3)}, "party.needs", {"count": 2}),
        ({"places": (*[PLACES[0]] * 8,)}, "party.too_many", {"most": 7}),
        ({"phase": PartyPhase.PLAYING}, "party.is_played", {}),
        (
            {"owner": 1, "places": (PLACES[0], PLACES[1]._replace(away=False), PLACES[2])},
            "party.waits",
            {"name": "Ben"},
        ),
    ],
)
def test_the_lobby_says_what_it_waits_for(changes, key, blanks):
    scene = party(0, **changes)
    assert scene.waits_for() == scene.context.texts(key, **blanks)


def test_choosing_a_figure_ends_with_the_next_use_of_anything():
    scene = party(0)
    scene.use(scene.items.find("figure"))
    assert [item.id for item in scene.items.items if item.id.startswith("take-")]
    assert scene.items.focus == "take-bear"
    assert scene.use(scene.items.find("back")) is None
    assert not [item.id for item in scene.items.items if item.id.startswith("take-")]
    scene.use(scene.items.find("figure"))
    scene.use(scene.items.find("take-frog"))
    assert (scene.figure, scene.items.focus) == ("frog", "figure")
    assert scene.context.settings.figure == "frog"
