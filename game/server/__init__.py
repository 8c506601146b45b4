"""Party server for several devices at one game: stores parties and accepts connections. Knows no window."""
