"""A trigger in the migration keeps texts and signatures as they are."""

import hashlib
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone

from accounts.models import Child, User


class AgreementTextQuerySet(models.QuerySet["AgreementText"]):
    def current(self) -> Self:
        """The newest version of each kind."""
        newest = AgreementText.objects.filter(kind=OuterRef("kind")).order_by("-version")
        return self.filter(pk=Subquery(newest.values("pk")[:1]))


class AgreementText(models.Model):
    """One version of a text that guardians sign. A change is a new version, so that each signature keeps its text."""

    class Kind(models.TextChoices):
        WAIVER = "waiver"
        EMERGENCY_CARE = "emergency_care"
        PHOTO = "photo"
        CONDUCT = "conduct"
        NOTICE = "notice"

    MAX_BODY = 20_000

    kind = models.CharField(max_length=20, choices=Kind.choices)
    version = models.PositiveIntegerField()
    title = models.CharField(max_length=100)
    body = models.TextField(max_length=MAX_BODY)
    required = models.BooleanField(help_text="Paperwork is missing until it is signed; of photos, until answered.")
    sha256 = models.CharField(max_length=64, editable=False, help_text="Of title, line feed and body, in UTF-8.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AgreementTextQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["kind", "version"], name="agreement_text_version_once"),
            models.CheckConstraint(condition=~Q(title="") & ~Q(body=""), name="agreement_text_is_not_empty"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"

    @staticmethod
    def digest(title: str, body: str) -> str:
        return hashlib.sha256(f"{title}\n{body}".encode()).hexdigest()


class AgreementQuerySet(models.QuerySet["Agreement"]):
    def newest(self) -> Self:
        """The newest answer of each guardian to each kind of text for each child."""
        same = {name: OuterRef(name) for name in ("child", "text__kind", "signed_by")}
        return self.exclude(Exists(Agreement.objects.filter(pk__gt=OuterRef("pk"), **same)))

    def answered(self) -> Self:
        """Those of ``newest`` that are enough, of any guardian: photos may be refused."""
        return self.newest().filter(Q(accepted=True) | Q(text__kind=AgreementText.Kind.PHOTO))

    def with_counts(self) -> Self:
        """Adds ``counts``: whether it is of ``newest`` and, if it allows photos, no guardian refuses them."""
        newest = Agreement.objects.newest().filter(child=OuterRef("child"), text__kind=OuterRef("text__kind"))
        refusal = newest.filter(accepted=False, text__kind=AgreementText.Kind.PHOTO)
        is_newest = Exists(newest.filter(pk=OuterRef("pk")))
        return self.annotate(counts=Q(is_newest) & (Q(accepted=False) | ~Exists(refusal)))


class Agreement(models.Model):
    """One answer to one version of a text. A later answer of the same guardian replaces it.

    It keeps the names as they were, also after the deletion of the child or the account: a signature without them
    proves nothing.
    """

    text = models.ForeignKey(AgreementText, on_delete=models.PROTECT, related_name="agreements")
    child = models.ForeignKey(Child, on_delete=models.PROTECT, related_name="agreements")
    child_name = models.CharField(max_length=100, help_text="When it was signed.")
    accepted = models.BooleanField()
    typed_name = models.CharField(max_length=100)
    signed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="agreements")
    signed_at = models.DateTimeField(help_text="Of a signature on paper: when it was recorded.")
    seen_on = models.DateField(null=True, blank=True, help_text="When staff saw the signature on paper, in camp time.")
    recorded_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Of a signature on paper.",
        db_index=False,
    )

    objects = AgreementQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~Q(typed_name=""), name="agreement_has_a_typed_name"),
            models.CheckConstraint(
                condition=Q(seen_on=None, recorded_by=None) | Q(seen_on__isnull=False, recorded_by__isnull=False),
                name="agreement_on_paper_was_seen_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"agreement {self.pk}"

    @property
    def on_paper(self) -> bool:
        return self.seen_on is not None
