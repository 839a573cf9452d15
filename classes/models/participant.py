"""What the rows of a participant in a class have in common: enrollments, selections and entries on the waitlist."""

from typing import Any, Self, TypeVar

from django.db import models

from classes.models.matching import student_or_class_matching

Row = TypeVar("Row", bound=models.Model)


class ParticipantQuerySet(models.QuerySet[Row]):
    """Of rows with a student, a class, and a child or none: then the student takes part."""

    def matching(self, text: str) -> Self:
        """Returns the rows whose student or class matches the text; all if it is empty."""
        return self.filter(student_or_class_matching(text)) if text else self.all()

    def for_participant_of(self, row: Any) -> Self:
        """Returns the rows with the participant and the class of this row, which can be of another table."""
        return self.filter(student=row.student_id, child=row.child_id, camp_class=row.camp_class_id)
