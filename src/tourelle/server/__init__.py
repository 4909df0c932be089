"""The server: HTTP and WebSocket; composes games, bots, tables, journal and languages."""
