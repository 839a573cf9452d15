"""POST /seasons/{id}/import: files and answers that are refused."""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from classes.models import CampClass
from testing.clients.api import as_
from testing.factories.season_files import LOCKED, N_A, PERCENT, to_csv, to_xlsx, with_entities, xlsx_of
from testing.snapshots import nothing_changes
from testing.steps.season_import import CLAY, HEADINGS, errors, preview, refused, send


@pytest.mark.parametrize(("cell", "message"), [(N_A, "is an error"), (PERCENT, "is a percentage")])
def test_it_still_refuses_what_is_silently_wrong(users, season, cell, message):
    rows = [HEADINGS, [*CLAY[:7], cell, *CLAY[8:]]]

    (shown,) = errors(preview(users, season, rows))

    assert shown.startswith("Tuition: ")
    assert message in shown
    assert refused(users, season, rows, 400)["errors"][0]["row"] == 2


@pytest.mark.parametrize(
    "content",
    [
        to_csv([]).encode().partition(b",")[0] + b"," * 9_999,
        b",".join(b"x" for _ in range(10_000)),
        xlsx_of({"A1": "Class", "XFD1": "x"}),
        xlsx_of({}),
    ],
    ids=["blank columns", "10,000 columns", "workbook", "empty"],
)
def test_it_refuses_a_table_that_is_too_wide_or_empty_at_once(users, season, content):
    if content.endswith(b",,"):
        assert errors(preview(users, season, content))
    else:
        with nothing_changes():
            assert send(users, season, content, 400, dry_run=True)["errors"]


@pytest.mark.parametrize(
    "answers", ["{", "[" * 100_000, "[]", '{"columns": 3}', '{"questions": {"craft:x": []}}', '{"columns": {"A": []}}']
)
def test_it_refuses_answers_in_another_form(users, season, answers):
    body = {"file": SimpleUploadedFile("season.xlsx", to_xlsx([HEADINGS, CLAY])), "answers": answers}
    refusal = as_(users.admin).post(f"/seasons/{season.pk}/import", body, 400, format="multipart")
    assert refusal["code"] == "invalid"
    assert not CampClass.objects.exists()


@pytest.mark.parametrize(
    "content", [with_entities(to_xlsx([HEADINGS, CLAY]), "Clay"), LOCKED], ids=["entities", "locked"]
)
def test_it_refuses_a_hostile_or_locked_workbook_at_once(users, season, content):
    with nothing_changes():
        begun = time.process_time()
        (error,) = send(users, season, content, 400, dry_run=True)["errors"]
        assert time.process_time() - begun < 2

    assert error["message"].startswith("The workbook cannot be read")
