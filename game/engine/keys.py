"""What keys mean. Settings are read by programs without a window too, so this needs no pygame."""

#: keys that always mean the same
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
#: keys that can be remapped, and what they are at first
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
