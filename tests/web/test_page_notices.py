"""Notices of the browser: what a hidden page says, a push to the service worker, and the number in the title."""

import json
from contextlib import closing

import pytest
from visitor import Visitor, eventually

#: puts a seat's update into a page as if it came from a server
SOCKET = """(() => { window.WebSocket = class { constructor() { window.line = this; this.readyState = 1; }
    send() {} close() {} }; window.WebSocket.OPEN = 1; kartenkiste.connect('"ws://127.0.0.1:1/party"'); })()"""
PARTY = "ab" * 12


#: lets a page show notices, which a browser without a screen refuses; they are kept by their tags, as browsers do
SHOWING = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
const notices = new Map();
const registrations = ServiceWorkerRegistration.prototype;
registrations.showNotification = async (title, { body, tag }) => { notices.set(tag, { title, body, tag }); };
registrations.getNotifications = async () => [...notices.values()].map(
    one => ({ ...one, close() { notices.delete(one.tag); } }));
"""
#: gives the worker a push, and returns what it shows
PUSH = """async data => {
  const shown = [];
  registration.showNotification = async (title, options) => { shown.push({ title, ...options }); };
  const event = new PushEvent("push", { data });
  const done = new Promise(resolve => { event.waitUntil = resolve; });
  dispatchEvent(event);
  await (await done);
  return shown;
}"""


#: tells the worker that the browser has replaced its subscription, and returns what it sends to which server
RENEW = """async replacement => {
  const sent = [];
  self.WebSocket = class {
    constructor(address) { this.address = address; setTimeout(() => this.onopen()); }
    send(text) { sent.push([this.address, JSON.parse(text)]); setTimeout(() => this.onmessage()); }
    close() {}
  };
  const event = new Event("pushsubscriptionchange");
  event.newSubscription = { toJSON: () => replacement };
  const done = new Promise(resolve => { event.waitUntil = resolve; });
  dispatchEvent(event);
  await (await done);
  return sent;
}"""


@pytest.fixture(scope="module")
def begun(browser, server):
    """Return a visitor whose browser may show notices, one for all tests: a page takes longer to load than they do."""
    with closing(Visitor(browser, server.address, script=SHOWING + QUESTIONS)) as found:
        found.open()
        found.begin()
        found.run("navigator.serviceWorker.ready.then(() => true)")
        yield found


@pytest.fixture
def guest(begun):
    """Return the visitor, of whom the next test finds nothing: no server, no tables, no notices."""
    begun.run("(window.plainSocket = WebSocket, 0)")
    yield begun
    # somebody who is back at the table needs no notice of it
    begun.run(f"""(window.WebSocket = plainSocket, dispatchEvent(new Event('focus')), kartenkiste.watchTables('null'),
        kartenkiste.prepareNotice('{json.dumps({"party": PARTY})}'), kartenkiste.prepareNotice('null'),
        kartenkiste.showWaiting(0))""")
    assert notices(begun, 0) == []


def notices(guest: Visitor, count: int) -> list[dict[str, str]]:
    """Return the notices that the browser shows, once there are so many."""
    found: list[dict[str, str]] = []
    shown = """navigator.serviceWorker.getRegistration().then(found => found.getNotifications())
        .then(all => all.map(one => ({ title: one.title, body: one.body, tag: one.tag })))"""

    def are_shown() -> bool:
        found[:] = guest.run(shown)
        return len(found) == count

    eventually(are_shown)
    return found


def update(to_move: int, length: int) -> str:
    """Return an update for seat 1 as a page receives it."""
    turn = {"is": "Turn", "length": length, "to_move": to_move}
    return json.dumps({"is": "Step", "n": length, "seat": 1, "standing": None, "turn": turn})


def test_a_hidden_page_tells_of_a_turn_once(guest):
    guest.run(SOCKET)
    words = {
        "party": PARTY,
        "turn": "Du bist dran",
        "over": "Ende",
        "text": "Push mit Ben",
        "on": True,
        "quiet": [0, 0],
    }
    guest.run(f"kartenkiste.prepareNotice({json.dumps(json.dumps(words))})")
    hear = "line.onmessage({{ data: {} }})"
    guest.run(hear.format(json.dumps(update(1, 4))))
    assert notices(guest, 0) == [], "somebody looks"
    guest.run("dispatchEvent(new Event('blur'))")
    for to_move, length in ((1, 4), (0, 5), (1, 6), (1, 6)):
        guest.run(hear.format(json.dumps(update(to_move, length))))
    assert notices(guest, 1) == [{"title": "Du bist dran", "body": "Push mit Ben", "tag": PARTY}]
    assert guest.page.title() == "(1) Kartenkiste"
    guest.run("dispatchEvent(new Event('focus'))")
    guest.run(f"kartenkiste.prepareNotice({json.dumps(json.dumps(words))})")
    assert notices(guest, 0) == [], "somebody has come back"


#: lets the page believe that a minute passes each time `minute()` is called, and answers its questions with `answer`
QUESTIONS = """
const plainInterval = setInterval;
setInterval = (work, ms) => (ms === 60000 ? (window.minute = work, 0) : plainInterval(work, ms));
"""
SERVER = """(() => { window.asked = []; window.WebSocket = class {
    constructor(address) { this.address = address; setTimeout(() => this.onopen()); }
    send(text) { asked.push([this.address, text]); setTimeout(() => this.onmessage({ data: window.answer })); }
    close() {} }; })()"""


def seats(phase: str, to_move: int, *, away: bool = True, is_asked: bool = False) -> str:
    """Return a server's answer about seat 1 of a table."""
    places = [{"away": False, "stand_in": False}, {"away": away, "stand_in": False}]
    table = {"phase": phase, "places": places, "seat": 1, "to_move": to_move}
    table |= {"is_asked": is_asked, "is_ended": phase == "gathering"}
    return json.dumps({"is": "Seats", "now_ms": 0, "rows": [{"party": PARTY, "status": "held", "table": table}]})


def test_a_hidden_page_asks_about_tables_and_tells_of_a_turn_and_an_end_once(guest):
    guest.run(SERVER)
    seat = {"party": PARTY, "text": "Push mit Ben", "state": []}
    told = {"turn": "Du bist dran", "asked": "Frage", "over": "Ende", "ended": "Beendet", "quiet": [0, 0]}
    told["servers"] = [{"address": "ws://127.0.0.1:1/party", "ask": "question", "seats": [seat]}]
    guest.run(f"kartenkiste.watchTables({json.dumps(json.dumps(told))})")

    def minute(answer: str) -> None:
        guest.run(f"(window.answer = {json.dumps(answer)}, minute(), new Promise(done => setTimeout(done, 200)))")

    minute(seats("playing", 1))
    assert guest.run("asked") == [], "the game asks by itself while somebody looks"
    guest.run("dispatchEvent(new Event('blur'))")
    for answer in (seats("playing", 0), seats("playing", 1, away=False), seats("playing", 0)):
        minute(answer)
    assert notices(guest, 0) == [], "another device sees it"
    for _ in range(2):
        minute(seats("playing", 1))
        assert notices(guest, 1) == [{"title": "Du bist dran", "body": "Push mit Ben", "tag": PARTY}]
    assert guest.page.title() == "(1) Kartenkiste"
    assert guest.run("asked")[-1] == ["ws://127.0.0.1:1/party", "question"]
    for answer, title in (
        (seats("playing", 1, is_asked=True), "Frage"),
        (seats("gathering", -1), "Beendet"),
        (seats("over", -1), "Ende"),
    ):
        minute(answer)
        assert notices(guest, 1)[0]["title"] == title
    guest.run("kartenkiste.watchTables('null')")
    count = len(guest.run("asked"))
    minute(seats("playing", 1))
    assert len(guest.run("asked")) == count, "nobody wants notices any more"


def test_the_title_and_the_icon_show_how_many_tables_wait(guest):
    plain = guest.run("document.querySelector('[rel=icon]').href")
    guest.run("kartenkiste.showWaiting(2)")
    assert guest.page.title() == "(2) Kartenkiste"
    guest.page.wait_for_function("document.querySelector('[rel=icon]').href.startsWith('data:image/png')")
    guest.run("kartenkiste.showWaiting(0)")
    assert guest.page.title() == "Kartenkiste"
    assert guest.run("document.querySelector('[rel=icon]').href") == plain


def test_a_push_leads_to_its_table_is_silent_at_night_and_outlives_its_subscription(guest):
    (worker,) = guest.page.context.service_workers
    data = json.dumps({"title": "Du bist dran", "text": "Push mit Ben", "party": PARTY})
    (shown,) = worker.evaluate(PUSH, data)
    assert (shown["title"], shown["body"], shown["tag"]) == ("Du bist dran", "Push mit Ben", PARTY)
    assert shown["data"] == {"party": PARTY}
    guest.run("(window.opened = [], kartenkiste.noticeOpened = party => opened.push(party), 0)")
    # only a press may bring a page to the front
    worker.evaluate("party => openTable(party).catch(() => {})", PARTY)
    guest.page.wait_for_function("opened.length === 1")
    assert guest.run("opened") == [PARTY]
    # a subscription that the browser has replaced is told to the server and to the page
    replacement = {"endpoint": "https://push.example.org/new", "keys": {"p256dh": "point", "auth": "secret"}}
    assert worker.evaluate(RENEW, replacement) == [], "nobody has asked for pushes"
    request = {"is": "TellMe", "seats": [{"party": PARTY, "token": "t"}], "endpoint": "", "p256dh": "", "auth": ""}
    left = {"server": "ws://127.0.0.1:1/party", "key": "", "request": json.dumps(request), "night": [0, 0]}
    guest.run(f"(kartenkiste.keepPushRequest({json.dumps(json.dumps(left))}), 0)")
    guest.run("(window.renewed = 0, kartenkiste.subscriptionRenewed = () => { renewed += 1; }, 0)")
    sent = eventually(lambda: worker.evaluate(RENEW, replacement))
    point = {"endpoint": "https://push.example.org/new", "p256dh": "point", "auth": "secret"}
    assert sent == [["ws://127.0.0.1:1/party", request | point]]
    guest.page.wait_for_function("renewed === 1")
    # a device that wants no pushes any more leaves nothing behind
    guest.run("(kartenkiste.unsubscribeFromPush(), 0)")
    eventually(lambda: worker.evaluate("() => keptRequest()") is None)
    # at night there is no sound
    for night, is_silent in (([0, 24 * 60], True), ([0, 0], False)):
        left = json.dumps({"server": "", "key": "", "request": "{}", "night": night})
        guest.run(f"(kartenkiste.keepPushRequest({json.dumps(left)}), 0)")
        # the page leaves it in its own time
        eventually(lambda night=night: worker.evaluate("() => keptRequest().then(kept => kept && kept.night)") == night)
        (shown,) = worker.evaluate(PUSH, data)
        assert shown["silent"] == is_silent
