"""A page short of stack or memory restarts before it can break, and resumes where it was."""

import json

import pytest
from visitor import Visitor

#: takes so many bytes of the stack for good, as a leak would: a multiple of 16, like every block
LEAK = "bytes => { kartenkiste.python._module.stackRestore(kartenkiste.python._module.stackSave() - bytes); }"
FREE = "kartenkiste.python._module._emscripten_stack_get_free()"
MIB = 2**20
#: the largest piece of memory requested of a page, so that it holds more than half of its limit
MORE = "bytes => { kartenkiste.python._module._PyMem_RawMalloc(bytes); }"


def renewed(guest: Visitor, act) -> str:
    """Do something that makes the page restart; return its message, once it has begun again."""
    guest.run("window.old = true")
    guest.expected += ("starts anew and goes on",)
    with guest.page.expect_console_message(lambda message: "starts anew" in message.text) as said:
        act()
    guest.page.wait_for_function("() => !window.old && window.kartenkiste && kartenkiste.marks.title")
    guest.page.wait_for_selector("#mirror button", state="attached")
    return said.value.text


@pytest.mark.parametrize("share", [3 * MIB, 4.5 * MIB])
def test_a_page_short_of_stack_comes_back_to_its_table(visit, share):
    guest = visit("#game=nein_danke&seats=human,easy,easy&seed=7&speed=off&lang=en").begin()
    guest.move("do-pay")
    guest.wait_for("do-take")
    before = guest.stored("match-nein_danke")["actions"]
    free = guest.run(FREE)
    told = renewed(guest, lambda: guest.page.evaluate(LEAK, share))
    assert "stack" in told
    # nothing was pressed: it is the same table, with its moves, and a whole stack
    guest.wait_for("do-take", "do-pay")
    assert guest.stored("match-nein_danke")["actions"][: len(before)] == before
    assert guest.run(FREE) == free
    assert "back where you were" in guest.page.text_content("#announcements")
    # a reload by hand does not lead there again
    guest.page.reload()
    guest.wait_ready()
    assert not guest.page.is_visible("#mirror button")


#: the labels of a table's buttons
LABELS = "() => [...document.querySelectorAll('#mirror button')].map(button => button.textContent).join()"


def test_an_untouched_table_of_a_link_is_restored(visit):
    link = "#game=nein_danke&seats=human,hard,easy&rule.open_chips=true&seed=5&speed=off&lang=en"
    guest = visit(link).begin()
    guest.wait_for("do-pay")
    seen = guest.page.evaluate(LABELS)
    assert guest.stored("match-nein_danke") is None
    renewed(guest, lambda: guest.page.evaluate(LEAK, 4.5 * MIB))
    guest.wait_for("do-pay")
    assert guest.page.evaluate(LABELS) == seen
    guest.move("do-pay")
    guest.wait_for("do-take")
    kept = guest.stored("match-nein_danke")
    assert [kind for _name, kind, _figure in kept["seats"]] == ["human", "hard", "easy"]
    assert (kept["seed"], kept["options"]["open_chips"]) == (5, True)


def test_a_page_short_of_memory_comes_back_to_its_screen_once_and_not_endlessly(visit):
    guest = visit("#lang=en").begin()
    guest.use("settings")
    guest.wait_for("language-de", "back")
    told = renewed(guest, lambda: guest.page.evaluate(MORE, 600 * MIB))
    assert "memory" in told
    guest.wait_for("back")
    assert "settings" not in guest.buttons()
    # short again at once
    guest.expected += ("so soon again",)
    guest.run("window.old = true")
    with guest.page.expect_console_message(lambda message: "so soon again" in message.text):
        guest.page.evaluate(LEAK, 4.5 * MIB)
    guest.page.wait_for_timeout(4000)
    assert guest.run("window.old") is True


def test_a_page_whose_host_is_unreachable_goes_on_until_it_answers(visit):
    guest = visit("#game=nein_danke&seats=human,easy,easy&seed=7&speed=off&lang=en").begin()
    guest.move("do-pay")
    guest.wait_for("do-take")
    guest.page.context.set_offline(True)
    guest.run("window.old = true")
    guest.expected += ("does not answer", "ERR_INTERNET_DISCONNECTED")
    with guest.page.expect_console_message(lambda message: "does not answer" in message.text):
        guest.page.evaluate(LEAK, 4 * MIB)
    guest.move("do-pay")
    guest.page.wait_for_timeout(3000)
    assert guest.run("window.old") is True
    before = guest.stored("match-nein_danke")["actions"]
    renewed(guest, lambda: guest.page.context.set_offline(False))
    guest.wait_for("do-take", "do-pay")
    assert guest.stored("match-nein_danke")["actions"][: len(before)] == before


#: the storage refuses everything, as in a private window of some browsers
REFUSES = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def played_where_nothing_is_stored(visit, script: str = REFUSES) -> tuple[Visitor, str]:
    """Return a visitor at a table with a move, and the labels of its buttons."""
    guest = visit("#game=nein_danke&seats=human,easy,easy&seed=7&speed=off&lang=en", script=script).begin()
    guest.wait_for("do-pay")
    dealt = guest.page.evaluate(LABELS)
    guest.use("do-pay")
    guest.wait_for("do-take", "do-pay")
    guest.page.wait_for_function(f"dealt => ({LABELS})() !== dealt", arg=dealt)
    guest.wait_for("do-take", "do-pay")
    assert guest.stored("match-nein_danke") is None
    return guest, guest.page.evaluate(LABELS)


def test_data_refused_by_the_storage_survives_a_restart_and_a_reload_after_a_crash(visit):
    guest, shown = played_where_nothing_is_stored(visit)
    renewed(guest, lambda: guest.page.evaluate(LEAK, 3 * MIB))
    guest.wait_for("do-take", "do-pay")
    assert guest.page.evaluate(LABELS) == shown
    guest.expected += ("on purpose",)
    guest.run("setTimeout(() => { throw new TypeError('on purpose'); })")
    guest.page.wait_for_selector("#failure")
    assert "reload the page and play on" in guest.page.inner_text("#failure-text")
    guest.page.click("#reload")
    guest.wait_ready()
    guest.begin()
    guest.use("resume-nein_danke")
    guest.wait_for("do-take", "do-pay")
    assert guest.page.evaluate(LABELS) == shown


#: true when the page announces that data was lost
PART_IS_GONE = "document.getElementById('announcements').textContent.includes('part of your game is gone')"
#: the browser accepts no state with a match in it, as if it were too large
NO_MATCH = """const plain = history.replaceState.bind(history);
history.replaceState = (state, ...rest) => {
  if (JSON.stringify(state ?? 0).includes('"actions')) throw new DOMException("too large", "DataCloneError");
  plain(state, ...rest);
};"""


def test_data_refused_by_storage_and_state_is_reported_lost_and_the_rest_kept(visit):
    guest, _shown = played_where_nothing_is_stored(visit, REFUSES + NO_MATCH)
    guest.run("document.getElementById('announcements').textContent = ''")
    renewed(guest, lambda: guest.page.evaluate(LEAK, 4.5 * MIB))
    guest.page.wait_for_function(PART_IS_GONE)
    guest.shot("renewed_lost")
    assert not [id_ for id_ in guest.buttons() if id_.startswith("resume-")]
    # the settings were small enough
    assert guest.run("JSON.parse(JSON.parse(kartenkiste.read('settings'))).language") == "en"
    assert guest.run("document.documentElement.lang") == "en"


def test_a_crash_that_loses_a_match_says_so(visit):
    guest, _shown = played_where_nothing_is_stored(visit, REFUSES + NO_MATCH)
    guest.expected += ("on purpose",)
    guest.run("setTimeout(() => { throw new TypeError('on purpose'); })")
    guest.page.wait_for_selector("#failure")
    assert "ein Teil deiner Partie weg" in guest.page.inner_text("#failure-text")
    guest.shot("crash_lost")
    guest.page.click("#reload")
    guest.wait_ready()
    guest.begin()
    guest.page.wait_for_function(PART_IS_GONE)


def test_an_unresponsive_page_restarts_at_the_title(visit):
    guest = visit("#game=nein_danke&seats=human,easy,easy&seed=7&speed=off&lang=en").begin()
    guest.move("do-pay")
    # Python is not called any more
    guest.run("kartenkiste.takeEvents = () => ''")
    renewed(guest, lambda: guest.page.evaluate(LEAK, 4.5 * MIB))
    assert "setup-nein_danke" in guest.buttons() or "nein_danke" in json.dumps(guest.buttons())
    assert "What was open is gone" in guest.page.text_content("#announcements")


def test_a_set_up_is_restored_with_its_number_and_a_half_typed_name(visit):
    guest = visit("#lang=en").begin()
    guest.use("nein_danke")
    for id_ in ("unfold", "seed"):
        guest.use(id_)
    guest.page.fill("#text-field", "4711")
    guest.page.press("#text-field", "Enter")
    # straight from one field to the other: the page's own field is laid out anew
    guest.use("name-1")
    guest.page.wait_for_function("document.getElementById('text-field').value === 'Frida'")
    guest.page.keyboard.type("Rosalind")
    renewed(guest, lambda: guest.page.evaluate(LEAK, 4.5 * MIB))
    guest.wait_for("name-1")
    assert "Rosalind" in guest.buttons()["name-1"]
    assert "4711" in guest.buttons()["seed"]


# ---- in pygbag's form -----------------------------------------------------------------------------------

#: a game that runs, and reports its address when the page has to restart
ANSWERING = """page.size(); page.ready(); setInterval(() => {
  for (const event of JSON.parse(page.takeEvents() || "[]")) if (event.kind === "renewal") {
    window.asks = (window.asks || 0) + 1;
    python("restart", "settings");
  }
}, 50);"""
#: true when such a page has restarted
ANEW = "() => !window.old && window.kartenkiste && kartenkiste.marks.title"
#: the part of its stack that the runtime may expose, as globals of its script
STACK = "window.left = 5 * 2 ** 20, stackSave = () => left, _emscripten_stack_get_base = () => 5 * 2 ** 20;"
STACK += "_emscripten_stack_get_end = () => 0;"


def begun_with_pygbag(stubbed, script: str = "", faults: dict[str, str] | None = None, game: str = ANSWERING):
    """Return a page of pygbag's form in which the game runs."""
    page = stubbed(game, script=script, faults=faults)
    page.click("#start")
    page.wait_for_selector("#loading", state="hidden")
    page.evaluate("window.old = true")
    return page


def back(page) -> str:
    """Return the address that the page restores."""
    return json.loads(page.evaluate("kartenkiste.startInfo()"))["resumeAt"]


def held(page, name: str = "match") -> str | None:
    """Return the text that the storage refused."""
    return json.loads(page.evaluate(f"kartenkiste.read('{name}')"))


@pytest.mark.parametrize("leak", ["grow(700 * 2 ** 20)", "grow(900 * 2 ** 20)", "left = 2 ** 21", "left = 2 ** 20"])
def test_a_page_of_pygbag_short_of_stack_or_memory_resumes_where_it_was(stubbed, leak):
    page = begun_with_pygbag(stubbed, REFUSES + STACK)
    assert page.evaluate("kartenkiste.write('match', JSON.stringify('late'))")
    page.evaluate(f"{leak}; 0")
    page.wait_for_function(ANEW)
    assert (back(page), held(page)) == ("settings", "late")
    # no press is needed
    page.wait_for_selector("#loading", state="hidden")


def test_a_page_of_pygbag_stays_if_its_runtime_exposes_nothing_or_is_unreachable(stubbed):
    faults = {"nothing else": "missing"}
    page = begun_with_pygbag(stubbed, faults=faults)
    faults["pythons.js"] = "missing"
    with page.expect_console_message(lambda message: "does not answer" in message.text):
        page.evaluate("grow(700 * 2 ** 20); 0")
    page.evaluate("Module.HEAPU8 = undefined; 0")
    page.wait_for_timeout(4000)
    assert page.evaluate("window.old") is True
    assert page.is_hidden("#failure")


def test_a_page_that_breaks_while_restoring_does_not_do_so_again(stubbed):
    breaks = "if (JSON.parse(page.startInfo()).resumeAt === 'settings')"
    breaks += " { page.fail('crash', 'TypeError: settings'); return; }"
    page = begun_with_pygbag(stubbed, REFUSES, game=breaks + ANSWERING)
    page.evaluate("kartenkiste.write('match', JSON.stringify('late')); grow(900 * 2 ** 20); 0")
    page.wait_for_selector("#failure")
    page.click("#reload")
    # in a document that has only begun to arrive every element is hidden
    page.wait_for_function("!window.old && window.kartenkiste && document.getElementById('loading')")
    page.wait_for_selector("#failure", state="hidden")
    page.wait_for_selector("#loading", state="hidden")
    assert (back(page), held(page)) == ("gone", "late")


#: the browser accepts no state of that size
SMALL = """const plain = history.replaceState.bind(history);
history.replaceState = (state, ...rest) => {
  if (state && state.held && state.held.match) throw new DOMException("too large", "DataCloneError");
  plain(state, ...rest);
};"""


def test_a_page_that_would_lose_a_match_stays_until_it_must_restart(stubbed):
    page = begun_with_pygbag(stubbed, REFUSES + SMALL)
    page.evaluate("kartenkiste.write('match', JSON.stringify('large')); kartenkiste.write('own', JSON.stringify('me'))")
    page.evaluate("grow(600 * 2 ** 20); 0")
    page.wait_for_function("window.asks")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.old") is True
    page.evaluate("grow(200 * 2 ** 20); 0")
    page.wait_for_function(ANEW)
    assert (back(page), held(page), held(page, "own")) == ("settings", None, "me")
    assert json.loads(page.evaluate("kartenkiste.startInfo()"))["dataLost"] is True


#: the browser accepts no state at all until it is allowed to
NONE = """const plain = history.replaceState.bind(history);
history.replaceState = (...all) => {
  if (window.refuses) throw new DOMException("too often", "SecurityError");
  plain(...all);
};"""


def test_a_page_that_cannot_store_its_state_says_so_and_retries(stubbed):
    page = begun_with_pygbag(stubbed, NONE)
    page.evaluate("window.refuses = true")
    with page.expect_console_message(lambda message: "does not keep" in message.text):
        page.evaluate("grow(900 * 2 ** 20); 0")
    assert page.evaluate("window.old") is True
    page.evaluate("window.refuses = false")
    page.wait_for_function(ANEW)
    assert back(page) == "settings"


def test_a_page_short_again_too_soon_is_checked_again_after_a_minute(stubbed):
    page = begun_with_pygbag(stubbed)
    page.evaluate("grow(900 * 2 ** 20); 0")
    page.wait_for_function(ANEW)
    page.wait_for_selector("#loading", state="hidden")
    page.evaluate("window.old = true")
    with page.expect_console_message(lambda message: "so soon again" in message.text):
        page.evaluate("grow(900 * 2 ** 20); 0")
    page.evaluate("(now => { performance.now = () => now() + 60_000; })(performance.now.bind(performance))")
    page.wait_for_function(ANEW)
