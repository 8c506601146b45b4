"""Several devices at one game: what keeps their parties and lets them in. It knows no window."""
