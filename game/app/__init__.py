"""The program: the command line, the loop, and the services that scenes are given."""
