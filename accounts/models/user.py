"""Each account is bound to one identity at the identity provider."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from simple_history.models import HistoricalRecords

from accounts.models.addresses import name_and_email_vector, phone_vector
from accounts.models.user_queryset import Role, UserManager, UserQuerySet
from core.names import shown_email

DELETED_NAME = "Deleted account"
"""The name on the row of a deleted account. The row stays, because rows of other apps refer to it."""


class User(AbstractBaseUser):
    """A deleted account keeps its row, anonymized, with ``deleted_at`` set."""

    class Alerts(models.TextChoices):
        """Daily: one e-mail at 7:00 in the camp's time zone."""

        AT_ONCE = "at_once"
        DAILY = "daily"
        OFF = "off"

    email = models.EmailField(unique=True, error_messages={"unique": "An account with this email already exists."})
    name = models.CharField(max_length=100, blank=True)
    photo = models.CharField(max_length=2000, blank=True, help_text="An https address, or one of this site's pictures.")
    bio = models.TextField(max_length=2000, blank=True, help_text="Shown for instructors.")
    phone = models.CharField(max_length=30, blank=True, default="", db_default="")
    address = models.CharField(max_length=300, blank=True, default="", db_default="")
    note = models.TextField(
        max_length=2000, blank=True, default="", db_default="", help_text="Of the office; the family can download it."
    )
    returning_until = models.DateField(
        null=True, blank=True, help_text="The last day on which an imported family counts as a returning one."
    )
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.STUDENT)
    firebase_uid = models.CharField(
        "login at Firebase",
        max_length=128,
        unique=True,
        null=True,
        blank=True,
        help_text="The id of the identity at the identity provider.",
    )
    email_verified = models.BooleanField(default=False, help_text="As of the last login.")
    email_first_verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    token_version = models.PositiveIntegerField(
        "times logged out everywhere", default=0, help_text="Each time ended all earlier logins."
    )
    is_active = models.BooleanField(default=True, help_text="Uncheck it to lock the user out right away.")
    profile_completed_at = models.DateTimeField(null=True, blank=True, editable=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the account was deleted and anonymized."
    )
    wants_reminders = models.BooleanField(
        default=True, help_text="Gets an e-mail some days before a class starts, and before a season opens."
    )
    alerts = models.CharField(
        max_length=10,
        choices=Alerts.choices,
        default=Alerts.DAILY,
        db_default=Alerts.DAILY,
        help_text="When an admin gets e-mails about what needs a decision.",
    )
    calendar_token = models.CharField(
        max_length=64, unique=True, null=True, blank=True, editable=False, help_text="The secret of the calendar's URL."
    )
    identity_deleted_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the identity was deleted at the provider."
    )

    objects = UserManager.from_queryset(UserQuerySet)()
    history = HistoricalRecords(
        excluded_fields=[
            *("password", "token_version", "last_login", "identity_deleted_at"),
            *("calendar_token", "phone", "address", "note", "alerts", "returning_until"),
        ]
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_is_valid"),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True)
                | models.Q(
                    name=DELETED_NAME,
                    photo="",
                    bio="",
                    phone="",
                    address="",
                    note="",
                    calendar_token=None,
                    role="student",
                    is_active=False,
                    email_verified=False,
                ),
                name="user_deleted_is_anonymized",
            ),
        )
        indexes = (
            models.Index(fields=["role", "name"], name="user_by_role"),
            GinIndex(name_and_email_vector(), name="user_by_words"),
            GinIndex(phone_vector(), name="user_by_phone", condition=models.Q(phone__gt="")),
            # For the filters of the Django admin: rare values, which a scan from the newest row would find late.
            models.Index(fields=["joined_at"], name="user_by_joined_at"),
            models.Index(fields=["-id"], name="user_unverified", condition=models.Q(email_verified=False)),
            models.Index(fields=["-id"], name="user_inactive", condition=models.Q(is_active=False)),
        )

    def __str__(self) -> str:
        return shown_email(self.email) or f"account {self.pk} without e-mail"

    def clean(self) -> None:
        self.email = UserManager.normalize_email(self.email)

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN

    @property
    def is_instructor(self) -> bool:
        return self.role == Role.INSTRUCTOR

    @property
    def is_student(self) -> bool:
        return self.role == Role.STUDENT

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # What revokes the tokens (their version) also ends the sessions in the Django admin.
        value = f"{self.password} {self.token_version}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def has_login(self) -> bool:
        return any((self.firebase_uid, self.last_login, self.email_first_verified_at))

    @property
    def has_proven_email(self) -> bool:
        """The address is not only a claim: the user has verified it, or staff have entered it."""
        # Nobody has ever logged in to an account that only staff know.
        return self.email_verified or (self.firebase_uid is None and self.last_login is None)

    # Required by the Django admin: admins have every permission there, all others none.
    @property
    def is_staff(self) -> bool:
        return self.is_active and self.is_admin

    @property
    def is_superuser(self) -> bool:
        return self.is_staff

    def has_perm(self, perm: str, obj: object = None) -> bool:
        return self.is_staff

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_staff
