"""Nights as files: in and out."""
