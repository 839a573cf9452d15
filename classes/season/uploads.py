from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from classes.models import Season
from classes.season.import_file import read_season
from classes.season.importing import seed_season
from classes.season.rows import InvalidSeason, Problem, UnreadableFile
from core.errors import BodyTooLarge, InvalidInput

MAX_BYTES = 5 * 1024 * 1024
"""Ten times a workbook of 500 classes. A command in the shell reads larger files."""
MAX_FORM_BYTES = MAX_BYTES + 16 * 1024
"""A form with a file has boundaries and headers beside it."""
MAX_SHOWN = 200


class SpreadsheetTooLarge(BodyTooLarge):
    message = (
        f"This file is too large. Please choose one of up to {MAX_BYTES // 1024 // 1024} MB: "
        "delete the pictures in it, or import the classes in parts."
    )


class InvalidSpreadsheet(InvalidInput):
    def __init__(self, errors: Sequence[Problem]) -> None:
        count = "an error" if len(errors) == 1 else f"{len(errors):,} errors"
        super().__init__(f"The spreadsheet has {count}. Nothing was changed.")
        shown = [{"row": each.row, "column": each.column, "message": each.message} for each in errors[:MAX_SHOWN]]
        self.details = {"errors": shown}


@dataclass(frozen=True)
class Import:
    created: int
    existing: int
    instructors: list[User]
    warnings: list[Problem]


def import_upload(*, content: bytes, season: Season, dry_run: bool, now: datetime) -> Import:
    try:
        file = read_season(content, season=season)
        result = seed_season(file=file, now=now, dry_run=dry_run)
    except UnreadableFile as error:
        raise InvalidSpreadsheet([Problem(None, "", str(error))]) from error
    except InvalidSeason as error:
        raise InvalidSpreadsheet(error.errors) from error
    return Import(result.classes_created, result.classes_existing, result.instructors, result.warnings[:MAX_SHOWN])
