"""Colours and their roles. Colour never carries information alone: a shape or sign goes with it."""

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Convert ``#RRGGBB`` to three numbers from 0 to 255."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return ``one`` moved toward ``other`` by ``share`` (0 to 1)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


INK = rgb("#2A1B2D")
CREAM = rgb("#FFF6E4")
PARCHMENT = rgb("#F3E4C8")
LIP = rgb("#C9AE86")
ICON_LIP = rgb("#8E7350")
SOFT = rgb("#EAD9C6")
SOFT_ON_PAPER = rgb("#5A4650")
GOLD = rgb("#FFC64D")
AMBER = rgb("#F2A73B")
GOOD = rgb("#5CBE90")
WARNING = rgb("#E34024")
DANGER = rgb("#C4321E")
DARK = rgb("#3A2B3D")
SHADE = rgb("#0B0410")
PANEL = rgb("#1E1220")
WHITE = rgb("#FFFFFF")
SKY = rgb("#8FC4E8")
LIP_BROWN = rgb("#3A1808")
TOGGLE_OFF = rgb("#8B7B83")
WOOD = rgb("#5E3822")
#: the colours of two teams: their texts are ``team.0`` and ``team.1``
TEAM_COLOURS = (GOLD, SKY)
RULE_ON_PAPER = mix(CREAM, LIP, 0.7)

#: the six game colours: base, deep, light
GAME_COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "red": (rgb("#E34024"), rgb("#9E2412"), rgb("#F7A596")),
    "yellow": (rgb("#FED338"), rgb("#C98F12"), rgb("#FFE7A3")),
    "blue": (rgb("#235AE0"), rgb("#153A96"), rgb("#8FB4F7")),
    "green": (rgb("#5CBE90"), rgb("#2A8059"), rgb("#BDEBD4")),
    "purple": (rgb("#4E1A5C"), rgb("#2E0E38"), rgb("#B68CC6")),
    "grey": (rgb("#9090A5"), rgb("#5F6074"), rgb("#D6D6E1")),
}
