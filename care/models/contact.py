from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Case, F, Prefetch, Q, Value, When

from accounts.models import Child, User

BARRED_ALONE = "Somebody who must not collect the child can't be an emergency contact or pick-up person too."


class ContactQuerySet(models.QuerySet["Contact"]):
    def of(self, account: User) -> Self:
        return self.filter(account=account)

    def shown_to(self, reader: User) -> Self:
        """Who must not collect a child is known to who wrote it, and to staff."""
        return self if reader.is_admin else self.exclude(Q(barred=True) & ~Q(author=reader))

    def by_second_guardians(self) -> Self:
        """With their children; those that the owner sees."""
        return self.exclude(author=F("account")).filter(barred=False).with_children()

    def with_added_by(self, reader: User) -> Self:
        """Adds ``added_by``: for staff the name of a second guardian who wrote it, else None."""
        by_another = Case(When(~Q(author=F("account")), then="author__name"))
        return self.annotate(added_by=by_another if reader.is_admin else Value(None, models.CharField()))

    def for_account(self, account: User) -> Self:
        """Adds ``may_change``: the owner changes all that it sees, a second guardian what they wrote."""
        may_change = Q(account=account) | Q(author=account)
        return self.annotate(may_change=models.ExpressionWrapper(may_change, models.BooleanField()))

    def with_children(self, among: Iterable[int] | None = None) -> Self:
        """``among``: ids of the children that are shown; by default all."""
        links = ContactChild.objects.order_by("child")
        shown = links if among is None else links.filter(child__in=among)
        return self.prefetch_related(Prefetch("child_links", queryset=shown))


class Contact(models.Model):
    """A person beside the guardian: the school may call them, may hand over a child to them, or must not.

    ``account`` is the one of the children. ``barred`` excludes the other two.
    """

    MAX_PER_ACCOUNT = 30

    account = models.ForeignKey(User, on_delete=models.PROTECT, related_name="contacts")
    author = models.ForeignKey(
        User, models.PROTECT, related_name="+", help_text="The account, or a second guardian of its child."
    )
    name = models.CharField(max_length=100)
    relation = models.CharField(max_length=60, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    emergency = models.BooleanField(
        default=False, help_text="The school calls this person if it can't reach the guardian."
    )
    may_pick_up = models.BooleanField(default=False)
    barred = models.BooleanField(default=False, help_text="Must not collect the child.")

    objects = ContactQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="contact_has_a_name"),
            models.CheckConstraint(
                condition=Q(barred=False) | Q(emergency=False, may_pick_up=False), name="contact_barred_alone"
            ),
            models.CheckConstraint(
                condition=Q(emergency=False) | ~Q(phone=""), name="contact_for_emergencies_has_a_phone"
            ),
            # As for children: rows of other tables refer to both columns.
            models.UniqueConstraint(fields=["id", "account"], name="contact_and_account"),
        )

    def __str__(self) -> str:
        # Without the name: logs may contain this text.
        return f"contact {self.pk}"

    @property
    def child_ids(self) -> list[int]:
        """Needs ``with_children()``."""
        return [link.child_id for link in self.child_links.all()]


class ContactChildQuerySet(models.QuerySet["ContactChild"]):
    def of_children(self, child_ids: Iterable[int]) -> Self:
        """With their contacts, in the order in which they were added."""
        return self.filter(child__in=child_ids).select_related("contact").order_by("contact")


class ContactChild(models.Model):
    """Keys of two columns in the migration refuse another family's child."""

    contact = models.ForeignKey(
        Contact, on_delete=models.CASCADE, related_name="child_links", db_constraint=False, db_index=False
    )
    child = models.ForeignKey(Child, on_delete=models.PROTECT, related_name="contact_links", db_constraint=False)
    account = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)

    objects = ContactChildQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["contact", "child"], name="contact_once_for_child"),)

    def __str__(self) -> str:
        return f"contact {self.contact_id} of child {self.child_id}"
