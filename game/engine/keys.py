"""Meanings of keys. Settings are also read by programs without a window, so this needs no pygame."""

#: keys with a fixed meaning
FIXED = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "tab": "next",
    "return": "act",
    "keypad enter": "act",
    "enter": "act",
    "space": "act",
    "backspace": "erase",
    "delete": "erase",
    "home": "home",
    "end": "end",
    "-": "slower",
}
#: keys that can be remapped, with their defaults
REMAPPABLE: dict[str, str] = {
    "first": "1",
    "second": "2",
    "third": "3",
    "undo": "z",
    "hint": "h",
    "log": "l",
    "mute": "m",
    "fullscreen": "f",
    "pause": "escape",
    "speed": "+",
    "help": "f1",
}
