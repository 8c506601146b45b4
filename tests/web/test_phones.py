"""The page on a phone: notches, the screen that stays on, vibration, a keyboard over the page, the home screen."""

import json
from typing import Any

import pygame
import pytest

TABLE = "#game=nein_danke&seats=human,easy,easy&seed=7&lang=de&speed=off"
UPRIGHT, ON_ITS_SIDE = (390, 844), (844, 390)
#: the areas covered by a notch, round corners and a home bar: above, at the right, below, at the left
NOTCHED = {UPRIGHT: (47, 0, 34, 0), ON_ITS_SIDE: (0, 47, 21, 47)}
SIDES = ("top", "right", "bottom", "left")
#: a browser's wake lock: late, refused while the page is hidden, and released when it is hidden
LOCK = """window.locks = { held: 0, asked: 0, refuse: false };
Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, get: () => ({ request: async kind => {
  locks.asked += 1;
  await new Promise(resolve => setTimeout(resolve, 30));
  if (kind !== "screen" || document.hidden || locks.refuse) throw new DOMException("no", "NotAllowedError");
  const lock = new EventTarget();
  lock.released = false;
  lock.release = async () => {
    if (lock.released) return;
    lock.released = true;
    locks.held -= 1;
    lock.dispatchEvent(new Event("release"));
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) lock.release(); });
  locks.held += 1;
  return lock;
} }) });"""
HIDE = """on => { Object.defineProperty(document, 'hidden', { value: on, configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); }"""
STARTS = "link[rel=apple-touch-startup-image]"
FELT = "window.felt = []; Navigator.prototype.vibrate = pattern => { felt.push(pattern); return true; };"


def covered(edges: tuple[int, ...]) -> str:
    """Return a script that covers the page's sides, before the page's own script or later."""
    rows = [f"root.style.setProperty('--safe-{side}', '{edge}px')" for side, edge in zip(SIDES, edges, strict=True)]
    return f"""(() => {{
      const cover = () => {{ const root = document.documentElement; if (root) {{ {"; ".join(rows)}; }} return root; }};
      const watch = new MutationObserver(() => {{ if (cover()) watch.disconnect(); }});
      if (!cover()) watch.observe(document, {{ childList: true }});
    }})()"""


def under(page: Any, boxes: str, edges: tuple[int, ...]) -> list[str]:
    """Return which of the boxes that a selector finds reach under the covered areas."""
    found = page.evaluate(
        """([boxes, [top, right, bottom, left]]) => [...document.querySelectorAll(boxes)]
          .map(one => [one.dataset.id || one.id, one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.left < left - 1 || box.top < top - 1
            || box.right > innerWidth - right + 1 || box.bottom > innerHeight - bottom + 1)).map(([name]) => name)""",
        [boxes, list(edges)],
    )
    return [str(name) for name in found]


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE])
def test_the_pages_own_texts_are_clear_of_notch_and_home_bar(stubbed, size, language):
    edges, viewport = NOTCHED[size], {"width": size[0], "height": size[1]}
    phone = {"viewport": viewport, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
    page = stubbed(script=covered(edges), locale=language, **phone)
    page.wait_for_selector("#loading.ready")
    assert not under(page, "#loading button, #logo, #step, #progress", edges)
    page.evaluate("kartenkiste.fail('crash', 'KeyError: 7')")
    page.wait_for_selector("#failure:not([hidden])")
    assert not under(page, "#failure > div, #failure button", edges)


@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(UPRIGHT, "de-DE", marks=pytest.mark.every_engine), (ON_ITS_SIDE, "en-GB")],
)
def test_on_a_phone_no_control_is_under_a_notch_or_a_home_bar(visit, size, language):
    edges = NOTCHED[size]
    link = TABLE.replace("lang=de", f"lang={language[:2]}")
    guest = visit(link, size=size, dpr=3, language=language, script=covered(edges))
    guest.wait_ready()
    name = f"{size[0]}x{size[1]}_{language[:2]}"
    guest.shot(f"notch_ready_{name}")
    assert not under(guest.page, "#loading button, #logo, #step, #progress", edges)
    guest.begin()
    guest.wait_for("do-pay", "do-take")
    guest.frames()
    guest.shot(f"notch_table_{name}")
    assert not under(guest.page, "#mirror button", edges)
    # as sharp as there is time for, and nothing beside it
    wide, high = guest.run("[canvas.width, canvas.height]")
    assert wide * high <= 2_100_000
    assert abs(wide / high - size[0] / size[1]) < 0.01
    assert guest.run("document.documentElement.scrollWidth <= innerWidth && scrollY === 0")
    # the felt lies behind it all the same
    felt = guest.run(
        "(b => [b.left, b.top, innerWidth - b.right, innerHeight - b.bottom])(canvas.getBoundingClientRect())"
    )
    # WebKit lays out in steps of a 64th of a pixel
    assert felt == pytest.approx([0, 0, 0, 0], abs=0.05)
    guest.move(use=guest.tap)
    guest.use("pause")
    guest.use("home")
    for scene in ("settings", "nein_danke"):
        guest.use(scene)
        guest.wait_for("back")
        guest.frames()
        guest.shot(f"notch_{scene}_{name}")
        assert not under(guest.page, "#mirror button", edges)
        guest.use("back")
        guest.wait_for("nein_danke")
    guest.run("kartenkiste.fail('crash', 'KeyError: 7')")
    guest.page.wait_for_selector("#failure:not([hidden])")
    guest.shot(f"notch_trouble_{name}")
    assert not under(guest.page, "#failure > div, #failure button", edges)


def test_a_turned_phone_has_its_notch_on_another_side(visit):
    """The window has the same size in both positions, and the style changes after the resize."""
    # without animations words would lie below the buttons
    table = TABLE.replace("speed=off", "speed=fast")
    guest = visit(table, size=(720, 1280), dpr=1.01, script=covered((90, 0, 0, 0))).begin()
    guest.wait_for("do-pay", "do-take")
    assert under(guest.page, "#mirror button", (0, 0, 90, 0))
    guest.run(covered((0, 0, 90, 0)))
    low = "Math.max(...[...document.querySelectorAll('#mirror button')].map(one => one.getBoundingClientRect().bottom))"
    guest.page.wait_for_function(f"{low} <= innerHeight - 89")
    assert not under(guest.page, "#mirror button", (0, 0, 90, 0))


# ---- the screen stays on --------------------------------------------------------------------------


def test_the_screen_stays_on_during_a_match_only(visit):
    guest = visit(script=LOCK).begin()
    guest.frames()
    assert guest.run("locks.asked") == 0
    guest.use("nein_danke")
    guest.use("start")
    guest.page.wait_for_function("locks.held === 1")
    guest.page.evaluate(HIDE, True)
    guest.page.wait_for_function("locks.held === 0")
    guest.frames()
    asked = guest.run("locks.asked")
    guest.page.evaluate(HIDE, False)
    guest.page.wait_for_function("locks.held === 1")
    assert guest.run("locks.asked") == asked + 1
    guest.use("pause")
    guest.page.wait_for_function("locks.held === 0")
    guest.use("resume")
    guest.page.wait_for_function("locks.held === 1")
    guest.use("pause")
    guest.use("home")
    guest.wait_for("nein_danke")
    # a lock that was requested would be there by then
    guest.page.wait_for_timeout(200)
    assert guest.run("locks.held") <= 0


@pytest.mark.parametrize("how", ["refused", "missing"])
def test_a_refused_wake_lock_is_no_failure(stubbed, how):
    without = "delete Navigator.prototype.wakeLock;"
    page = stubbed(script=without if how == "missing" else f"{LOCK} locks.refuse = true;")
    page.wait_for_selector("#loading.ready")
    page.evaluate("kartenkiste.keepScreenOn(1)")
    if how == "refused":
        page.wait_for_function("locks.asked === 1")
    # a refusal comes late; an unhandled one is reported by then
    page.wait_for_timeout(300)
    page.evaluate("kartenkiste.keepScreenOn(0)")
    assert page.is_hidden("#failure")


# ---- vibration --------------------------------------------------------------------------------------


def test_a_quick_second_tap_counts_and_a_phone_vibrates_if_the_setting_is_on(visit):
    guest = visit(size=UPRIGHT, dpr=3, script=FELT).begin()
    guest.use("settings")
    guest.use("tab-1")
    guest.wait_for("muted")
    for count in (2, 3):
        before = guest.stored("settings")["muted"]
        x, y = guest.box("muted")
        for _ in range(count):
            guest.browser.tap(guest.page, x, y)
        guest.frames()
        assert guest.stored("settings")["muted"] is (before if count % 2 == 0 else not before)
    # off at first, and not offered where it is impossible
    guest.use("vibrate")
    guest.page.wait_for_function("JSON.parse(localStorage.getItem('kartenkiste/settings')).vibrate")
    guest.shot("vibrate_390x844")
    guest.use("back")
    guest.use("nein_danke")
    guest.use("start")
    guest.page.wait_for_function("felt.length")
    assert guest.run("felt[0]") == [30]
    guest.page.evaluate(HIDE, True)
    guest.run("felt.length = 0; kartenkiste.vibrate('30,10'); 0")
    assert guest.run("felt.length") == 0


# ---- touch ----------------------------------------------------------------------------------------


def test_fingers_neither_zoom_nor_scroll_nor_select_nor_reload(stubbed):
    page = stubbed(viewport={"width": 390, "height": 844}, device_scale_factor=3, has_touch=True, is_mobile=True)
    page.wait_for_selector("#loading.ready")
    page.click("#start")
    page.wait_for_selector("#loading", state="hidden")
    style = page.evaluate("""[document.documentElement, document.body, canvas].map(one => getComputedStyle(one))
        .map(style => [style.touchAction, style.userSelect, style.overscrollBehaviorY])""")
    assert style[0] == style[1] == ["none", "none", "none"]
    assert style[2][0] == "none"
    meta = page.evaluate("document.querySelector('meta[name=viewport]').content")
    for text in ("width=device-width", "user-scalable=no", "viewport-fit=cover", "interactive-widget=resizes-visual"):
        assert text in meta
    # a long press and the start of a selection do not do what they do in a page
    kept = "name => !canvas.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))"
    assert all(page.evaluate(kept, name) for name in ("contextmenu", "selectstart", "dragstart"))
    assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


@pytest.mark.parametrize(("size", "left"), [(UPRIGHT, 430), (ON_ITS_SIDE, 150)])
def test_a_phones_keyboard_neither_covers_the_field_nor_moves_the_game(visit, size, left):
    edges = NOTCHED[size]
    guest = visit(size=size, dpr=2, script=covered(edges)).begin()
    guest.use("nein_danke")
    guest.use("unfold")
    guest.use("name-0")
    guest.page.wait_for_selector("#text-form:not([hidden])")
    before = guest.run("[canvas.width, canvas.height]")
    # some browsers take the space of the keyboard from the page
    guest.page.set_viewport_size({"width": size[0], "height": left})
    guest.page.wait_for_timeout(500)
    assert guest.run("[canvas.width, canvas.height]") == before
    assert guest.run("canvas.getBoundingClientRect().height") == size[1]
    field = guest.page.locator("#text-form").bounding_box()
    assert field["y"] >= edges[0]
    assert field["y"] + field["height"] <= left
    assert field["x"] >= edges[3]
    assert field["x"] + field["width"] <= size[0] - edges[1]
    guest.shot(f"typing_{size[0]}x{left}")
    guest.page.fill("#text-field", "Zoë")
    guest.page.click("#text-ok")
    guest.page.wait_for_selector("#text-form", state="hidden")
    guest.page.wait_for_function("document.getElementById('mirror').textContent.includes('Zoë')")
    # a window that stays small gets a table for it
    guest.page.wait_for_function("before => canvas.height < before", arg=before[1])


def test_the_field_follows_the_visible_part_of_the_page(stubbed):
    page = stubbed(
        script="""
        Object.defineProperty(VisualViewport.prototype, "offsetTop", { get: () => window.moved || 0 });""",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    page.wait_for_selector("#loading.ready")
    page.click("#start")
    page.wait_for_selector("#loading", state="hidden")
    seen = {"lang": "de", "words": "", "items": [], "focus": "", "typed": "Toni"}
    page.evaluate("text => kartenkiste.mirrorScene(text)", json.dumps(seen))
    page.wait_for_selector("#text-form:not([hidden])")
    before = page.locator("#text-form").bounding_box()["y"]
    page.evaluate("window.moved = 120; visualViewport.dispatchEvent(new Event('scroll')); 0")
    assert page.locator("#text-form").bounding_box()["y"] == before + 120


# ---- the home screen ------------------------------------------------------------------------------


def test_the_home_screen_has_icons_colours_a_name_in_both_languages_and_a_splash(visit, site):
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        picture = pygame.image.load(site / icon["src"])
        assert "x".join(map(str, picture.get_size())) == icon["sizes"]
        # the corners are opaque
        assert picture.get_at((0, 0)).a == 255
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert manifest["name"] == manifest["short_name"] == "Kartenkiste"
    assert all(text in manifest["description"] for text in ("Kartenspiele", "Card games"))
    guest = visit(size=UPRIGHT, dpr=3, script="Navigator.prototype.standalone = false;")
    meta = "name => document.querySelector(`meta[name='${name}']`).content"
    assert guest.page.evaluate(meta, "apple-mobile-web-app-title") == "Kartenkiste"
    assert guest.page.evaluate(meta, "theme-color") == manifest["theme_color"]
    # the splash has the colour of the loading screen that follows it
    colour = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
    colours = [guest.page.evaluate(colour, name) for name in ("--dark", "--wood")]
    assert colours == [manifest["theme_color"], manifest["background_color"]]
    touch_icon = guest.run("document.querySelector('link[rel=apple-touch-icon]').getAttribute('href')")
    assert pygame.image.load(site / touch_icon).get_size() == (180, 180)
    # an iPhone has a splash picture for either way of holding it
    guest.page.wait_for_function(f"document.querySelectorAll('{STARTS}').length === 2")
    seen = guest.run(f"""Promise.all([...document.querySelectorAll('{STARTS}')].map(async link => {{
        const image = new Image();
        image.src = link.href;
        await image.decode();
        return [link.media, image.naturalWidth, image.naturalHeight]; }}))""")
    wide, high = guest.run("[screen.width * devicePixelRatio, screen.height * devicePixelRatio]")
    assert seen == [["(orientation: portrait)", wide, high], ["(orientation: landscape)", high, wide]]
