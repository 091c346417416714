"""A stand-in of ccxt, for tests where it cannot be installed."""
