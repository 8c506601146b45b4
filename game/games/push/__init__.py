"""Push: three rows, a drawn card too many and a colour die."""
