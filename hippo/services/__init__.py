"""One verb per file: what a command, a hook or a server does."""
