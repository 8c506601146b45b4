"""Tests that are left out in an engine because its driver cannot do them, by name and with the reason.

The end of every run prints what of this it has left out. Everything else runs when chosen: tests with the mark
``every_engine`` run in all engines at every change, the others in Chromium; with ``--engine NAME`` all of them run in
that engine.
"""

#: engine -> the test, as FILE::NAME or FILE::NAME[CASE] -> why it is left out
LEFT_OUT: dict[str, dict[str, str]] = {
    "chromium": {},
    "firefox": {
        "test_site.py::test_the_page_works_in_a_frame_of_another_host": (
            "clicks and keys of the driver do not reach a frame of another host rightly"
        ),
        "test_failures.py::test_a_truncated_page_says_so": (
            "the driver takes a page that is cut off for one that it could not open"
        ),
    },
    "webkit": {
        "test_site.py::test_the_page_works_in_a_frame_of_another_host": ("our driver speaks to the outer page alone"),
        "test_failures.py::test_a_truncated_page_says_so": (
            "WebKitGTK's network library refuses a page that is cut off before any of it is shown"
        ),
        "test_own_page.py::test_the_pressed_button_decides_about_full_screen": (
            "WebKitGTK fills the screen by a window manager, and there is none"
        ),
    },
}
