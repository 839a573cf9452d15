"""POST /families/import: the CPU time and memory of a large file."""

import resource
from datetime import date

import pytest

from accounts.models import User
from core.sheets.questions import Interview
from office.family_import.reading import read_families
from testing.factories.season_files import to_xlsx
from testing.steps.family_import import HEADINGS, preview, send

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("clock")]

MEBIBYTE = 1024
"""In the unit of ``ru_maxrss``."""


def family(number):
    born = f"{number % 12 + 1}/{number % 28 + 1}/{2012 + number % 8}"
    name, phone = f"Guardian {number}", f"555 {number:07}"
    return [name, f"g{number}@mail.example", phone, f"Child {number}", born, f"Aunt {number}", phone]


def cpu_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBIBYTE


@pytest.mark.long
@pytest.mark.django_db(transaction=True)  # the test's transaction would be idle while a slow machine reads the file
def test_it_previews_ten_thousand_rows_in_bounded_time_and_memory(users):
    content = to_xlsx([HEADINGS, *map(family, range(10_000))])
    begun, before = cpu_seconds(), memory()

    answer = send(users, content, 200, dry_run=True)

    seconds, first = cpu_seconds() - begun, memory() - before
    assert (answer["created"], answer["children"]) == (10_000, 10_000)
    assert len(answer["rows"]) == 500
    assert seconds < 20
    assert first < 250
    # Nothing is kept. The process may have had a higher peak before the first import, so that is not compared.
    send(users, content, 200, dry_run=True)
    second = memory()
    send(users, content, 200, dry_run=True)
    assert memory() - second < 30
    assert not User.objects.filter(email__endswith="mail.example").exists()


@pytest.mark.parametrize("shape", ["one family", "one name without addresses", "one name with addresses"])
def test_it_reads_ten_thousand_rows_of_one_name_in_bounded_time(shape):
    """A wrong file too, such as one whose guardian stands in its first row only."""
    rows = [family(0), *([*guardian(shape, number), *family(number)[3:]] for number in range(1, 10_000))]
    content = "\n".join(",".join(row) for row in [HEADINGS, *rows]).encode()
    begun = cpu_seconds()
    read_families(content, interview=Interview(), today=date(2026, 11, 28))
    assert cpu_seconds() - begun < 20


def guardian(shape, number):
    if shape == "one family":
        return ["", "", ""]
    return ["Guardian 0", f"g{number}@mail.example" if "with addresses" in shape else "", f"555 {number:07}"]


def test_it_imports_families_with_a_constant_number_of_statements(users, django_assert_max_num_queries):
    with django_assert_max_num_queries(60):
        assert send(users, [HEADINGS, *map(family, range(900))])["created"] == 900
    assert preview(users, [HEADINGS, *map(family, range(900))])["existing"] == 900
