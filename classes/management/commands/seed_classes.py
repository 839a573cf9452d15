"""Create the classes of a season from a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.db import OperationalError
from django.utils import timezone

from classes.season.import_file import UnreadableFile, read_season
from classes.season.importing import InvalidSeason, seed_season
from core.commands import DocumentedCommand

MAX_ERRORS_SHOWN = 20
BAR_WIDTH = 30

HELP = """\
Create the classes of a season from a file, either all of them or none.

  manage.py seed_classes season.csv            create the missing classes
  manage.py seed_classes season.json --dry-run only report what would be created, and every error

The file is CSV (UTF-8; commas, semicolons or tabs) or JSON (a list of objects), with these columns:

  nameClass        1 to 40 characters
  instructorEmail  the address with which the instructor logs in; a missing account is created
  instructorName   required if the account is created
  price            US dollars: 0, or 0.50 to 10000.00
  seats            total number of seats, 0 to 1000
  image            an https address, or one of this site's own pictures
  status           Pending (if empty), Approved or Denied
  description      optional, up to 2,000 characters
  craft            optional, the slug of a craft
  place, bring     optional, up to 100 and 500 characters
  ageFrom, ageTo   optional, the lowest and the highest age
  lessons          optional: 2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00
                   in the camp's time zone, at most 60; they may be in the past

A class is identified by its name and its instructor. Existing classes are not changed, so a second run changes
nothing. Errors are reported with their row (the header is row 1) and column.
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
    """Writes a progress bar on a terminal, and otherwise (log, cron) one line per ten percent."""

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
        parser.add_argument("file", type=Path, metavar="FILE", help="a .csv or .json file")
        parser.add_argument("--dry-run", action="store_true", help="validate the file and change nothing")

    def handle(self, *, file: Path, dry_run: bool, **options: Any) -> None:
        try:
            self._seed(file, dry_run=dry_run)
        except UnreadableFile as error:
            raise CommandError(str(error), returncode=3) from error
        except InvalidSeason as error:
            raise CommandError(_error_report(error.errors)) from error
        except OperationalError as error:
            raise CommandError("The database is busy. Nothing was changed; please try again.", returncode=4) from error

    def _seed(self, file: Path, *, dry_run: bool) -> None:
        rows = read_season(file)
        progress = Progress(self.stderr)
        result = seed_season(rows=rows, now=timezone.now(), dry_run=dry_run, on_progress=progress)
        created = "to create" if dry_run else "created"
        self.stdout.write(
            f"Classes {created}: {result.classes_created}. Classes that already exist: {result.classes_existing}. "
            f"Instructors {created}: {result.instructors_created}."
        )


def _error_report(errors: list[str]) -> str:
    lines = ["Nothing was changed:", *(f"  {error}" for error in errors[:MAX_ERRORS_SHOWN])]
    if len(errors) > MAX_ERRORS_SHOWN:
        lines.append(f"  and {len(errors) - MAX_ERRORS_SHOWN} more.")
    return "\n".join(lines)
