"""Decarte (Декарте), a gambling game by Andralex (2020) for two to four players."""
