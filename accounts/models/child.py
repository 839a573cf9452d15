from datetime import date
from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower
from simple_history.models import HistoricalRecords

from accounts.models.user import User
from core.database.word_search import prefix_query, search_vector

EARLIEST_BIRTH = date(1900, 1, 1)
DELETED_CHILD_NAME = "Deleted child"
"""The name on the row of a deleted child. The row stays, because enrollments refer to it."""


class ChildQuerySet(models.QuerySet["Child"]):
    def not_deleted(self) -> Self:
        return self.filter(deleted_at=None)

    def named(self, text: str) -> Self:
        wanted = prefix_query(text)
        return self.alias(words=search_vector("name")).filter(words=wanted) if wanted else self.none()

    def matching(self, text: str) -> Self:
        """Each word is a prefix of a word in the child's name or the guardian's."""
        by_name = Child.objects.named(text)
        by_guardian = Child.objects.filter(guardian__in=User.objects.matching(text))
        return self.filter(pk__in=by_name.values("pk").union(by_guardian.values("pk")))


class Child(models.Model):
    """The guardian selects and pays for the child's classes. Only the guardian has a login.

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
        # Without the name: the Django admin's log stores this text.
        return f"child {self.pk}"

    def age_on(self, day: date) -> int | None:
        return age_on(day, born_on=self.born_on)


def age_on(day: date, *, born_on: date | None) -> int | None:
    """In completed years; None without a date of birth, negative before it."""
    if born_on is None:
        return None
    had_birthday = (day.month, day.day) >= (born_on.month, born_on.day)
    return day.year - born_on.year - (not had_birthday)
