from datetime import date

import pytest

from classes.models import Season
from testing.factories import make_season


@pytest.fixture
def season(users) -> Season:
    return make_season(starts_on=date(2027, 6, 21), ends_on=date(2027, 8, 20))
