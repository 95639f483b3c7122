"""One file per source: its text in, drafts of memories out."""
