"""Our page by itself, without a game behind it: link, full screen, sound, size, typing, other tabs."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from visitor import eventually

Open = Callable[..., Any]
LINK = "#game=nein_danke&seed=7&lang=de"
ASKED = {"game": "nein_danke", "seed": "7", "lang": "de"}
#: the game is still being laid out
LOADING = "page.size();"
#: gives the canvas its size, as the game does
DRAWN = "[canvas.width, canvas.height] = page.size().split(','); page.ready();"


def happened(page: Any, *kinds: str) -> list[dict[str, Any]]:
    """Return the page's events since the last call, of these kinds."""
    text = page.evaluate("kartenkiste.takeEvents()")
    return [event for event in json.loads(text or "[]") if event["kind"] in kinds]


def heard(page: Any, count: int, *kinds: str) -> list[dict[str, Any]]:
    """Return the page's events of these kinds, once there are so many."""
    found: list[dict[str, Any]] = []
    eventually(lambda: found.extend(happened(page, *kinds)) or len(found) >= count)
    return found


def begun(page: Any) -> Any:
    """Start the game on a page that is ready, and wait until its loading screen is gone."""
    page.click("#start")
    page.wait_for_selector("#loading", state="hidden")
    return page


# ---- link -----------------------------------------------------------------------------------------


def test_a_link_survives_reloads_until_the_game_begins(stubbed: Open):
    page = stubbed(LOADING, LINK)
    for _ in range(2):
        page.reload()
        assert page.evaluate("kartenkiste.linkOptions") == ASKED
    page.evaluate("kartenkiste.ready()")
    begun(page).reload()
    assert page.evaluate("kartenkiste.linkOptions") == {}


def test_a_failure_keeps_the_link_and_names_it(stubbed: Open):
    page = stubbed(LOADING, LINK)
    page.evaluate("kartenkiste.fail('crash', 'KeyError: 7')")
    assert LINK in page.text_content("#details")
    assert page.url.endswith(LINK)
    page.evaluate("window.old = true")
    page.click("#reload")
    # in a document that has only begun to arrive every element is hidden
    page.wait_for_function("!window.old && window.kartenkiste")
    assert page.evaluate("kartenkiste.linkOptions") == ASKED


def test_after_a_failure_in_the_game_a_reload_asks_for_no_new_table(stubbed: Open):
    page = begun(stubbed(address=LINK))
    page.evaluate("kartenkiste.fail('crash', 'KeyError: 7')")
    assert "#" not in page.url


def test_a_link_is_copied_with_the_address_of_the_page(stubbed: Open, browser: Any):
    page = begun(stubbed())
    refused = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no'));"
    for link, how in ((LINK, ""), ("#game=push", refused)):
        page.evaluate(f"() => {{ {how} kartenkiste.copyText(JSON.stringify('{link}')); }}")
        assert heard(page, 1, "copied", "key", "focus") == [{"kind": "copied", "ok": True}]
        assert browser.clipboard(page) == page.url + link


# ---- full screen ----------------------------------------------------------------------------------


def test_the_pressed_button_decides_about_full_screen(stubbed: Open):
    page = stubbed(LOADING)
    page.click("#start-fullscreen")
    page.wait_for_function("document.fullscreenElement")
    # with the next frame the page learns of it
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    # the stored settings do not revert it
    page.evaluate("kartenkiste.setFullscreen(0)")
    page.evaluate("kartenkiste.ready()")
    page.wait_for_selector("#loading", state="hidden")
    kinds = happened(page, "fullscreen", "start")
    assert kinds[-2:] == [{"kind": "fullscreen", "on": True}, {"kind": "start"}]
    assert page.evaluate("Boolean(document.fullscreenElement)")
    page.evaluate("kartenkiste.setFullscreen(0)")
    page.wait_for_function("!document.fullscreenElement")
    assert heard(page, 1, "fullscreen")[-1]["on"] is False


def test_a_page_that_begins_without_full_screen_says_so(stubbed: Open):
    page = stubbed(LOADING)
    page.evaluate("kartenkiste.setFullscreen(1); kartenkiste.ready()")
    begun(page)
    assert happened(page, "fullscreen", "start") == [{"kind": "fullscreen", "on": False}, {"kind": "start"}]
    assert not page.evaluate("Boolean(document.fullscreenElement)")


@pytest.mark.parametrize("refusal", ["throw new TypeError('no')", "return Promise.reject(new TypeError('no'))"])
def test_a_refused_full_screen_is_reported_and_is_no_failure(stubbed: Open, refusal: str):
    page = begun(stubbed(script=f"Element.prototype.requestFullscreen = () => {{ {refusal}; }};"))
    happened(page)
    page.evaluate("kartenkiste.setFullscreen(1)")
    assert heard(page, 1, "fullscreen") == [{"kind": "fullscreen", "on": False}]
    assert page.is_hidden("#failure")


# ---- sound ----------------------------------------------------------------------------------------


def test_a_failure_silences_all_sound(stubbed: Open):
    page = begun(stubbed())
    page.evaluate("window.known = new AudioContext(); window.tune = new Audio(); 0")
    page.mouse.click(5, 5)
    page.wait_for_function("known.state === 'running'")
    page.evaluate("kartenkiste.fail('crash', 'KeyError: 7')")
    page.wait_for_function("known.state === 'suspended'")
    page.evaluate("window.late = new AudioContext(); 0")
    page.click("#failure-text")
    page.keyboard.press("Tab")
    page.evaluate(
        "known.resume(); late.resume(); tune.play(); document.dispatchEvent(new Event('visibilitychange')); 0"
    )
    page.wait_for_timeout(300)
    assert page.evaluate("[known.state, late.state, tune.paused]") == ["suspended", "suspended", True]


# ---- size and places ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(280, 480), (600, 200), (320, 320), (1280, 720)])
def test_the_picture_is_never_stretched_nor_too_small(stubbed: Open, size: tuple[int, int]):
    page = begun(stubbed(DRAWN, viewport={"width": size[0], "height": size[1]}))
    wide, high = page.evaluate("[canvas.width, canvas.height]")
    assert min(wide, high) >= 320
    assert abs(wide / high - size[0] / size[1]) < 0.01
    happened(page)
    page.mouse.click(size[0] // 4, size[1] // 4)
    down = happened(page, "down")[0]
    assert abs(down["x"] - wide / 4) < 2
    assert abs(down["y"] - high / 4) < 2


def test_a_picture_of_another_shape_is_centred(stubbed: Open):
    """This happens for a moment after the window was turned."""
    page = begun(stubbed("canvas.width = canvas.height = 320; page.ready();", viewport={"width": 280, "height": 480}))
    assert page.evaluate("getComputedStyle(canvas).objectFit") == "contain"
    happened(page)
    page.mouse.click(140, 240)
    page.mouse.click(70, 100)
    middle, corner = happened(page, "down")
    assert (middle["x"], middle["y"]) == pytest.approx((160, 160))
    assert (corner["x"], corner["y"]) == pytest.approx((80, 0))
    seen = {"lang": "de", "words": "", "items": [["a", "A", True, None, 0, 0, 320, 160]], "focus": "", "typed": None}
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(seen))
    box = page.locator("#mirror button").bounding_box()
    assert box == {"x": 0, "y": 100, "width": 280, "height": 140}


# ---- the bridge of pygbag's runtime ---------------------------------------------------------------


UMLAUTS = "Größe – „äöü“ 🂡"


def test_text_passes_through_the_bridge_unchanged(stubbed: Open, browser: Any):
    page = begun(stubbed())
    as_json = json.dumps(UMLAUTS)
    page.evaluate("text => python('announce', text)", as_json)
    assert page.inner_text("#announcements") == UMLAUTS
    assert page.evaluate("text => python('write', 'match', text)", as_json) == ""
    assert json.loads(page.evaluate("python('read', 'match')")) == UMLAUTS
    page.evaluate("text => python('appendLog', text)", json.dumps([UMLAUTS]))
    assert page.text_content("#log p") == UMLAUTS
    save = "text => python('saveFile', 'kartenkiste.json', text)"
    assert browser.download(page, lambda: page.evaluate(save, as_json)).decode() == UMLAUTS
    page.evaluate("text => python('copyText', text)", as_json)
    # the text copied by another page may still be there
    eventually(lambda: browser.clipboard(page) == UMLAUTS)
    page.evaluate("text => python('reportCrash', text)", as_json)
    assert UMLAUTS in page.text_content("#details")


def test_the_page_keeps_the_key_presses_that_are_its_own(stubbed: Open):
    """SDL would take them: the start, a name and a reload would be impossible by keyboard."""
    page = stubbed(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.wait_for_selector("#loading.ready")
    page.focus("#start")
    page.keyboard.press("Space")
    page.wait_for_selector("#loading", state="hidden")
    seen = {"lang": "de", "words": "", "items": [], "focus": "", "typed": "Al"}
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(seen))
    page.focus("#text-field")
    page.keyboard.press("End")
    page.keyboard.type("Ab1")
    assert page.input_value("#text-field").endswith("Ab1")
    page.evaluate("kartenkiste.fail('crash', 'KeyError: 7')")
    page.evaluate("window.still = true")
    page.keyboard.press("Enter")
    page.wait_for_function("!window.still")


def test_privileged_calls_are_made_within_the_time_of_a_press(stubbed: Open):
    """In WebKit the clipboard is open for work scheduled by a press, and closed for a loop that began before."""
    page = begun(
        stubbed(
            script="""
            let open = 0;
            const plain = window.setTimeout;
            window.setTimeout = (work, ms) => {
              const inherited = open > 0;
              return plain(() => { if (inherited) open += 1; work(); if (inherited) open -= 1; }, ms);
            };
            for (const name of ["pointerup", "click", "keydown"])
              addEventListener(name, () => { open += 1; plain(() => { open -= 1; }, 0); }, true);
            navigator.clipboard.writeText = text => {
              if (!open) return Promise.reject(new DOMException("not within a press"));
              window.clip = text;
              return Promise.resolve();
            };
            Document.prototype.execCommand = () => false;
            """
        )
    )
    happened(page)
    # a loop of its own: the game requests it some time after the press
    page.evaluate("""() => {
      window.taken = [];
      setInterval(() => {
        const now = JSON.parse(kartenkiste.takeEvents() || "[]");
        taken.push(...now);
        if (now.some(event => event.kind === "up")) kartenkiste.copyText(JSON.stringify("#link"));
      }, 40);
    }""")
    page.mouse.click(200, 200)
    page.wait_for_function("window.clip")
    assert page.evaluate("clip").endswith("#link")
    page.wait_for_function("taken.some(event => event.kind === 'copied')")
    assert page.evaluate("taken.find(event => event.kind === 'copied').ok") is True


def test_no_stamp_is_ahead_of_the_pages_own_clock(stubbed: Open):
    page = begun(
        stubbed(
            script="""
            const plain = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
            Object.defineProperty(Event.prototype, "timeStamp", { get() { return plain.call(this) + 200; } });
            """
        )
    )
    happened(page)
    page.mouse.click(200, 200)
    now = page.evaluate("performance.now()")
    assert all(event["at"] <= now for event in happened(page, "down", "up"))


# ---- typing, touch, other tabs --------------------------------------------------------------------


def test_the_text_field_has_labels_in_the_games_language(stubbed: Open):
    page = begun(stubbed(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}))
    assert json.loads(page.evaluate("kartenkiste.startInfo()"))["touch"] is True
    for language, names in (("de", ["Eingabe", "Abbrechen"]), ("en", ["Your entry", "Cancel"])):
        for typed in ("Zoe", None):
            seen = {"lang": language, "words": "", "items": [], "focus": "", "typed": typed}
            page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(seen))
        found = "['text-field', 'text-cancel'].map(id => document.getElementById(id).getAttribute('aria-label'))"
        assert page.evaluate(found) == names


FIELD = {"lang": "de", "words": "", "items": [], "focus": "", "typed": "Toni", "field": [100, 50, 200, 60]}


def test_with_a_mouse_a_name_is_typed_where_the_game_shows_it(stubbed: Open):
    """Caret, selection and clipboard are the browser's own; the game receives the whole name as keys."""
    page = begun(stubbed(DRAWN))
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(FIELD))
    where = "(() => { const box = field => document.querySelector(field).getBoundingClientRect();"
    where += " const shown = box('#canvas'), scale = shown.width / canvas.width, field = box('#text-field');"
    where += " return [(field.x - shown.x) / scale, (field.y - shown.y) / scale, field.width / scale]; })()"
    assert page.evaluate(where) == pytest.approx([100, 50, 200], abs=1)
    assert page.is_hidden("#text-ok")
    # everything is selected; an event in between does not take the keyboard away
    page.keyboard.type("Ada")
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(FIELD | {"words": "."}))
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.type("I")
    assert page.input_value("#text-field") == "Ida"
    assert happened(page, "key") == []
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert [event["key"] for event in happened(page, "key")] == ["Backspace", "I", "d", "a", "Enter"]
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(FIELD | {"typed": None}))
    assert page.is_hidden("#text-form")


@pytest.mark.parametrize(("key", "told"), [("Escape", ["Escape"]), ("Tab", ["Backspace", *"Toni", "Enter"])])
def test_keys_leave_a_name(stubbed: Open, key: str, told: list[str]):
    page = begun(stubbed(DRAWN))
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(FIELD))
    page.keyboard.press(key)
    assert [event["key"] for event in happened(page, "key")] == told


def test_a_press_beside_a_name_keeps_the_name_first(stubbed: Open):
    page = begun(stubbed(DRAWN))
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(FIELD))
    page.keyboard.type("Zoe")
    page.mouse.click(20, 300)
    kinds = [event["kind"] for event in happened(page, "key", "down")]
    assert kinds == ["key"] * 5 + ["down"]


def test_a_mouse_is_no_touch_and_a_desktop_does_not_vibrate(stubbed: Open):
    page = stubbed(script="Navigator.prototype.vibrate = () => true;")
    told = json.loads(page.evaluate("kartenkiste.startInfo()"))
    assert (told["touch"], told["vibration"]) == (False, False)


def test_changes_of_another_tab_to_a_match_are_reported(stubbed: Open):
    page = begun(stubbed())
    other = page.context.new_page()
    other.goto(page.url)
    happened(page)
    for change in ("setItem('kartenkiste/settings', '{}')", "setItem('another.match', '{}')"):
        other.evaluate(f"localStorage.{change}")
    other.evaluate("localStorage.setItem('kartenkiste/match-push', '{}'); localStorage.clear(); 0")
    # storage events of a tab come in order: after these there are none of earlier changes
    assert [event["name"] for event in heard(page, 2, "elsewhere")] == ["match-push", ""]
