"""The page's policy: the page itself keeps to it, and injected code does not run.

The visitor reports every violation in every test; these tests cover the actions that others leave out.
"""

import argparse
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest

TABLE = "#game=nein_danke&seats=human,easy,easy&seed=7&lang=de&speed=off"
#: each of them would set ``window.foreign`` without the policy
INTRUDERS = {
    "script": """const script = document.createElement("script");
        script.textContent = "window.foreign = 1"; document.body.append(script);""",
    "handler": """const image = document.createElement("div");
        image.setAttribute("onclick", "window.foreign = 1"); document.body.append(image); image.click();""",
    "address": """const link = document.createElement("a"); link.href = "javascript:window.foreign = 1";
        document.body.append(link); link.click();""",
    "data": """const script = document.createElement("script");
        script.src = "data:text/javascript,window.foreign = 1"; document.body.append(script);""",
    "blob": """const script = document.createElement("script");
        script.src = URL.createObjectURL(new Blob(["window.foreign = 1"])); document.body.append(script);""",
}
#: these break only the policy of the site's own form; pygbag's runtime evaluates text and adds a style
STRICT = {
    "timer": "setTimeout('window.foreign = 1');",
    "function": "setTimeout(() => { try { new Function('window.foreign = 1')(); } catch (error) { /* refused */ } });",
    "style": """const style = document.createElement("style"); style.textContent = ":root { --foreign: 1 }";
        document.head.append(style);
        if (getComputedStyle(document.documentElement).getPropertyValue("--foreign")) window.foreign = 1;""",
}
#: would leave the page's own host
STRANGERS = {
    "fetch": "fetch('https://example.org/x').then(() => { window.foreign = 1; }, () => {});",
    "image": "const image = new Image(); image.onload = () => { window.foreign = 1; };"
    " image.src = 'https://example.org/x.png';",
    "frame": "const frame = document.createElement('iframe'); frame.src = 'https://example.org/';"
    " document.body.append(frame);",
    "module": "import('https://example.org/x.mjs').then(() => { window.foreign = 1; }, () => {});",
}
NOTED = """window.broken = [];
addEventListener("securitypolicyviolation", event => broken.push(event.effectiveDirective));"""


def refused(page: Any, intruder: str) -> None:
    """Inject something into the page; the policy must refuse it."""
    before = page.evaluate("broken.length")
    page.evaluate(f"() => {{ {intruder} }}")
    page.wait_for_function("before => broken.length > before", arg=before)
    page.wait_for_timeout(50)
    assert page.evaluate("window.foreign === undefined"), intruder


@pytest.mark.every_engine
def test_injected_code_does_not_run(visit):
    guest = visit(script=NOTED)
    guest.expected += ("policy: ", "Content Security Policy", "Content-Security-Policy", "violates")
    guest.wait_ready()
    assert guest.run("broken.length") == 0
    for intruder in (INTRUDERS | STRICT | STRANGERS).values():
        refused(guest.page, intruder)
    # nor does any of it later
    guest.page.wait_for_timeout(300)
    assert guest.run("window.foreign === undefined")
    # the game goes on
    assert guest.page.is_hidden("#failure")
    # a browser may report a request that the policy has blocked
    guest.strangers.clear()


def test_in_pygbags_form_injected_code_does_not_run_either(stubbed: Callable[..., Any]):
    page = stubbed(script=NOTED)
    page.wait_for_selector("#loading.ready")
    assert page.evaluate("broken.length") == 0
    for intruder in (INTRUDERS | STRANGERS).values():
        refused(page, intruder)
    # what its runtime needs is allowed
    assert page.evaluate("() => eval('1 + 1')") == 2


@pytest.mark.every_engine
def test_a_whole_visit_keeps_to_the_policy_and_its_match_survives_a_kill(visit):
    """Music, a copied link, a saved file, a killed page whose match resumes from the worker's cache, and a failure."""
    guest = visit(TABLE, script=NOTED, worker=True).begin()
    for _ in range(3):
        guest.move()
    guest.wait_for("do-pay", "do-take")
    before = guest.stored("match-nein_danke")
    # the address no longer asks for a new table
    assert "#" not in guest.page.url
    kept = """import json
from game.host import device
kept = device.storage()
settings = json.loads(kept.read("settings")) | {"music": 0.5}
kept.write("settings", json.dumps(settings))
device.page.share("game=push", "", print)
"""
    guest.python(kept)
    guest.page.mouse.click(5, 5)
    guest.frames()
    guest.run("kartenkiste.saveFile('kartenkiste.json', JSON.stringify('{}'))")
    # the music begins with the first gesture of the next visit, from the worker's cache
    guest.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    assert guest.run("broken") == []
    guest.page.close()
    guest.new_page()
    guest.open()
    guest.begin()
    guest.use("resume-nein_danke")
    guest.wait_for("do-pay", "do-take")
    # the match goes on where it was
    assert guest.stored("match-nein_danke") == before
    guest.move()
    after = guest.stored("match-nein_danke")
    assert after["seed"] == before["seed"]
    assert after["actions"][: len(before["actions"])] == before["actions"]
    guest.run("kartenkiste.fail('crash', 'KeyError: 7')")
    guest.page.wait_for_selector("#failure:not([hidden])")
    guest.page.click("#copy-details")
    guest.page.wait_for_timeout(200)
    assert guest.run("broken") == []


def test_a_page_for_a_server_may_connect_to_it_and_knows_its_address():
    import policy
    import web

    def rule(html: str) -> str:
        return next(part.strip() for part in html.split(";") if part.strip().startswith("connect-src"))

    server = web.server_address("wss://cards.example.org")
    assert server == "wss://cards.example.org/party"
    plain, told = (policy.sealed(web.page("", "", address), server=address) for address in ("", server))
    assert rule(plain) == "connect-src 'self'"
    assert rule(told) == "connect-src 'self' wss://cards.example.org"
    assert 'const SERVER = "wss://cards.example.org/party" ||' in told
    assert 'const SERVER = "" ||' in plain
    for nonsense in (
        "https://cards.example.org",
        "wss://",
        "wss://a b",
        "wss://cards.example.org?x",
        "wss://a;script-src",
    ):
        with pytest.raises(argparse.ArgumentTypeError):
            web.server_address(nonsense)


def test_the_page_contains_its_policy_and_the_server_sends_the_same(server):
    with urlopen(server.address, timeout=10) as answer:
        html, sent = answer.read().decode(), answer.headers
    assert f'content="{sent["Content-Security-Policy"]}"' in html
    assert "unsafe-eval" not in sent["Content-Security-Policy"].replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in sent["Content-Security-Policy"]
    assert "://" not in sent["Content-Security-Policy"]
    for name, value in (
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ):
        assert sent[name] == value
    assert "camera=()" in sent["Permissions-Policy"]
    # the file that holds them is for the host alone
    assert not any(name in html for name in ("_headers", "onclick="))
