"""The set-up of a match: seats and rules."""
