"""The command line: options in, one service called, its result shown."""
