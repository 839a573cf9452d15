from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from classes.models import Season
from classes.season.fields import FIELDS
from classes.season.import_file import read_season
from classes.season.importing import seed_season
from classes.season.understood import UnderstoodRow, understood
from core.sheets.columns import Column
from core.sheets.problems import Problem, ProblemGroup, grouped
from core.sheets.questions import Choice, Interview, Question
from core.sheets.uploads import MAX_ROWS_SHOWN, MAX_SHOWN, refuse_incomplete, refused_if_unreadable


@dataclass(frozen=True)
class Import:
    created: int
    existing: int
    changed: int
    instructors: list[User]
    warnings: list[Problem]
    known_fields: list[Choice]
    columns: Sequence[Column]
    questions: list[Question]
    rows: list[UnderstoodRow]
    problems: list[ProblemGroup]


def import_upload(*, content: bytes, season: Season, interview: Interview, dry_run: bool, now: datetime) -> Import:
    """InvalidSpreadsheet also in a dry run if the file can't be read, otherwise only if it has errors."""
    with refused_if_unreadable():
        file = read_season(content, season=season, interview=interview)
        result = seed_season(file=file, now=now, dry_run=dry_run)
    if not dry_run:
        refuse_incomplete(interview, result.errors)
    return Import(
        created=result.classes_created,
        existing=result.classes_existing,
        changed=result.classes_changed,
        instructors=result.instructors,
        warnings=result.warnings[:MAX_SHOWN],
        known_fields=[Choice(*each) for each in FIELDS.items()],
        columns=file.columns,
        questions=interview.questions,
        rows=[understood(row) for row in file.rows[:MAX_ROWS_SHOWN]],
        problems=grouped(result.errors, result.warnings)[:MAX_SHOWN],
    )
