"""hippo: a memory for coding agents that strengthens with use and fades without it."""

__version__ = "0.1.0"
