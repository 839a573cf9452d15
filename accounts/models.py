"""People. One row a person, bound to the identity that the identity provider has verified."""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from simple_history.models import HistoricalRecords

from camp.lib.words import beginning_as, words_of


class Role(models.TextChoices):
    """What a person may do here; everybody starts as a student."""

    STUDENT = "student"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"


NAMELESS = "Deleted account"
"""What somebody is called whose account was deleted and whose row is kept for the books."""


class UserQuerySet(models.QuerySet["User"]):
    def known(self) -> Self:
        """Whoever has an account; rows that were made nameless are nobody."""
        return self.filter(erased_at=None)

    def instructors(self) -> Self:
        return self.filter(role=Role.INSTRUCTOR, is_active=True)

    def admins(self) -> Self:
        return self.filter(role=Role.ADMIN, is_active=True)

    def by_popularity(self) -> Self:
        """With ``taught``: how many confirmed seats there are in the classes that each of them teaches.

        Counted for each person out of the indexes alone; a join would read every seat that there ever was.
        """
        confirmed = User.objects.filter(pk=models.OuterRef("pk"), classes_taught__enrollments__state="CONFIRMED")
        counted = confirmed.values("pk").annotate(count=models.Count("*")).values("count")
        return self.annotate(taught=Coalesce(models.Subquery(counted), 0))

    def matching(self, text: str) -> Self:
        """Who has, for each word of the text, a word in name or e-mail that begins so; everybody where it is empty."""
        if not text:
            return self.all()
        wanted = beginning_as(text)
        return self.alias(words=words_of("name", "email")).filter(words=wanted) if wanted else self.none()


class UserManager(BaseUserManager["User"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Addresses are kept in lower case: nobody's mail host tells Ann@ from ann@."""
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=self.normalize_email(username))

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A new account; without a password it cannot enter the Django admin."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """An admin with a password, by a command; whoever types it vouches for the address."""
        return self.create_user(email, password, role=Role.ADMIN, email_verified=True, **fields)


PersonManager = UserManager.from_queryset(UserQuerySet)


class User(AbstractBaseUser):
    """A person known to the site."""

    email = models.EmailField(unique=True, error_messages={"unique": "There is an account with this e-mail already."})
    name = models.CharField(max_length=100, blank=True)
    photo = models.CharField(max_length=2000, blank=True, help_text="An https address, or one of this site's pictures.")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.STUDENT)
    firebase_uid = models.CharField(
        max_length=128, unique=True, null=True, blank=True, help_text="The identity bound at first sight."
    )
    email_verified = models.BooleanField(default=False, help_text="As the identity provider said at the last log-in.")
    email_first_verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    token_version = models.PositiveIntegerField(default=0, help_text="Rises to end every token given out before.")
    is_active = models.BooleanField(default=True, help_text="Take this away to shut somebody out at once.")
    profile_completed_at = models.DateTimeField(null=True, blank=True, editable=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the account was deleted and this row made nameless."
    )
    identity_deleted_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the identity provider forgot the person, too."
    )

    objects = PersonManager()
    history = HistoricalRecords(excluded_fields=["password", "token_version", "last_login", "identity_deleted_at"])

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_is_known"),
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True)
                | models.Q(name=NAMELESS, photo="", role="student", is_active=False, email_verified=False),
                name="user_erased_stays_nameless",
            ),
        )
        indexes = (
            models.Index(fields=["role", "name"], name="user_by_role"),
            GinIndex(words_of("name", "email"), name="user_by_words"),
            # What the Django admin filters by: the few that a list from its newest would look for till its end.
            models.Index(fields=["joined_at"], name="user_by_joining"),
            models.Index(fields=["-id"], name="user_unverified", condition=models.Q(email_verified=False)),
            models.Index(fields=["-id"], name="user_shut_out", condition=models.Q(is_active=False)),
        )

    def __str__(self) -> str:
        return self.email

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

    # The Django admin asks these. It knows one kind of person: an admin, who may do everything there.
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
