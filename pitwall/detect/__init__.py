"""Detection rules: what a screen says of the agent that draws it."""
