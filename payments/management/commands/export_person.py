"""Hand somebody what is kept about them."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.by_email import person_of
from camp.lib.api import ReadableJSONRenderer
from camp.lib.commands import TeachingCommand
from payments.personal_data import personal_data_of
from payments.serializers import PersonalDataAnswer

HELP = """\
Write everything that is kept about somebody as JSON: what "Download my data" on their profile gives them.

  manage.py export_person sam@school.example
  manage.py export_person sam@school.example --output sam.json

For people who ask by letter, or cannot log in. The file can be read by you alone.
"""

EXIT_CODES = """\
exit codes:
  0  written
  1  the file cannot be written
  2  the command was not understood
  3  nobody has an account with this e-mail address
"""


class Command(TeachingCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the e-mail address of the account")
        parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it (default: the terminal)")

    def handle(self, *, email: str, output: Path | None, **options: Any) -> None:
        data = PersonalDataAnswer(personal_data_of(person_of(email))).data
        text = ReadableJSONRenderer().render(data).decode()
        if output is None:
            self.stdout.write(text)
        else:
            _write(output, text)


def _write(path: Path, text: str) -> None:
    try:
        path.touch(mode=0o600)
        path.chmod(0o600)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
