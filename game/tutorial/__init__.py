"""Shared parts of lessons and puzzles."""
