from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from core.errors import BodyTooLarge, InvalidInput
from core.sheets.problems import InvalidFile, Problem, UnreadableFile
from core.sheets.questions import Interview, OpenQuestions

MAX_BYTES = 5 * 1024 * 1024
"""Ten times a workbook of 500 classes. A command in the shell reads larger files."""
MAX_FORM_BYTES = MAX_BYTES + 256 * 1024
"""A form with a file has boundaries and headers beside it, and answers."""
MAX_SHOWN = 200
MAX_ROWS_SHOWN = 500


class SpreadsheetTooLarge(BodyTooLarge):
    message = (
        f"This file is too large. Please choose one of up to {MAX_BYTES // 1024 // 1024} MB: "
        "delete the pictures in it, or import it in parts."
    )


class InvalidSpreadsheet(InvalidInput):
    def __init__(self, errors: Sequence[Problem]) -> None:
        count = "an error" if len(errors) == 1 else f"{len(errors):,} errors"
        super().__init__(f"The spreadsheet has {count}. Nothing was changed.")
        shown = [{"row": each.row, "column": each.column, "message": each.message} for each in errors[:MAX_SHOWN]]
        self.details = {"errors": shown}


@contextmanager
def refused_if_unreadable() -> Iterator[None]:
    try:
        yield
    except UnreadableFile as error:
        raise InvalidSpreadsheet([Problem(None, "", str(error))]) from error
    except InvalidFile as error:
        raise InvalidSpreadsheet(error.errors) from error


def refuse_incomplete(interview: Interview, errors: Sequence[Problem]) -> None:
    if interview.open:
        raise OpenQuestions
    if errors:
        raise InvalidSpreadsheet(errors)
