"""What hippo means: values in, values out; no file, no clock, no database."""
