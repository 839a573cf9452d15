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
from core.sheets.problems import InvalidFile, Problem, ProblemGroup, UnreadableFile, grouped
from core.sheets.questions import Choice, Interview, OpenQuestions, Question
from core.sheets.uploads import MAX_SHOWN, InvalidSpreadsheet

MAX_ROWS_SHOWN = 500


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
    try:
        file = read_season(content, season=season, interview=interview)
        result = seed_season(file=file, now=now, dry_run=dry_run)
    except UnreadableFile as error:
        raise InvalidSpreadsheet([Problem(None, "", str(error))]) from error
    except InvalidFile as error:
        raise InvalidSpreadsheet(error.errors) from error
    if not dry_run and interview.open:
        raise OpenQuestions
    if not dry_run and result.errors:
        raise InvalidSpreadsheet(result.errors)
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
