"""Parts shared by several screens."""
