"""Helpers that the tests of all apps share."""
