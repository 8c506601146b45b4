"""A browser runtime from package registries alone: Pyodide, and pygame-ce built for it by the recipe."""
