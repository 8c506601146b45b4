"""Tables at which this device plays: friends', bots', and the deal of the day."""
