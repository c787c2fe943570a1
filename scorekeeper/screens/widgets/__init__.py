"""Widgets that more than one screen, or a large screen, is made of."""
