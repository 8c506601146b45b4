"""dnuP: shed a hand of cards with a value at each end, which turn round whenever they come back."""
