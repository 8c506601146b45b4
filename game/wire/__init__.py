"""Protocol between devices and a server, used by both sides."""
