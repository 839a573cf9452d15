from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.db import OperationalError
from django.utils import timezone

from classes.season.import_file import MAX_BYTES, read_season
from classes.season.importing import seed_season
from core.commands import DocumentedCommand
from core.sheets.problems import InvalidFile, Problem, UnreadableFile
from core.sheets.questions import Question

MAX_SHOWN = 20
BAR_WIDTH = 30

HELP = """\
Create the classes of a season from a file, either all of them or none.

  manage.py seed_classes --dry-run season.xlsx  only report what would be created, and every error
  manage.py seed_classes season.xlsx            create the missing classes

The file is a workbook (xlsx, ods), CSV (UTF-8; commas, semicolons or tabs) or JSON (a list of objects). Rows above
the headings, totals, hidden sheets, and blank rows and columns are ignored. Headings are these names or plain ones,
such as "Class Name", "Price":

  nameClass        1 to 40 characters
  instructorEmail  the address with which the instructor logs in; a missing account is created
  instructorName   required if the account is created
  price            US dollars: 0, or 0.50 to 10000.00; $1,250.00, and a dash or "free" for 0
  seats            total number of seats, 0 to 1000
  image            optional, an https address, or one of this site's own pictures
  status           Pending (if empty), Approved or Denied
  description      optional, up to 2,000 characters
  craft            optional, the name or the slug of a craft
  place, bring     optional, up to 100 and 500 characters
  minSeats         optional, how many must be sold for the class to take place
  ageFrom, ageTo   optional, the lowest and the highest age; or both in the column ages: 6-8
  season           optional, the name or the slug of a season
  lessons          optional, in the camp's time zone, at most 60; not all in the past if the class is Approved:
                   2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00 (or each on a line of its own)
                   Mon-Fri 7/5/2027 - 7/16/2027, 9 - 12 (the month first; from 7 in the morning to 6 in the afternoon)
                   also in the columns weekdays, firstDay, lastDay, and time or startTime, endTime

A row without an instructor has the instructor of the row above; a row with lessons only adds them to the class above.
A class is identified by its season, its instructor, its name and its first lesson. Existing classes are not changed,
so a second run changes nothing; warnings say where a row differs from its class. Errors are reported with row and
column. What the file leaves open is an error too: the page of the season asks instead.
"""

EXIT_CODES = """\
exit codes:
  0  success (with --dry-run: the file is valid)
  1  the file has errors; nothing was changed
  2  invalid arguments
  3  the file cannot be read
  4  the database is busy; nothing was changed, try again
"""


class Progress:
    """A bar on a terminal, and otherwise (log, cron) one line per ten percent."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out = out
        self.tenths = 0

    def __call__(self, done: int, total: int) -> None:
        if self.out.isatty():
            bar = "#" * (BAR_WIDTH * done // total)
            self.out.write(f"\r[{bar:.<{BAR_WIDTH}}] {done} of {total} classes", ending="\n" if done == total else "")
            self.out.flush()
        elif done * 10 // total > self.tenths:
            self.tenths = done * 10 // total
            self.out.write(f"{done} of {total} classes")


class Command(DocumentedCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a .xlsx, .csv or .json file")
        parser.add_argument("--dry-run", action="store_true", help="validate the file and change nothing")

    def handle(self, *, file: Path, dry_run: bool, **options: Any) -> None:
        try:
            self._seed(file, dry_run=dry_run)
        except UnreadableFile as error:
            raise CommandError(str(error), returncode=3) from error
        except InvalidFile as error:
            raise CommandError("\n".join(["Nothing was changed:", *_listed(error.errors)])) from error
        except OperationalError as error:
            raise CommandError("The database is busy. Nothing was changed; please try again.", returncode=4) from error

    def _seed(self, file: Path, *, dry_run: bool) -> None:
        read = read_season(_content(file), is_json=file.suffix.lower() == ".json")
        progress = Progress(self.stderr)
        result = seed_season(file=read, now=timezone.now(), dry_run=dry_run, on_progress=progress)
        if problems := [*result.errors, *map(_as_problem, read.interview.open)]:
            raise InvalidFile(problems)
        created = "to create" if dry_run else "created"
        self.stdout.write(
            f"Classes {created}: {result.classes_created}. Classes that already exist: {result.classes_existing}. "
            f"Instructors {created}: {len(result.instructors)}."
        )
        for instructor in result.instructors:
            self.stdout.write(f"  {instructor.name}, {instructor.email}")
        if result.warnings:
            self.stdout.write("Please check:")
        for line in _listed(result.warnings):
            self.stdout.write(line)


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFile(f"{file} cannot be read: {error.strerror}.") from error


def _as_problem(question: Question) -> Problem:
    # The command can't ask; the page of the season can.
    choices = "; ".join(choice.text for choice in question.choices)
    return Problem(next(iter(question.rows), None), "", f"{question.text} ({choices})")


def _listed(problems: Sequence[Problem]) -> list[str]:
    lines = [f"  {problem}" for problem in problems[:MAX_SHOWN]]
    return lines if len(problems) <= MAX_SHOWN else [*lines, f"  and {len(problems) - MAX_SHOWN} more."]
