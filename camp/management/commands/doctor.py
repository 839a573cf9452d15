import sys
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import CommandError, CommandParser

from camp.operations.doctor import BROKEN, OK, Finding, diagnose
from core.commands import DocumentedCommand

EXIT_CODES = """\
exit codes:
  0  the site can work; there may be warnings
  1  something is broken, or a provider does not respond
  3  the value of a setting is refused for certain: the site cannot work with it
"""


class Command(DocumentedCommand):
    help = (
        "Check the settings, the database, the mail server, the storage, the disk, the clock, Firebase, Stripe, the\n"
        "site's address and certificate, the worker and the backup. Each line says what, its state, and what to do."
    )
    exit_codes = EXIT_CODES
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", help="also send a test e-mail to this address")
        parser.add_argument("--before-start", action="store_true", help="omit what only a running site shows")

    def handle(self, *args: Any, mail: str | None, before_start: bool, **options: Any) -> None:
        findings = diagnose(is_running=not before_start)
        for each in findings:
            self.stdout.write(f"{_mark(each):7} {each.what}{f': {each.todo}' if each.todo else ''}")
        if mail:
            self._send(mail)
        if any(each.is_refused for each in findings):
            sys.exit(3)
        if any(each.state == BROKEN for each in findings):
            sys.exit(1)

    def _send(self, address: str) -> None:
        text = f"This test e-mail shows that {settings.SITE_URL} can send e-mails. Nothing needs to be done."
        try:
            EmailMessage(f"Test e-mail of {settings.SITE_NAME}", text, to=[address]).send()
        except OSError as error:
            raise CommandError(f"The test e-mail could not be sent ({type(error).__name__}).") from None
        self.stdout.write("The test e-mail was accepted by the mail server. Check that it arrives, not as spam.")


def _mark(finding: Finding) -> str:
    if finding.is_refused:
        return "REFUSED"
    return {OK: "ok", BROKEN: "BROKEN"}.get(finding.state, "warning")
