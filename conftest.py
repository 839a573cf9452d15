"""Loads the fixtures that the tests of all apps share."""

pytest_plugins = ["testing.fixtures", "testing.database_fixtures"]
