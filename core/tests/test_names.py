import pytest

from core.names import first_name


@pytest.mark.parametrize(("name", "first"), [("Mia Rose Miller", "Mia"), ("Mia", "Mia"), ("", ""), ("  ", "")])
def test_it_returns_the_first_name(name, first):
    assert first_name(name) == first
