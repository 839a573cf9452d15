"""Loads the fixtures that the tests of all apps share."""

import pytest

pytest.register_assert_rewrite("testing.snapshots")  # its assertion shows what has changed
pytest_plugins = ["testing.fixtures", "testing.database_fixtures"]
