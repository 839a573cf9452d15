from typing import Self

from django.db import models
from django.utils import timezone

from accounts.models import User
from classes.models import Enrollment
from payments.models.payment import Payment


class MoveQuerySet(models.QuerySet["Move"]):
    def matching(self, text: str) -> Self:
        return self.filter(payment__in=Payment.objects.matching(text))


class Move(models.Model):
    """The payment's seat was exchanged for one in another class; its money stayed. See docs/rules/desk.md."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="moves")
    from_enrollment = models.OneToOneField(Enrollment, on_delete=models.PROTECT, related_name="moved_to")
    to_enrollment = models.OneToOneField(Enrollment, on_delete=models.PROTECT, related_name="moved_from")
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = MoveQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.from_enrollment.camp_class} to {self.to_enrollment.camp_class}"
