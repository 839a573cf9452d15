"""Loads the fixtures of these tests."""

from testing.steps.original_client import client, wood

__all__ = ["client", "wood"]
