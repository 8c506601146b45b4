"""The page's policy made by the build, the headers for hosts, and the runtime's script without ``eval``."""

import base64
import hashlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build"))

import no_eval  # noqa: E402
import policy  # noqa: E402

SCRIPT, STYLE = "\nlet a = '<b>' && \"c\";\n", "\np { color: red }\n"
PAGE = (
    f'<!doctype html>\n<head>\n<meta charset="utf-8">\n<style>{STYLE}</style>\n<script>{SCRIPT}</script>\n'
    '<script src="other.js">not run</script></head><body><p>&amp;</p></body>\n'
)


def named(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def rules(text: str) -> dict[str, list[str]]:
    """Return a policy by its directives."""
    rows = [row.split() for row in text.split("; ")]
    return {row[0]: row[1:] for row in rows}


def test_only_the_pages_own_scripts_and_styles_are_allowed_by_their_hashes():
    found = rules(policy.policy(PAGE))
    assert found["default-src"] == ["'self'"]
    assert found["object-src"] == found["frame-src"] == found["base-uri"] == ["'none'"]
    assert found["script-src"] == ["'self'", "'wasm-unsafe-eval'", named(SCRIPT)]
    assert found["style-src"] == [named(STYLE)]
    # neither another host nor anything unsafe
    assert not any("://" in value or "'unsafe" in value for values in found.values() for value in values)


def test_pygbags_form_allows_its_cdn_and_no_other_host():
    found = rules(policy.policy(PAGE, "https://pygame-web.github.io/cdn/0.9.3/"))
    hosts = {value for values in found.values() for value in values if "://" in value}
    assert hosts == {"https://pygame-web.github.io/cdn/"}
    assert "'unsafe-eval'" in found["script-src"]
    assert named(SCRIPT) in found["script-src"]
    # with it any script in the page would run
    assert "'unsafe-inline'" not in found["script-src"]
    # a hash beside it would make browsers ignore it
    assert found["style-src"] == ["'unsafe-inline'"]
    near = rules(policy.policy(PAGE, "runtime/0.9.3/"))
    assert not any("://" in value for values in near.values() for value in values)


@pytest.mark.parametrize("bad", ["<p onclick='a()'>", "<p style='color:red'>", "<img src=x onerror=a()>"])
def test_code_or_style_in_an_attribute_fails_the_build(bad: str):
    with pytest.raises(SystemExit, match="attribute"):
        policy.policy(PAGE + bad)


def test_the_policy_comes_first_and_is_renewed_with_the_page():
    sealed = policy.sealed(PAGE)
    assert sealed.index("Content-Security-Policy") < sealed.index("<style>") < sealed.index("<script>")
    assert policy.sealed(sealed) == sealed
    changed = policy.sealed(sealed.replace("let a", "let b"))
    assert changed.count("Content-Security-Policy") == 1
    assert named(SCRIPT.replace("let a", "let b")) in changed
    assert named(SCRIPT) not in changed
    with pytest.raises(SystemExit):
        policy.sealed(PAGE.replace(policy.AFTER, ""))


def test_the_headers_for_hosts_match_the_page_and_can_be_read_back():
    text = policy.headers(policy.sealed(PAGE), ["runtime-1/*", "kartenkiste-1.apk"])
    (everywhere, common), (lasting, kept), (package, kept_too) = policy.read(text)
    sent = dict(common)
    assert sent["Content-Security-Policy"] == policy.policy(PAGE)
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert all(everywhere.fullmatch(path) for path in ("/", "/a/sw.js"))
    assert [bool(lasting.fullmatch(path)) for path in ("/runtime-1/pyodide.mjs", "/index.html")] == [True, False]
    assert kept == kept_too == [("Cache-Control", policy.LASTING)]
    assert package.fullmatch("/kartenkiste-1.apk")
    # hosts cut longer lines off
    assert all(len(line) < 2000 for line in text.splitlines())
    # features that the game uses are not restricted, and a page of another host may embed it
    for name in ("fullscreen", "gamepad", "screen-wake-lock", "autoplay", "clipboard-write"):
        assert name not in sent["Permissions-Policy"]
    assert "frame-ancestors" not in text
    with pytest.raises(SystemExit):
        policy.headers(PAGE)


# ---- the runtime's script -------------------------------------------------------------------------

EXPORT = b"\x0e__start_em_asm\x03\x02\x0d__stop_em_asm\x03\x03"
PIECES = ["{ return $0 + $1; }", "{ Module['x'] = UTF8ToString($0); }", "alert('\u00fc')"]


def section(kind: int, content: bytes) -> bytes:
    assert len(content) < 128
    return bytes([kind, len(content)]) + content


def module(start: int = 5) -> bytes:
    """Return a module that is loaded later: two globals from outside, the bounds of its pieces, its data."""
    block = b"\0" * start + b"".join(text.encode() + b"\0" for text in PIECES)
    imports = b"\x05\x03env\x04base\x03\x7f\x00\x03env\x03mem\x02\x01\x01\x02\x03env\x01t\x01\x70\x00\x01"
    imports += b"\x03env\x01f\x00\x00\x03env\x01g\x03\x7f\x01"
    globals_ = b"\x02" + b"".join(b"\x7f\x00\x41" + bytes([value]) + b"\x0b" for value in (start, len(block)))
    data = b"\x01\x00\x23\x00\x0b" + bytes([len(block)]) + block
    return b"\0asm\x01\0\0\0" + b"".join(
        [section(2, imports), section(6, globals_), section(7, b"\x02" + EXPORT), section(11, data)]
    )


def test_the_pieces_of_a_module_are_found():
    assert no_eval.pieces(module()) == PIECES
    with pytest.raises(SystemExit):
        no_eval.pieces(module()[:-4])


def test_pieces_become_the_functions_that_the_runtime_would_have_made():
    assert no_eval.function("{ a($0, $1) }") == "($0,$1) => { { a($0, $1) } };"
    # arguments are counted up to the first unused one
    assert no_eval.function("{ a($1) }") == "() => { { a($1) } };"


def test_all_pieces_of_pygames_module_are_written_into_the_runtimes_script():
    (wheel,) = (ROOT / "build" / "runtime" / "built").glob("pygame_ce-*.whl")
    script = no_eval.without(f"a;{no_eval.EVALUATED};b", wheel)
    # SDL's pieces for the sound, the pointer, the languages
    for text in ("createScriptProcessor", "style['cursor'] = 'none'", "navigator.languages", "window.innerWidth"):
        assert "=> { " in script
        assert script.count(text) >= 2
    with pytest.raises(SystemExit):
        no_eval.without("eval(func)", wheel)
