"""The services of the program for scenes, tables and what is kept on a device."""
