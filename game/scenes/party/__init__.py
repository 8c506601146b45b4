"""Play together: the way to a party, its lobby, its people."""
