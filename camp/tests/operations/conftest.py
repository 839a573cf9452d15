"""Loads the fixture of these tests."""

from testing.servers.providers import other

__all__ = ["other"]
