"""Fill a season from a file, or a new site with the demo's camp."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.db import OperationalError
from django.utils import timezone

from camp.lib.commands import TeachingCommand
from classes.demo.camp import fill_camp
from classes.season_file import UnreadableFile, read_season
from classes.seeding import BadSeason, seed_season

MISTAKES_SHOWN = 20
BAR_WIDTH = 30

HELP = """\
Fill a season with classes, all of them or none.

  manage.py seed_classes season.csv            make the classes that are not there yet
  manage.py seed_classes season.json --dry-run only say what would be made, and every mistake
  manage.py seed_classes --demo                fill a new site with a believable camp

The file is CSV (UTF-8; commas, semicolons or tabs) or JSON (a list of objects), with these columns:

  nameClass        1 to 40 characters
  instructorEmail  their account is made where there is none yet; they log in with this address
  instructorName   needed where the account is new
  price            US dollars: 0, or 0.50 to 10000.00
  seats            how many may take part, 0 to 1000
  image            an https address, or one of this site's own pictures
  status           Pending (if empty), Approved or Denied
  description      if you like, up to 2,000 characters

A class is known by its name and its instructor. One that is there already is left as it is, so that running this
twice changes nothing. Mistakes are named by row (the header is row 1) and column.
"""

EXIT_CODES = """\
exit codes:
  0  done (or, with --dry-run, it could be)
  1  something in the file cannot be; nothing was changed
  2  the command was not understood
  3  the file cannot be read
  4  the database was busy; nothing was changed, try again
"""


class Progress:
    """A bar on a terminal; elsewhere (a log, cron) a line for each tenth of the way."""

    def __init__(self, out: OutputWrapper, what: str) -> None:
        self.out = out
        self.what = what
        self.tenths = 0

    def __call__(self, done: int, total: int) -> None:
        if self.out.isatty():
            bar = "#" * (BAR_WIDTH * done // total)
            self.out.write(
                f"\r[{bar:.<{BAR_WIDTH}}] {done} of {total} {self.what}", ending="\n" if done == total else ""
            )
            self.out.flush()
        elif done * 10 // total > self.tenths:
            self.tenths = done * 10 // total
            self.out.write(f"{done} of {total} {self.what}")


class Command(TeachingCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the season, .csv or .json")
        what.add_argument("--demo", action="store_true", help="fill a new site with a believable camp")
        parser.add_argument("--dry-run", action="store_true", help="check the file and change nothing")

    def handle(self, *, file: Path | None, demo: bool, dry_run: bool, **options: Any) -> None:
        if demo and dry_run:
            raise CommandError("--dry-run is for a file.", returncode=2)
        try:
            if file is None:
                self._fill_camp()
            else:
                self._seed(file, dry_run=dry_run)
        except UnreadableFile as error:
            raise CommandError(str(error), returncode=3) from error
        except BadSeason as error:
            raise CommandError(_told(error.mistakes)) from error
        except OperationalError as error:
            raise CommandError("The database was busy. Nothing was changed; try again.", returncode=4) from error

    def _seed(self, file: Path, *, dry_run: bool) -> None:
        rows = read_season(file)
        progress = Progress(self.stderr, "classes")
        seeded = seed_season(rows=rows, now=timezone.now(), dry_run=dry_run, tell=progress)
        made = "would be made" if dry_run else "made"
        self.stdout.write(
            f"{seeded.classes_made} classes {made}, {seeded.classes_known} were there already; "
            f"{seeded.instructors_made} instructors {made}."
        )

    def _fill_camp(self) -> None:
        filled = fill_camp(now=timezone.now(), with_admin=settings.DEMO, tell=Progress(self.stderr, "pictures"))
        self.stdout.write(
            f"The camp is there: {filled.people} people, {filled.classes} classes, {filled.seats} seats new."
        )


def _told(mistakes: list[str]) -> str:
    lines = ["Nothing was changed:", *(f"  {mistake}" for mistake in mistakes[:MISTAKES_SHOWN])]
    if len(mistakes) > MISTAKES_SHOWN:
        lines.append(f"  and {len(mistakes) - MISTAKES_SHOWN} more.")
    return "\n".join(lines)
