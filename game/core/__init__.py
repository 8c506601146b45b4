"""Rules vocabulary shared by all games. Knows neither pygame nor a clock."""
