"""Secrets of Keine Ahnung: what is over leaves no trace, and on a shared device only the winner sees stars."""

import asyncio
import json
from itertools import combinations
from typing import Any

import pygame
import pytest
from keine_ahnung_player import PHONE, WIDE, match_of, offered_moves, played_until, player_at, sit
from keine_ahnung_states import state_of
from stand_in import StandIn, enabled, frames

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.core.rng import Rng
from game.engine.held_secret import HOLD_MS, SECRET
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.games.keine_ahnung import events as happenings
from game.games.keine_ahnung.deck import stars_of
from game.games.keine_ahnung.events import (
    CallLost,
    CallMade,
    CallWon,
    CardDeclined,
    CardsTurnedBack,
    PrizeFound,
    TrophyWon,
)
from game.games.keine_ahnung.places import MEDAL_HIGH, MEDAL_WIDE
from game.games.keine_ahnung.presentation import KeineAhnungPresentation
from game.games.keine_ahnung.rules import Phase
from game.games.keine_ahnung.table import KeineAhnungTable
from game.games.keine_ahnung.texts import KeineAhnungTexts
from game.scenes.navigation import routes
from game.scenes.table.curtain import Curtain

GERMAN = Texts("de")

SHOWN = KeineAhnungPresentation()


# ---- no traces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_table_after_many_moves_looks_like_one_opened_anew(size):
    """The pictures are equal to the pixel after cards of every grid were turned up and back."""
    match = match_of("hbb", 11)
    player = sit(match, size, "fast")
    rng = Rng(3)
    compared = 0
    while compared < 4:
        assert player.wait(60_000, lambda: bool(offered_moves(player)))
        ids = offered_moves(player)
        if match.state.phase == Phase.OWN and len(match.view(0).sightings) > 2 * compared:
            player.wait(1500)
            player.feed(pygame.MOUSEMOTION, pos=(3, 3), rel=(0, 0), buttons=(0, 0, 0), touch=False)
            player.wait(300)
            picture = pygame.image.tobytes(player.draw(), "RGB")
            fresh = sit(match.at(len(match.actions)), size)
            fresh.wait(300)
            # its button shows the speed
            fresh.app.context.settings.speed = "fast"
            fresh.scene.build()
            assert pygame.image.tobytes(fresh.draw(), "RGB") == picture
            compared += 1
        player.tap(rng.choice(ids))


@pytest.mark.parametrize(
    ("row", "mark"),
    [
        ((CallMade(0, 2), CallWon(0), TrophyWon(0, 3, 11), CardsTurnedBack(0, (0, 1))), "TrophyWon"),
        ((CallMade(0, 2), CallLost(0, 0), CardsTurnedBack(0, (0,))), "CallLost"),
        ((CallMade(0, 2), PrizeFound(0, 401, 1), CallLost(0, 1), CardsTurnedBack(0, (0,))), "PrizeFound"),
        ((TrophyWon(1, 0, 11), CardsTurnedBack(0, (0,))), "CardsTurnedBack"),
    ],
)
def test_the_last_move_of_a_call_shows_its_outcome(row, mark):
    match = match_of("hb")
    table = sit(match).scene.table
    for event in row:
        table.take_note(event)
    assert table.moves.newest_of(0) == table.text(f"move.{mark}", name=table.name(0))


def test_a_prize_is_counted_when_it_has_arrived():
    match = match_of("hb")
    player = player_at(match, state_of("red5", ("star2 blue1",), phase=Phase.OWN), speed="normal")
    table = player.scene.table
    player.tap("card-0")
    assert player.wait(5000, lambda: bool(table.layer._flying))
    assert not table.winnings()
    assert (0, 0) not in table.layer.sprites
    assert player.wait(5000, lambda: not table.layer._flying)
    player.wait(100)
    assert [(won.stars, won.is_prize) for won in table.winnings()] == [(2, True)]


# ---- what is read out -------------------------------------------------------------------------------


def test_a_revealed_card_is_read_out_once_and_not_kept(stand_in):
    """Listeners hear what others see, with its place; afterwards it is found nowhere."""
    script = stand_in({"game": "keine_ahnung", "seats": "human,easy", "seed": "3", "speed": "off", "lang": "de"})
    seen: list[str] = []

    def decide(script: StandIn) -> bool:
        if not script.happened:
            moves = [id_ for id_ in enabled(script) if id_.startswith(("do-", "card-"))]
            if moves:
                script.happened.append({"kind": "use", "id": moves[0], "at": 5.0})
        heard = [text for text in script.said if ", Karte " in text]
        seen[:] = heard
        return len({text.split(",")[0] for text in heard}) == 2 and len(heard) > 6

    asyncio.run(frames(script, decide))
    assert not script.failures
    # the text of a card that went back was removed before anything else was said
    backs = sum("wieder um" in line for line in script.lines)
    assert 0 < script.said.count("") <= backs
    assert not any(", Karte " in line for line in script.lines)
    assert not any(", Karte " in row["words"] and "Nichts passt" not in row["words"] for row in script.seen)
    assert json.loads(script.texts["match-keine_ahnung"])["game"] == "keine_ahnung"


def test_counts_of_one_are_said_in_the_singular():
    match = match_of("hb")
    match.state = state_of("red5", ("blue1", "green1 green5"), phase=Phase.OWN)
    store = match.state.store
    match.state = match.state._replace(store=store._replace(trophies=((3,), (4, 5))))
    said = KeineAhnungTexts(GERMAN, match.seats).table(match.view(0))
    assert "Du hast 1 Karte und 1 Trophäe." in said
    assert "Frida hat 2 Karten und 2 Trophäen." in said


# ---- several people ---------------------------------------------------------------------------------


def won_by(match: Match) -> Any:
    """Play up to the first trophy and return its event."""
    played_until(match, lambda match: any(match.view(0).trophy_counts))
    return next(event for step in match.events for event in step if isinstance(event, happenings.TrophyWon))


def test_no_curtain_falls_for_stars_which_are_held():
    match = match_of("hhh", 4)
    assert SHOWN.private(match.view(1)) == ""
    won_by(match)
    assert {SHOWN.private(match.view(seat)) for seat in range(3)} == {"held"}
    player = sit(match)
    player.wait(100)
    assert not isinstance(player.scene, Curtain)
    played_until(match, lambda match: match.is_over)
    assert SHOWN.private(match.view(0)) == ""


def faces_in(table: KeineAhnungTable, event: Any, view: Any) -> set[str]:
    """Return every face that a script shows at any moment."""
    shown = set()
    for _ in table.script(event, view):
        shown |= {sprite.place.face for sprite in table.layer.sprites.values()}
        shown |= {sprite.place.face for sprite, _ in table.layer._flying}
    return shown


@pytest.mark.parametrize(("row", "alone"), [("hb", True), ("bh", True), ("hh", False)])
def test_the_stars_of_a_trophy_are_shown_only_to_its_winner(row, alone):
    """With several people at a device they are hidden until the curtain has risen."""
    match = match_of(row, 4)
    won = won_by(match)
    context = sit(match_of("hb")).app.context
    context.settings.speed = "normal"
    for seat in (0, 1):
        table = KeineAhnungTable(context, match.seats, seat, match.view(seat))
        shown = faces_in(table, GAMES["keine_ahnung"].visible(won, seat), match.view(seat))
        assert (f"trophy{won.stars}" in shown) == (alone and seat == won.seat)
        assert alone or not any(face.startswith("trophy") and face[6:].isdigit() for face in shown)


def shelf(player: Any, monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Return the stars on the own shelf as they are drawn now, None for each closed one."""
    kit = player.app.context.kit
    made, drawn = kit.scene_image, []

    def noted(function: Any, *what: Any, **named: Any) -> Any:
        if function.__name__ == "medal" and not what[1]:
            drawn.append(what[0])
        return made(function, *what, **named)

    with monkeypatch.context() as patch:
        patch.setattr(kit, "scene_image", noted)
        player.draw()
    return drawn


def with_stars(size: tuple[int, int], language: str = "de") -> Any:
    """Return a player at a table of two people, of whom the one to move has trophies."""
    match = match_of("hh", 4)
    won_by(match)
    played_until(match, lambda match: match.state.phase == Phase.DRAW and match.view(match.state.turn).trophies)
    player = sit(match, size, language=language)
    player.wait(300)
    return player


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_stars_are_seen_while_held_and_hidden_at_the_release(size, monkeypatch):
    player = with_stars(size)
    mine = list(player.scene.match.view(player.scene.viewer).trophies)
    assert set(shelf(player, monkeypatch)) == {None}
    middle = player.scene.items.find(SECRET).box.centre
    player.hold(*middle)
    player.wait(HOLD_MS + 100)
    assert sorted(shelf(player, monkeypatch)) == sorted(mine)
    player.let_go(*middle)
    player.wait(50)
    assert set(shelf(player, monkeypatch)) == {None}


def test_stars_shown_by_a_tap_are_hidden_by_the_next_card_and_read_out_once(monkeypatch):
    player = with_stars(WIDE)
    mine, scene = player.scene.match.view(player.scene.viewer).trophies, player.scene
    scene.take_announcement()
    player.tap(SECRET)
    player.wait(50)
    assert sorted(shelf(player, monkeypatch)) == sorted(mine)
    name, prizes = scene.table.name(scene.viewer), map(stars_of, scene.match.view(scene.viewer).prizes)
    assert scene.take_announcement() == f"{name} hat {sum(mine) + sum(prizes)} Sterne"
    player.tap("do-draw")
    player.wait(16)
    assert set(shelf(player, monkeypatch)) == {None}


def test_a_replay_with_several_people_shows_stars():
    match = match_of("hh", 4)
    won = won_by(match)
    played_until(match, lambda match: match.is_over)
    player = sit(match_of("hb"))
    player.app.stack.carry_out(Reset(routes.replay(player.app.context, match)))
    player.wait(32)
    table = player.scene.table
    assert table.alone
    assert f"trophy{won.stars}" in faces_in(table, won, match.view(0))


def test_a_declined_card_is_not_reported_as_one_that_does_not_fit():
    table = sit(match_of("hb", decline=True)).scene.table
    table.take_note(CardDeclined(1, 0))
    table.take_note(CardsTurnedBack(1, (0,)))
    assert table.moves.newest_of(1) == table.text("move.CardDeclined", name=table.name(1))
    table.take_note(CardsTurnedBack(0, (0,)))
    assert table.moves.newest_of(0) == table.text("move.CardsTurnedBack")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize("count", [4, 7, 12])
def test_winnings_do_not_overlap_and_all_are_counted(size, count):
    table = sit(match_of("hb"), size).scene.table
    stars = tuple(2 + number % 3 for number in range(count))
    table.shown = table.shown._replace(trophies=stars, prizes=(401,))
    winnings = table.winnings()
    assert sum(won.many for won in winnings) == count + 1
    for one, other in combinations(winnings, 2):
        assert abs(one.x - other.x) >= MEDAL_WIDE or abs(one.y - other.y) >= MEDAL_HIGH
