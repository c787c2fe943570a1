"""Dark and light felt, and what is left of it in 16 colours."""

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
FEW = Theme(
    name="felt-16",
    primary="#55ff55",
    secondary="#0000aa",
    accent="#ffff55",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#0000aa",
    success="#55ff55",
    warning="#ffff55",
    error="#ff5555",
    dark=True,
    variables={
        **DARK.variables,
        "quiet": "#aaaaaa",
        "line": "#aaaaaa",
        "seat": "#000000",
        "active": "#000000",
        "border": "#ffff55",
        "block-cursor-background": "#0000aa",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#0000aa",
        "input-selection-background": "#0000aa",
    },
)
"""For terminals of 16 colours: those very colours, since the nearest ones to green felt cannot be read."""

ALL = (DARK, LIGHT, FEW)


def theme_name(chosen: str, color_system: str | None) -> str:
    """The theme for `dark` or `light` felt on a terminal of so many colours (Rich's name for them)."""
    if color_system == "standard":
        return FEW.name
    return LIGHT.name if chosen == "light" else DARK.name
