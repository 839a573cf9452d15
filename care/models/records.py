from typing import Self

from django.db import models
from django.db.models import Q

from accounts.models import Child, User
from classes.models import CampClass, Season
from mail.models import MAX_MATCHES


class PaperSeen(models.Model):
    """The medical paper itself is never stored."""

    child = models.ForeignKey(Child, on_delete=models.PROTECT, related_name="papers_seen", db_index=False)
    season = models.ForeignKey(Season, models.PROTECT, null=True, blank=True, related_name="+", db_index=False)
    kind = models.CharField(max_length=40, help_text="Such as immunization; the school says which are necessary.")
    seen_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    seen_on = models.DateField(help_text="In the camp's time zone.")

    class Meta:
        verbose_name_plural = "papers seen"
        constraints = (
            models.UniqueConstraint(
                fields=["child", "season", "kind"], nulls_distinct=False, name="paper_seen_once_in_season"
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="paper_has_a_kind"),
        )

    def __str__(self) -> str:
        return f"paper {self.pk} of child {self.child_id}"


class CareReadQuerySet(models.QuerySet["CareRead"]):
    def matching(self, text: str) -> Self:
        """The text matches readers, children or guardians, at most ``MAX_MATCHES`` of each."""
        found = (User.objects.matching(text), Child.objects.matching(text))
        readers, children = (list(each.order_by("-pk").values_list("pk", flat=True)[:MAX_MATCHES]) for each in found)
        return self.filter(Q(reader__in=readers) | Q(child__in=children))


class CareRead(models.Model):
    """Somebody else than the guardian has read a child's sheet or contacts, on the list of this class.

    Without a class it was an admin, for the family.
    """

    reader = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    child = models.ForeignKey(Child, on_delete=models.PROTECT, related_name="care_reads")
    camp_class = models.ForeignKey(
        CampClass, models.PROTECT, null=True, blank=True, verbose_name="class", related_name="+", db_index=False
    )
    saved = models.BooleanField(default=False, help_text="The reader has saved the sheet, for the family.")
    read_at = models.DateTimeField()

    objects = CareReadQuerySet.as_manager()

    def __str__(self) -> str:
        return f"read {self.pk}"
