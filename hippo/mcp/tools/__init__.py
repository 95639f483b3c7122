"""The tools, a file for each group: what each takes, and which service it calls."""
