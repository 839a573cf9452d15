from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from accounts.models import User
from core.names import joined
from core.sheets.columns import Column
from core.sheets.problems import Problem, ProblemGroup, grouped
from core.sheets.questions import Choice, Interview, Question
from core.sheets.uploads import MAX_ROWS_SHOWN, MAX_SHOWN, refuse_incomplete, refused_if_unreadable
from core.site_time import site_day
from office.family_import.fields import FIELDS
from office.family_import.importing import Planned, import_families
from office.family_import.reading import read_families
from office.family_import.rows import FileChild


@dataclass(frozen=True)
class UnderstoodFamily:
    row: int
    guardian: str
    email: str
    phone: str
    children: str
    contact: str
    outcome: str


@dataclass(frozen=True)
class Import:
    created: int
    existing: int
    children: int
    warnings: list[Problem]
    known_fields: list[Choice]
    columns: Sequence[Column]
    questions: list[Question]
    rows: list[UnderstoodFamily]
    problems: list[ProblemGroup]


def import_upload(
    *, content: bytes, interview: Interview, returning_until: date | None, by: User, dry_run: bool, now: datetime
) -> Import:
    """InvalidSpreadsheet also in a dry run if the file can't be read, otherwise only if it has errors."""
    with refused_if_unreadable():
        file = read_families(content, interview=interview, today=site_day(now))
    if not dry_run:
        refuse_incomplete(interview, file.errors)
    result = import_families(file=file, returning_until=returning_until, by=by, now=now, dry_run=dry_run)
    warnings = sorted([*file.warnings, *result.warnings], key=lambda each: each.row or 0)
    return Import(
        created=result.created,
        existing=len(result.planned) - result.created,
        children=result.children,
        warnings=warnings[:MAX_SHOWN],
        known_fields=[Choice(*each) for each in FIELDS.items()],
        columns=file.columns,
        questions=interview.questions,
        rows=[_understood(each) for each in result.planned[:MAX_ROWS_SHOWN]],
        problems=grouped(file.errors, warnings)[:MAX_SHOWN],
    )


def _understood(planned: Planned) -> UnderstoodFamily:
    family = planned.family
    return UnderstoodFamily(
        row=family.row,
        guardian=family.name,
        email=family.email,
        phone=family.phone,
        children=", ".join(map(_child, family.children)),
        contact=joined([each.name for each in family.contacts]),
        outcome=_outcome(planned),
    )


def _child(child: FileChild) -> str:
    born = child.born_on
    return f"{child.name} ({born:%b} {born.day}, {born.year})" if born else f"{child.name} (no birth date)"


def _outcome(planned: Planned) -> str:
    if planned.is_new:
        return "New"
    return f"Here; gets {joined([each.name for each in planned.children])}" if planned.children else "Here"
