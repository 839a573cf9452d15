"""Loads the fixture of these tests."""

from testing.servers.updated_server import server

__all__ = ["server"]
