"""What long text costs. Each request could take minutes, in which its process answers nothing else."""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from classes.models import CampClass
from core.sheets.records import LONGEST_CELL
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import make_season
from testing.factories.season_files import CLAY, to_csv
from testing.steps import family_import as family

pytestmark = pytest.mark.django_db

MAX_CPU_SECONDS = 1
FAMILY = family.LEE
LONG = {
    "a word": 40_000 * "a",
    "words": 20_000 * "a ",
    "labels": 20_000 * "a.",
    "marks": "a" + 20_000 * "\u0301\u0316",
    "brackets": 40_000 * "(",
}


@pytest.fixture(autouse=True)
def in_little_cpu_time():
    begun = time.process_time()
    yield
    assert time.process_time() - begun < MAX_CPU_SECONDS


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_it_refuses_a_long_name(users, text):
    assert list(as_(users.student).post("/children", {"name": text}, 400)["fields"]) == ["name"]
    assert list(as_(users.student).patch("/users/me", {"address": text}, 400)["fields"]) == ["address"]


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("column", ["nameClass", "craft"])
def test_it_refuses_a_long_cell(users, text, column):
    file = SimpleUploadedFile("season.csv", to_csv([CLAY | {column: text}]).encode())
    path = f"/seasons/{make_season().pk}/import"
    (error,) = as_(users.admin).post(path, {"file": file}, 400, format="multipart")["errors"]
    assert error["column"] == column
    assert not CampClass.objects.exists()


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("column", range(len(FAMILY)))
def test_it_reads_a_long_cell_of_a_family(users, text, column):
    """Not all are refused: of several phone numbers and of a long address the first counts."""
    rows = [",".join(family.HEADINGS), ",".join([*FAMILY[:column], text[:LONGEST_CELL], *FAMILY[column + 1 :]])]
    file = SimpleUploadedFile("families.csv", "\n".join(rows).encode())
    body = {"file": file, "dryRun": "true"}
    as_(users.admin).post(family.PATH, body, 200, format="multipart")


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_it_refuses_a_long_heading(users, text):
    file = SimpleUploadedFile("season.csv", f"{text}\n{text}\n".encode())
    as_(users.admin).post(f"/seasons/{make_season().pk}/import", {"file": file}, 400, format="multipart")


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_it_refuses_a_login_to_the_staff_pages_with_a_long_name(text):
    assert AdminClient().post("/admin/login/", {"username": text, "password": "x"}).status_code == 200
