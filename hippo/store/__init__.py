"""SQLite, its full-text indexes and migrations, and the Markdown mirrors; others use `Store`."""
