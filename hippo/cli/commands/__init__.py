"""One file per command; the table in `hippo.cli.table` names them."""
