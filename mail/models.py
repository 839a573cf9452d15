"""The outbox: e-mails that are stored in the transaction of their cause, and sent after it by the worker."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Guardianship, User

MAX_MATCHES = 1000
STUCK_AFTER = timedelta(minutes=10)


class OutboxEmailQuerySet(models.QuerySet["OutboxEmail"]):
    def queued(self) -> Self:
        return self.filter(state=OutboxEmail.State.QUEUED)

    def stuck(self, now: datetime) -> Self:
        """Should have been sent ten minutes ago: no worker runs, or no try succeeds."""
        late = now - STUCK_AFTER
        return self.queued().filter(Q(due_at__lt=late) | Q(tries__gt=1, created_at__lt=late))

    def failed(self) -> Self:
        return self.filter(state=OutboxEmail.State.FAILED)

    def matching(self, text: str) -> Self:
        """To at most ``MAX_MATCHES`` users who match the text."""
        # Fetch the ids first: PostgreSQL uses the index for a list of ids, but not for a subquery.
        recipients = User.objects.matching(text).order_by("-pk").values_list("pk", flat=True)
        return self.filter(recipient__in=list(recipients[:MAX_MATCHES]))

    def of(self, user: User) -> Self:
        return self.filter(recipient=user)

    def tried(self) -> Self:
        """Sent or failed, the newest first."""
        tried = self.filter(state__in=[OutboxEmail.State.SENT, OutboxEmail.State.FAILED])
        return tried.order_by("-created_at", "-pk")

    def refused_at(self) -> datetime | None:
        """``created_at`` of the newest e-mail that was sent or failed, if the server refused its address."""
        newest = self.tried().first()
        return newest.created_at if newest and newest.address_refused else None


class OutboxEmail(models.Model):
    """The database refuses a second e-mail to one user about one cause, such as a payment.

    ``facts`` is the content of the e-mail at the time of its cause. The address is read when the e-mail is sent. With
    a ``guardianship`` it is for a second guardian of a child; an invitation has no other recipient.
    """

    class Kind(models.TextChoices):
        BOOKED = "booked"
        LATE_PAYMENT_REFUNDED = "late_payment_refunded"
        ENROLLMENT_CANCELED = "enrollment_canceled"
        REFUNDED = "refunded"
        PAID_BACK = "paid_back"
        CHECK_RETURNED = "check_returned"
        MOVED = "moved"
        CLASS_DECIDED = "class_decided"
        CLASS_CHANGED = "class_changed"
        CLASS_HANDED_OVER = "class_handed_over"
        CLASS_WITHDRAWN = "class_withdrawn"
        WAITLIST_JOINED = "waitlist_joined"
        WAITLIST_OFFER = "waitlist_offer"
        WAITLIST_LAPSED = "waitlist_lapsed"
        WAITLIST_CLOSED = "waitlist_closed"
        COLLECTED_BY_OTHER = "collected_by_other"
        RESERVED = "reserved"
        RESERVATION_ENDS = "reservation_ends"
        RESERVATION_ENDED = "reservation_ended"
        REMINDER = "reminder"
        SEASON_OPENS = "season_opens"
        CARE_DUE = "care_due"
        SHARED_SEAT = "shared_seat"
        GUARDIAN_INVITED = "guardian_invited"
        MESSAGE = "message"
        ALERT = "alert"
        ALERT_DIGEST = "alert_digest"
        INVITATION = "invitation"
        WELCOME = "welcome"
        LOGIN_CHANGED = "login_changed"

    class State(models.TextChoices):
        QUEUED = "QUEUED"
        SENT = "SENT"
        FAILED = "FAILED"
        SKIPPED = "SKIPPED"

    kind = models.CharField(max_length=30, choices=Kind.choices)
    recipient = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="emails")
    guardianship = models.ForeignKey(
        Guardianship,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="emails",
        db_index=False,
        help_text="Of a second guardian.",
    )
    about = models.CharField(max_length=100, help_text="The cause, such as the id of a payment.")
    facts = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(default=timezone.now, help_text="When it is sent, at the earliest.")
    valid_until = models.DateTimeField(null=True, blank=True, help_text="It is not sent after this time.")
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, help_text="Why the last try failed, or why it is not sent.")
    address_refused = models.BooleanField(default=False, help_text="The recipient's mail server knows no such address.")

    objects = OutboxEmailQuerySet.as_manager()

    class Meta:
        verbose_name = "e-mail"
        constraints = (
            models.UniqueConstraint(fields=["kind", "about", "recipient"], name="email_once"),
            models.CheckConstraint(
                condition=Q(recipient__isnull=False) | Q(kind="guardian_invited", guardianship__isnull=False),
                name="email_has_a_recipient",
            ),
            models.CheckConstraint(
                condition=~Q(state="SENT") | Q(sent_at__isnull=False), name="email_sent_has_its_time"
            ),
        )
        indexes = (
            models.Index(fields=["due_at"], name="email_queued", condition=Q(state="QUEUED")),
            # Few e-mails have one.
            models.Index(fields=["guardianship"], name="email_of_guardian", condition=Q(guardianship__isnull=False)),
            models.Index(fields=["-created_at", "-id"], name="email_newest_first"),
            models.Index(fields=["recipient", "-created_at", "-id"], name="email_of_user"),
            # For the rate of sending.
            models.Index(fields=["sent_at"], name="email_sent", condition=Q(state="SENT")),
            # For the daily limit of a recipient.
            models.Index(fields=["recipient", "-sent_at"], name="email_sent_to_user", condition=Q(state="SENT")),
            models.Index(
                fields=["state", "-created_at", "-id"],
                name="email_not_delivered",
                condition=Q(state__in=["FAILED", "SKIPPED"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk} ({self.get_state_display().lower()})"

    @property
    def address(self) -> str:
        if self.recipient is not None:
            return self.recipient.email
        assert self.guardianship is not None
        return self.guardianship.email


class Alert(models.Model):
    """Something that an admin has to look at. The database refuses a second one of its kind about the same cause."""

    class Kind(models.TextChoices):
        CLASS_PENDING = "class_pending"
        CLASS_CHANGED = "class_changed"
        REFUND_FAILED = "refund_failed"
        DISPUTE = "dispute"
        REFUND_UNASSIGNED = "refund_unassigned"
        RESERVATION_ENDS = "reservation_ends"
        TOO_FEW_SEATS = "too_few_seats"
        SOLD_OUT = "sold_out"
        EMAILS_FAILED = "emails_failed"
        SITE_CHECK = "site_check"
        BARRED = "barred"
        CARE_UNREADABLE = "care_unreadable"

    kind = models.CharField(max_length=30, choices=Kind.choices)
    about = models.CharField(max_length=100, help_text="The cause, such as the id of a payment.")
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    digested_at = models.DateTimeField(null=True, blank=True, help_text="When it was put into the e-mail of a day.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["kind", "about"], name="alert_once"),)
        indexes = (
            models.Index(fields=["created_at"], name="alert_not_digested", condition=Q(digested_at__isnull=True)),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.about}"
