"""Keeps score at the card table."""

__version__ = "0.1.0"
