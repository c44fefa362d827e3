"""Where the logs of facts are kept: one seam, one implementation on Redis, one in-memory fake."""
