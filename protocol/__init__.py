"""What crosses the wire and what is stored: commands in, messages out, facts, and how they become bytes.

PROTOCOL.md beside this file is the same for people who write a client.
"""
