"""What decisions in a finished match were worth."""
