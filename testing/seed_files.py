"""Season files for the tests of ``seed_classes``."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from classes.models import CampClass

COLUMNS = ["nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status"]
SCHEDULE_COLUMNS = ["craft", "place", "bring", "ageFrom", "ageTo", "lessons"]
CLAY = {
    "nameClass": "Clay",
    "instructorEmail": "ines@school.example",
    "instructorName": "Ines",
    "price": "45.50",
    "seats": "12",
    "image": "https://pictures.example/clay.jpg",
    "status": "Approved",
}


def clay_rows(count: int) -> list[dict[str, Any]]:
    """Returns rows for the classes "Clay 1", "Clay 2" and so on."""
    return [CLAY | {"nameClass": f"Clay {number}"} for number in range(1, count + 1)]


def to_csv(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    """Returns the rows as CSV; with the optional columns if any row has one of them."""
    text = io.StringIO()
    optional = SCHEDULE_COLUMNS if any(name in row for row in rows for name in SCHEDULE_COLUMNS) else []
    writer = csv.DictWriter(text, [*COLUMNS, *optional], delimiter=delimiter, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def seed(path: Path, *options: str) -> str:
    """Runs ``seed_classes`` and returns what it writes to stdout."""
    out = io.StringIO()
    call_command("seed_classes", str(path), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def seed_error(path: Path, *options: str) -> CommandError:
    """Runs ``seed_classes``, asserts that it fails without changing anything, and returns the error."""
    before = users_and_classes()
    with pytest.raises(CommandError) as error:
        seed(path, *options)
    assert users_and_classes() == before
    return error.value


def users_and_classes() -> list[list[Any]]:
    """Returns the rows and the history of all users and classes."""
    rows = [list(model.objects.order_by("pk").values_list()) for model in (User, CampClass)]
    return rows + [list(model.history.order_by("history_id").values_list()) for model in (User, CampClass)]
