"""The cards of Hoch oder tief: every number once."""

#: the number of cards; the first is printed on the box
SIZES = (13, 40)
