"""Removes the test payments, before the live keys are set."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError
from django.utils import timezone

from core.commands import DocumentedCommand
from core.errors import DomainError, ProviderUnavailable
from payments.stripe_test_mode import intents_in_test_mode, remove_test_payments

HELP = """\
Remove all test payments, with their orders, refunds, seats and e-mails, and the events that Stripe has sent.

Run it with Stripe's test keys, after you have stopped the web server and the worker, and before you set the live
keys. Bookings of free classes and payments at the desk stay. This cannot be undone, so the command asks for
confirmation.

It refuses while a live key is configured, and if Stripe does not know one of the payments in test mode.
"""

EXIT_CODES = """\
exit codes:
  0  the test payments are removed
  1  refused by a rule; nothing was changed
  2  invalid arguments, or not confirmed
  4  Stripe or the database does not respond; nothing was changed; try again
"""


class Command(DocumentedCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def handle(self, *, yes: bool, **options: Any) -> None:
        try:
            intents = intents_in_test_mode()
            if not yes:
                self._confirm(len(intents))
            removed = remove_test_payments(intents=intents, now=timezone.now())
        except (ProviderUnavailable, OperationalError) as error:
            raise CommandError("No response. Nothing was changed; please try again.", returncode=4) from error
        except DomainError as refusal:
            raise CommandError(f"{refusal.message} Nothing was changed.") from refusal
        counts = (f"{kind}: {count}" for kind, count in vars(removed).items())
        self.stdout.write(f"Removed {', '.join(counts)}. Now set Stripe's live keys.")

    def _confirm(self, orders: int) -> None:
        self.stdout.write(f"This removes {orders} orders with their payments, seats and e-mails.")
        try:
            typed = input("It cannot be undone. Type 'remove' to continue: ")
        except EOFError:
            typed = ""
        if typed.strip() != "remove":
            raise CommandError("Not confirmed. Nothing was changed.", returncode=2)
