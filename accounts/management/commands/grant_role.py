"""Give somebody a role from the shell."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from accounts import roles
from accounts.models import Role, User, UserManager
from camp.lib.commands import TeachingCommand
from camp.lib.errors import DomainError

DEED = {Role.ADMIN: roles.make_admin, Role.INSTRUCTOR: roles.make_instructor, Role.STUDENT: roles.make_student}

HELP = """\
Give somebody a role: admin, instructor or student. It counts at once, also for who is logged in.

  manage.py grant_role ada@school.example admin
  manage.py grant_role --create ines@school.example instructor

An admin needs a verified e-mail address: they log in once, open the link in the mail, and log in again.
Where nobody has an account with the address yet, --create makes one that waits for them: it is theirs as
soon as they log in with that address, verified. The last admin stays admin.
"""

EXIT_CODES = """\
exit codes:
  0  the person has the role now (or had it already)
  1  a rule stands against it: the last admin, an unverified address
  2  the command was not understood
  3  nobody has an account with this e-mail address
"""


class Command(TeachingCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the e-mail address of the account")
        parser.add_argument("role", choices=Role.values)
        parser.add_argument("--create", action="store_true", help="make the account where there is none yet")

    def handle(self, *, email: str, role: str, create: bool, **options: Any) -> None:
        try:
            with transaction.atomic():  # an account that is refused the role is not left behind either
                user = self._account(UserManager.normalize_email(email), create)
                changed = DEED[Role(role)](user_id=user.pk)
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(f"{user.email} is now {role}." if changed else f"{user.email} was {role} already.")

    def _account(self, email: str, create: bool) -> User:
        user = User.objects.filter(email=email).first()
        if user is not None:
            return user
        if not create:
            raise CommandError(
                f"Nobody has an account with the address {email}. Let them log in once, or add --create.", returncode=3
            )
        try:
            User(email=email).full_clean(exclude=["password"])
        except ValidationError as error:
            raise CommandError(f"{email} is not an e-mail address.", returncode=2) from error
        return User.objects.create_user(email)
