"""Imports of a season's spreadsheet over HTTP, with a table that needs no answers."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile

from testing.clients.api import as_
from testing.factories.season_files import to_xlsx
from testing.snapshots import nothing_changes

HEADINGS = ["Class", "Teacher", "Teacher email", "Days", "Dates", "Time", "Ages", "Tuition", "Max", "Room"]
CLAY = ["Clay", "Rosa Delgado", "rosa@school.example", "M-F", "7/12 - 7/16", "9-12", "6-8", 45, 10, "Kiln Room"]


def send(users, season, content, status, *, dry_run=False, **answers):
    return send_file(users.admin, f"/seasons/{season.pk}/import", content, status, dry_run=dry_run, answers=answers)


def send_file(user, path, content, status, *, dry_run=False, answers=None, **fields):
    content = content if isinstance(content, bytes) else to_xlsx(content)
    body = {"file": SimpleUploadedFile("file.xlsx", content), "dryRun": str(dry_run).lower()} | fields
    body |= {"answers": json.dumps(answers)} if answers else {}
    return as_(user).post(path, body, status, format="multipart")


def preview(users, season, content, **answers):
    with nothing_changes():
        return send(users, season, content, 200, dry_run=True, **answers)


def refused(users, season, content, status, **answers):
    with nothing_changes():
        return send(users, season, content, status, **answers)


def kinds(answer):
    return [each["kind"] for each in answer["questions"]]


def errors(answer):
    return [each["message"] for each in answer["problems"] if each["kind"] == "error"]


def warnings(answer):
    return [each["message"] for each in answer["problems"] if each["kind"] == "warning"]
