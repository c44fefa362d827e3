"""Programs that talk to a narde server. They import the protocol and the engine, never the server."""
