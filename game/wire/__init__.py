"""What a device and a server say to each other, in words that both of them know."""
