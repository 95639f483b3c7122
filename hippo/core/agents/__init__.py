"""Hippo in agents: what each of them reads, and how hippo's part comes into a file and out of it again."""
