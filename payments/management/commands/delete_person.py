"""Delete somebody's account for them."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError
from django.utils import timezone

from accounts.by_email import person_of
from accounts.erasing import identity_is_gone
from accounts.models import User
from camp.lib.commands import TeachingCommand
from camp.lib.errors import DomainError, ProviderUnavailable
from payments.leaving import StillEnrolled, delete_account

HELP = """\
Delete somebody's account: what "Delete my account" on their profile does.

  manage.py delete_person sam@school.example
  manage.py delete_person sam@school.example --release-places

The person becomes nameless; payments and former places stay for the books, without a name. It cannot be undone,
so you type the address once more.

Whoever still has a place, teaches a class that is open, or waits for a refund is refused. When the season is over,
--release-places frees the places; no money moves.
"""

EXIT_CODES = """\
exit codes:
  0  the account is deleted
  1  a rule stands against it; nothing was changed
  2  the command was not understood, or not confirmed
  3  nobody has an account with this e-mail address
  4  the card provider or the database does not answer; nothing was changed, try again
"""


class Command(TeachingCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the e-mail address of the account")
        parser.add_argument("--release-places", action="store_true", help="free the person's places; no money moves")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, email: str, release_places: bool, yes: bool, **options: Any) -> None:
        person = person_of(email)
        if not yes:
            self._confirm(person)
        self._delete(person, release_places)
        self.stdout.write("The account is deleted. What the books need is kept without a name.")
        if not identity_is_gone(user_id=person.pk):
            self.stdout.write("The identity provider did not answer: `manage.py tidy` deletes the identity there.")

    def _confirm(self, person: User) -> None:
        self.stdout.write(f"This deletes the account of {person.name or 'somebody without a name'}, {person.role}.")
        try:
            typed = input("It cannot be undone. Type the e-mail address to go on: ")
        except EOFError:
            typed = ""
        if typed.strip().lower() != person.email:
            raise CommandError("Not confirmed. Nothing was changed.", returncode=2)

    def _delete(self, person: User, release_places: bool) -> None:
        try:
            delete_account(user_id=person.pk, now=timezone.now(), release_places=release_places)
        except StillEnrolled as refusal:
            raise CommandError(f"{refusal.message} Or, when the season is over: --release-places.") from refusal
        except (ProviderUnavailable, OperationalError) as error:
            raise CommandError("No answer. Nothing was changed; try again.", returncode=4) from error
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
