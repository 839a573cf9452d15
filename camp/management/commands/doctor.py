"""Checks the set-up of this server."""

import sys
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import CommandError, CommandParser

from camp.operations.doctor import BROKEN, OK, diagnose, is_broken
from core.commands import DocumentedCommand

MARKS = {OK: "ok     ", BROKEN: "BROKEN "}


class Command(DocumentedCommand):
    help = (
        "Check the settings, the database, the mail server, the storage, Firebase, Stripe, the site's address,\n"
        "the worker and the backup. Each line says what, its state, and what to do."
    )
    exit_codes = "Exit codes: 0 if the site can work (there may be warnings), 1 if something is broken."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", help="also send a test e-mail to this address")
        parser.add_argument("--before-start", action="store_true", help="omit what only a running site shows")

    def handle(self, *args: Any, mail: str | None, before_start: bool, **options: Any) -> None:
        findings = diagnose(is_running=not before_start)
        for each in findings:
            text = f"{each.what}: {each.todo}" if each.todo else each.what
            self.stdout.write(f"{MARKS.get(each.state, 'warning')} {text}")
        if mail:
            self._send(mail)
        if is_broken(findings):
            sys.exit(1)

    def _send(self, address: str) -> None:
        text = f"This test e-mail shows that {settings.SITE_URL} can send e-mails. Nothing needs to be done."
        try:
            EmailMessage(f"Test e-mail of {settings.SITE_NAME}", text, to=[address]).send()
        except OSError as error:
            raise CommandError(f"The test e-mail could not be sent ({type(error).__name__}).") from None
        self.stdout.write("The test e-mail was accepted by the mail server. Check that it arrives, not as spam.")
