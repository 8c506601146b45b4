"""The program: command line, main loop, and the services for scenes."""
