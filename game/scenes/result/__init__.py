"""The sums, and who has won."""
