"""The narde server: sockets, rooms, lobby, tournaments and the store."""
