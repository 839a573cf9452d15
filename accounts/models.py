"""Users and their children. Each account is bound to one identity at the identity provider."""

from datetime import date
from typing import ClassVar, Self

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from simple_history.models import HistoricalRecords

from accounts.addresses import name_and_email_vector, phone_vector
from accounts.querysets import Role, UserManager, UserQuerySet
from core.database.word_search import prefix_query, search_vector
from core.names import shown_email

__all__ = [
    "DELETED_CHILD_NAME",
    "DELETED_NAME",
    "Child",
    "ChildQuerySet",
    "Role",
    "User",
    "UserManager",
    "UserQuerySet",
]

DELETED_NAME = "Deleted account"
"""The name on the row of a deleted account. The row stays, because rows of other apps refer to it."""

DELETED_CHILD_NAME = "Deleted child"
"""The name on the row of a deleted child, which stays for the same reason."""


class User(AbstractBaseUser):
    """An account. A deleted account keeps its row, anonymized, with ``deleted_at`` set."""

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
            *("calendar_token", "phone", "address", "alerts"),
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
        """With the token version, so that what revokes the tokens also ends the sessions in the Django admin."""
        value = f"{self.password} {self.token_version}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def has_proven_email(self) -> bool:
        """Whether the address is not only a claim: the user has verified it, or staff have entered it.

        Nobody has ever logged in to an account that only staff know.
        """
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


class ChildQuerySet(models.QuerySet["Child"]):
    def not_deleted(self) -> Self:
        """Without the anonymized rows of deleted children."""
        return self.filter(deleted_at=None)

    def named(self, text: str) -> Self:
        """Each word of the text is a prefix of a word in the name."""
        wanted = prefix_query(text)
        return self.alias(words=search_vector("name")).filter(words=wanted) if wanted else self.none()

    def matching(self, text: str) -> Self:
        """Returns the children whose name, or whose guardian, matches every word of the text by prefix."""
        if not text:
            return self.all()
        by_name = Child.objects.named(text)
        by_guardian = Child.objects.filter(guardian__in=User.objects.matching(text))
        return self.filter(pk__in=by_name.values("pk").union(by_guardian.values("pk")))


class Child(models.Model):
    """A child whose guardian selects and pays for the child's classes. Only the guardian has a login.

    A deleted child keeps its row, anonymized, with ``deleted_at`` set, because enrollments refer to it.
    """

    MAX_PER_GUARDIAN = 12

    guardian = models.ForeignKey(User, on_delete=models.PROTECT, related_name="children")
    name = models.CharField(max_length=100)
    born_on = models.DateField(null=True, blank=True)
    deleted_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the child was deleted and anonymized."
    )

    objects = ChildQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name_plural = "children"
        constraints = (
            models.UniqueConstraint(
                "guardian",
                Lower("name"),
                "born_on",
                condition=models.Q(deleted_at__isnull=True),
                nulls_distinct=False,
                name="child_once",
            ),
            # Foreign keys of other tables refer to both columns, so that a row cannot name another user's child.
            models.UniqueConstraint(fields=["id", "guardian"], name="child_and_guardian"),
            models.CheckConstraint(condition=~models.Q(name=""), name="child_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True) | models.Q(name=DELETED_CHILD_NAME, born_on=None),
                name="child_deleted_is_anonymized",
            ),
        )
        indexes = (GinIndex(search_vector("name"), name="child_by_words"),)

    def __str__(self) -> str:
        """Without the name: the Django admin's log stores this text."""
        return f"child {self.pk}"

    def age_on(self, day: date) -> int | None:
        """Returns the age in completed years, or None without a date of birth. It is negative before the birth."""
        if self.born_on is None:
            return None
        had_birthday = (day.month, day.day) >= (self.born_on.month, self.born_on.day)
        return day.year - self.born_on.year - (not had_birthday)
