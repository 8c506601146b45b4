"""The recipe of a browser runtime: Pyodide, and pygame-ce built for it, from package registries alone."""
