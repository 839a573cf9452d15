"""What the rows of a participant in a class have in common: enrollments, selections and entries on the waitlist."""

from typing import Any, Self, TypeVar

from django.db import models
from django.db.models import OuterRef, Q, Value
from django.db.models.functions import Coalesce

from accounts.models import User

Row = TypeVar("Row", bound=models.Model)
MAX_MATCHES = 1000
NOBODY = Value(0)
"""Stands for "no child" in a comparison, because in SQL no two nulls are equal."""


class ParticipantQuerySet(models.QuerySet[Row]):
    """Of rows with a student, a class, and a child or none: then the student takes part."""

    def matching(self, text: str) -> Self:
        return self.filter(student_or_class_matching(text))

    def for_participant_of(self, row: Any) -> Self:
        """The participant and the class of this row, which can be of another table."""
        return self.filter(student=row.student_id, child=row.child_id, camp_class=row.camp_class_id)

    def of_outer_participant(self) -> Self:
        """The participant and the class of the row of the outer query."""
        return self.alias(child_or_0=Coalesce("child_id", NOBODY)).filter(
            student=OuterRef("student"),
            camp_class=OuterRef("camp_class"),
            child_or_0=Coalesce(OuterRef("child_id"), NOBODY),
        )


def student_or_class_matching(text: str) -> Q:
    """Of students and classes, only the newest ``MAX_MATCHES`` count."""
    from classes.models.camp_class import CampClass  # it imports models that import this module

    # The ids first, because PostgreSQL uses the index for a list of ids but misestimates a subquery.
    students = User.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    classes = CampClass.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
    return Q(student__in=list(students[:MAX_MATCHES])) | Q(camp_class__in=list(classes[:MAX_MATCHES]))
