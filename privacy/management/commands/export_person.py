from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.lookup import get_account
from core.api.base import IndentedJSONRenderer
from core.commands import DocumentedCommand
from privacy.api.serializers import PersonalDataOutput
from privacy.personal_data import collect_personal_data

HELP = """\
Write all personal data of a user as JSON, like "Download my data" on their profile page.

  manage.py export_person sam@school.example
  manage.py export_person sam@school.example --output sam.json

For users who request their data by letter or cannot log in. Only you can read the file.
"""

EXIT_CODES = """\
exit codes:
  0  written
  1  the file cannot be written
  2  invalid arguments
  3  there is no such account
"""


class Command(DocumentedCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its email address, or its number: /dashboard/families/NUMBER")
        parser.add_argument("--output", type=Path, metavar="FILE", help="the file to write (default: standard output)")

    def handle(self, *, account: str, output: Path | None, **options: Any) -> None:
        data = PersonalDataOutput(collect_personal_data(get_account(account))).data
        text = IndentedJSONRenderer().render(data).decode()
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
