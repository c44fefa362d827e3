"""The client library: `connection.connect` for programs, `session.ClientSession` for whoever brings his own sockets."""
