from typing import TYPE_CHECKING, Any, Self

from django.apps import apps
from django.contrib.auth.models import BaseUserManager
from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import OuterRef

from accounts.models.addresses import name_and_email_vector, phone_vector
from core.database.word_search import prefix_query
from core.pasted import fold_email

if TYPE_CHECKING:
    from accounts.models import User


class Role(models.TextChoices):
    """New accounts are students."""

    STUDENT = "student"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"


class UserQuerySet(models.QuerySet["User"]):
    def not_deleted(self) -> Self:
        return self.filter(deleted_at=None)

    def bound(self) -> Self:
        return self.not_deleted().exclude(firebase_uid=None)

    def instructors(self) -> Self:
        return self.filter(role=Role.INSTRUCTOR, is_active=True)

    def admins(self) -> Self:
        return self.filter(role=Role.ADMIN, is_active=True)

    def matching(self, text: str) -> Self:
        """Each word of the text is a prefix of a word in the name or e-mail."""
        wanted = prefix_query(text)
        return self.alias(words=name_and_email_vector()).filter(words=wanted) if wanted else self.none()

    def with_phone(self, digits: str) -> Self:
        """The digits begin the number, or what follows its country code, area code or exchange."""
        wanted = prefix_query(digits)
        return self.alias(words=phone_vector()).filter(phone__gt="", words=wanted) if wanted else self.none()

    def with_child_names(self) -> Self:
        """Adds ``child_names``. A subquery of each row, because the list may be that of all accounts."""
        children = apps.get_model("accounts", "Child").objects.filter(guardian=OuterRef("pk"), deleted_at=None)
        return self.annotate(child_names=ArraySubquery(children.order_by("pk").values("name")))


class UserManager(BaseUserManager["User"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """As it is stored: all of it in lower case, not only its domain."""
        return fold_email(email or "")

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=self.normalize_email(username))

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Without a password it cannot log in to the Django admin."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """For ``manage.py createsuperuser``; the e-mail address counts as verified."""
        return self.create_user(email, password, role=Role.ADMIN, email_verified=True, **fields)
