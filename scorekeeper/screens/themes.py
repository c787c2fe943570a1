"""Dark and light felt."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="felt-dark",
    primary="#7fd49b",
    secondary="#4f7a63",
    accent="#e5c365",
    foreground="#e6eee8",
    background="#0f1713",
    surface="#131d18",
    panel="#1c3b2c",
    success="#7fd49b",
    warning="#e5c365",
    error="#e8796c",
    dark=True,
    variables={
        "quiet": "#8b9a90",
        "line": "#3d5a4a",
        "seat": "#15221b",
        "active": "#1e3529",
        "border": "#e5c365",
        "scrollbar": "#3d5a4a",
        "scrollbar-hover": "#4f7a63",
        "scrollbar-active": "#7fd49b",
        "scrollbar-background": "#131d18",
        "scrollbar-background-hover": "#131d18",
        "scrollbar-background-active": "#131d18",
        "block-cursor-background": "#2c5a44",
        "block-cursor-foreground": "#e6eee8",
        "block-cursor-blurred-background": "#1c3b2c",
        "input-selection-background": "#4f7a63 60%",
    },
)
LIGHT = Theme(
    name="felt-light",
    primary="#17703f",
    secondary="#5b8c72",
    accent="#8a6300",
    foreground="#16241c",
    background="#f3f6ef",
    surface="#eaf0e6",
    panel="#cfe0d2",
    success="#17703f",
    warning="#8a6300",
    error="#b3261e",
    dark=False,
    variables={
        "quiet": "#5c6b62",
        "line": "#9db5a5",
        "seat": "#eaf0e6",
        "active": "#d6ead9",
        "border": "#8a6300",
        "scrollbar": "#9db5a5",
        "scrollbar-hover": "#5b8c72",
        "scrollbar-active": "#17703f",
        "scrollbar-background": "#eaf0e6",
        "scrollbar-background-hover": "#eaf0e6",
        "scrollbar-background-active": "#eaf0e6",
        "block-cursor-background": "#b9d8c3",
        "block-cursor-foreground": "#16241c",
        "block-cursor-blurred-background": "#cfe0d2",
        "input-selection-background": "#9db5a5 60%",
    },
)
THEMES = {"dark": DARK, "light": LIGHT}
"""By the name that the settings use."""
