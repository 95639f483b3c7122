"""The world outside: places, settings, files, git."""
