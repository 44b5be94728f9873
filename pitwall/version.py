"""The version of this pitwall and of the protocol its client and daemon speak."""

VERSION = "0.1.0"

PROTOCOL = 1
"""Raised when a client and a daemon of different numbers could misunderstand each other (SEMANTICS 2)."""
