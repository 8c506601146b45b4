"""The review of a finished match's decisions."""
