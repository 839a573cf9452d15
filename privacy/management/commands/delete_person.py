from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError
from django.utils import timezone

from accounts.lookup import get_account
from accounts.models import User
from core.commands import DocumentedCommand
from core.errors import DomainError, ProviderUnavailable
from core.names import shown_email
from privacy.anonymization import has_identity_at_provider
from privacy.deletion import StillEnrolled, delete_account

HELP = """\
Delete the account of a user, like "Delete my account" on their profile page.

  manage.py delete_person sam@school.example
  manage.py delete_person sam@school.example --release-seats

The account is anonymized; payments and former enrollments stay for bookkeeping, without a name. This cannot be
undone, so the command asks for the address, or the number, once more.

It refuses a user who has a seat, teaches an open class, or waits for a refund. When the season is over,
--release-seats releases the seats; no money moves.
"""

EXIT_CODES = """\
exit codes:
  0  the account is deleted
  1  refused by a rule; the account is unchanged, but open payments may have been canceled
  2  invalid arguments, or not confirmed
  3  there is no such account
  4  Stripe or the database does not respond; the account is unchanged, but open
     payments may have been canceled; try again
"""


class Command(DocumentedCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its email address, or its number: /dashboard/families/NUMBER")
        parser.add_argument("--release-seats", action="store_true", help="release the user's seats; no money moves")
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def handle(self, *, account: str, release_seats: bool, yes: bool, **options: Any) -> None:
        user = get_account(account)
        if not yes:
            self._confirm(user)
        self._delete(user, release_seats)
        self.stdout.write("The account is deleted. Payments and former enrollments are kept without a name.")
        if has_identity_at_provider(user_id=user.pk):
            self.stdout.write("The identity provider isn't responding: `manage.py tidy` deletes the identity there.")

    def _confirm(self, user: User) -> None:
        self.stdout.write(f"This deletes the account of {user.name or 'a user without a name'}, {user.role}.")
        name = shown_email(user.email) or str(user.pk)
        try:
            typed = input("It cannot be undone. Type the email address, or the number if it has none, to continue: ")
        except EOFError:
            typed = ""
        if typed.strip().lower() != name:
            raise CommandError("Not confirmed. Nothing was changed.", returncode=2)

    def _delete(self, user: User, release_seats: bool) -> None:
        try:
            delete_account(user_id=user.pk, now=timezone.now(), release_seats=release_seats)
        except StillEnrolled as refusal:
            raise CommandError(f"{refusal.message} When the season is over, you can add --release-seats.") from refusal
        except (ProviderUnavailable, OperationalError) as error:
            raise CommandError("No response. The account was not deleted; please try again.", returncode=4) from error
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
