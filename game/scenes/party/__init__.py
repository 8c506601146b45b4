"""Play together: joining a party, its lobby, its people."""
