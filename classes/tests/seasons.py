"""Seasons as the office writes them down, and loading one."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from classes.models import CampClass

COLUMNS = ["nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status"]
CLAY = {
    "nameClass": "Clay",
    "instructorEmail": "ines@school.example",
    "instructorName": "Ines",
    "price": "45.50",
    "seats": "12",
    "image": "https://pictures.example/clay.jpg",
    "status": "Approved",
}


def csv_of(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def seed(path: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("seed_classes", str(path), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def refused(path: Path, *options: str) -> CommandError:
    """The refusal; nothing may have changed."""
    before = list(User.objects.values_list()), list(CampClass.objects.values_list())
    with pytest.raises(CommandError) as error:
        seed(path, *options)
    assert (list(User.objects.values_list()), list(CampClass.objects.values_list())) == before
    return error.value


def many(count: int) -> list[dict[str, Any]]:
    return [CLAY | {"nameClass": f"Clay {number}"} for number in range(1, count + 1)]
