"""The cards of Hoch oder tief: every number once."""

#: how many cards there can be; the first is what is printed on the box
SIZES = (13, 40)
