"""The sums, and the winner."""
