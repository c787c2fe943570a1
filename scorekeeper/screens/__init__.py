"""The Textual app: screens hold no rule and no SQL."""
