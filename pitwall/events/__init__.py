"""Immutable facts, by subject. ``codec`` maps each to and from what the journal stores."""
