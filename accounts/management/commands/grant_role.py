from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from accounts import roles
from accounts.lookup import NO_SUCH_ACCOUNT
from accounts.models import Role, User, UserManager
from core.commands import DocumentedCommand
from core.errors import DomainError

HELP = """\
Grant a role to a user: admin, instructor or student. It takes effect immediately, also for a user who is logged in.

  manage.py grant_role ada@school.example admin
  manage.py grant_role --create ines@school.example instructor

An admin needs a verified email address: the user logs in once, opens the link in the verification email, and logs in
again. If no account has the address yet, --create creates one; the first login with this address, verified, takes it
over. The role of the only admin cannot be changed. An instructor with coming classes keeps them
only with --keep-classes; give them to another instructor first.
"""

EXIT_CODES = """\
exit codes:
  0  the user has the role now (or had it already)
  1  refused: the only admin, an unverified email address, or an instructor with coming classes
  2  invalid arguments
  3  no account has this email address
"""


class Command(DocumentedCommand):
    help = HELP
    exit_codes = EXIT_CODES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the email address of the account")
        parser.add_argument("role", choices=Role.values)
        parser.add_argument("--create", action="store_true", help="create the account if there is none")
        parser.add_argument("--keep-classes", action="store_true", help="leave coming classes with a former instructor")

    def handle(self, *, email: str, role: str, create: bool, keep_classes: bool, **options: Any) -> None:
        try:
            with transaction.atomic():  # a refused role also rolls back the new account
                user = self._get_or_create(UserManager.normalize_email(email), create)
                now = timezone.now()
                changed = roles.set_role(user_id=user.pk, role=Role(role), keep_classes=keep_classes, now=now)
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(f"{user.email} is now {role}." if changed else f"{user.email} was already {role}.")

    def _get_or_create(self, email: str, create: bool) -> User:
        user = User.objects.filter(email=email).first()
        if user is not None:
            return user
        if not create:
            raise CommandError(
                f"No account has the email address {email}. Ask the user to log in once, or add --create.",
                returncode=NO_SUCH_ACCOUNT,
            )
        try:
            User(email=email).full_clean(exclude=["password"])
        except ValidationError as error:
            raise CommandError(f"{email} is not an email address.", returncode=2) from error
        return User.objects.create_user(email)
