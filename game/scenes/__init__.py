"""The screens: they show and let choose, and change a game only through its match."""
