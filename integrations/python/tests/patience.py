"""How long a test waits for another process: it ends one that hangs, and says nothing of how fast it is."""

PATIENCE_S = 900
