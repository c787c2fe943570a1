"""The commands, a module each; only the one that was asked for is loaded."""
