from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from accounts.models import Child, User
from classes.models.camp_class import CampClass
from classes.models.enrollment import Enrollment, is_returning_family
from classes.models.participant import ParticipantQuerySet
from classes.models.shown_class import ShownClass, shown_classes
from core.database.expressions import CurrentTime
from core.site_time import site_day


class SelectionQuerySet(ParticipantQuerySet["Selection"]):
    def with_student_and_child(self) -> Self:
        """Adds what outputs show of them, and ``is_holding``."""
        holds = Enrollment.objects.live_holds(CurrentTime()).filter(student=OuterRef("student"))
        # Columns are faster to read than model instances.
        return self.annotate(student_email=F("student__email"), child_name=F("child__name"), is_holding=Exists(holds))


class Selection(models.Model):
    """Chosen, but not yet paid for."""

    student = models.ForeignKey(User, on_delete=models.CASCADE, related_name="selections")
    camp_class = models.ForeignKey(CampClass, models.CASCADE, verbose_name="class", related_name="selections")
    # A migration adds the foreign key: (child, student) refers to (id, guardian), which Django cannot declare.
    child = models.ForeignKey(
        Child,
        on_delete=models.CASCADE,
        related_name="selections",
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        help_text="Empty: the student.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SelectionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["student", "camp_class", "child"], nulls_distinct=False, name="selection_once"
            ),
        )
        indexes = (
            models.Index(fields=["created_at"], name="selection_by_time"),
            models.Index(fields=["child"], name="selection_by_child", condition=Q(child__isnull=False)),
        )

    student_email: str
    child_name: str | None
    """Set only by ``with_student_and_child()``."""

    is_holding = True
    """False only if ``with_student_and_child()`` has found no live hold of the account."""

    shown_class: ShownClass
    hold: Enrollment | None
    """``camp_class`` as outputs show it (its descriptor takes longer), and the participant's live hold on it; set only
    by ``load_class_and_hold()``."""

    shown_at: datetime
    is_returning: bool
    """When the selection was loaded, and whether the family is a returning one (False if no opening depends on it);
    set only by ``load_class_and_hold()``."""

    def __str__(self) -> str:
        return f"{self.student} chose {self.camp_class}"

    @property
    def price(self) -> Decimal:
        """The highest price that the student may pay. Needs ``load_class_and_hold()``."""
        if self.hold is None:
            return self.camp_class.price
        return self.hold.price if self.hold.reserved_until else min(self.hold.price, self.camp_class.price)

    @property
    def price_now(self) -> Decimal:
        """What a client can show before it asks for a quote. Needs ``load_class_and_hold()``."""
        if self.hold is not None and self.hold.reserved_until:
            return self.hold.price
        return min(self.price, self.camp_class.price_on(site_day(self.shown_at)))

    def is_at(self, price: Decimal) -> bool:
        """Whether a client that names only a price can mean this class: its list, early or held price.

        Needs ``load_class_and_hold()``.
        """
        early = self.camp_class.early_price_on(site_day(self.shown_at))
        listed = self.hold.list_price if self.hold else self.camp_class.price
        return price in (self.price, listed, self.camp_class.price, early)

    @property
    def opens_for_me(self) -> datetime | None:
        """None also if the season is only announced. Needs ``load_class_and_hold()``."""
        season = self.camp_class.season
        opens_at = season.opening.opens_for(is_returning=self.is_returning) if season and not self.hold else None
        return opens_at if opens_at and opens_at > self.shown_at else None

    @property
    def is_open(self) -> bool:
        """Needs ``load_class_and_hold()``."""
        season = self.camp_class.season
        is_announced = season is not None and season.opens_at is None
        return self.hold is not None or not (is_announced or self.opens_for_me)


def load_class_and_hold(selections: Iterable[Selection], now: datetime) -> list[Selection]:
    """Two queries are faster than two prefetches; a third finds the returning families if need be."""
    found = list(selections)
    classes = shown_classes().in_bulk({each.camp_class_id for each in found})
    students = {each.student_id for each in found}
    has_holds = any(each.is_holding for each in found)
    live_holds = Enrollment.objects.live_holds(now).filter(student__in=students) if has_holds else ()
    holds = {(each.student_id, each.child_id, each.camp_class_id): each for each in live_holds}
    seasons = {each.season for each in classes.values() if each.season}
    returning: set[int] = set()
    if any(season.opening.depends_on_family(now) for season in seasons):
        families = User.objects.filter(is_returning_family(site_day(now)), pk__in=students)
        returning = set(families.values_list("pk", flat=True))
    for each in found:
        each.camp_class = each.shown_class = classes[each.camp_class_id]
        each.hold = holds.get((each.student_id, each.child_id, each.camp_class_id))
        each.shown_at, each.is_returning = now, each.student_id in returning
    return found
