"""Twin It!: the reflex game. Its rules are pure and know time only as the stamps of actions."""
