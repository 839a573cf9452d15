from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from accounts.models import Child, User
from care.models import Agreement, CareRead, CareSheet, Contact, PaperSeen, PresenceEvent
from care.paperwork.agreements import signed_agreements
from classes.models import CampClass, Enrollment, Message, Selection, Voucher, WaitlistEntry
from mail.models import OutboxEmail
from payments.models import LedgerEntry, Refund, ShownPayment

NEWEST_FIRST = "-pk"


@dataclass(frozen=True)
class PersonalData:
    """Newest first. ``changes`` and ``child_changes``: history records of the account and of the children."""

    account: User
    changes: list[Any]
    children: list[Child]
    child_changes: list[Any]
    selections: list[Selection]
    waitlist: list[WaitlistEntry]
    seats: list[Enrollment]
    payments: list[ShownPayment]
    vouchers: list[Voucher]
    classes_offered: list[CampClass]
    messages: list[Message]
    emails: list[OutboxEmail]
    contacts: list[Contact]
    care_sheets: list[CareSheet]
    agreements: list[Agreement]
    papers_seen: list[PaperSeen]
    care_reads: list[CareRead]
    presence: list[PresenceEvent]


def collect_personal_data(user: User) -> PersonalData:
    return PersonalData(
        account=user,
        changes=list(User.history.filter(id=user.pk).order_by("-history_date", "-history_id")),
        children=list(user.children.order_by(NEWEST_FIRST)),
        child_changes=list(Child.history.filter(guardian=user).order_by("-history_date", "-history_id")),
        selections=list(user.selections.select_related("camp_class", "child").order_by(NEWEST_FIRST)),
        waitlist=list(user.waitlist_entries.select_related("camp_class", "child").order_by(NEWEST_FIRST)),
        seats=list(user.enrollments.select_related("camp_class", "child", "voucher").order_by(NEWEST_FIRST)),
        payments=list(_payments(user)),
        vouchers=list(user.vouchers.order_by(NEWEST_FIRST)),
        classes_offered=list(
            CampClass.objects.taught_by(user).select_related("craft").with_lessons().order_by(NEWEST_FIRST)
        ),
        messages=list(user.messages.order_by(NEWEST_FIRST)),
        emails=list(OutboxEmail.objects.of(user).order_by("-created_at", "-pk")),
        contacts=list(Contact.objects.of(user).with_children().order_by(NEWEST_FIRST)),
        care_sheets=list(CareSheet.objects.filter(child__guardian=user).order_by(NEWEST_FIRST)),
        agreements=list(signed_agreements(user)),
        papers_seen=list(PaperSeen.objects.filter(child__guardian=user).order_by(NEWEST_FIRST)),
        care_reads=list(
            CareRead.objects.filter(child__guardian=user).select_related("reader", "camp_class").order_by(NEWEST_FIRST)
        ),
        presence=list(
            PresenceEvent.objects.filter(enrollment__student=user)
            .select_related("lesson__camp_class")
            .order_by("-at", "-pk")
        ),
    )


def _payments(user: User) -> QuerySet[ShownPayment]:
    entries = LedgerEntry.objects.order_by("happened_at", "pk")
    payments = ShownPayment.objects.filter(student=user).order_by("-created_at", "-pk")
    return payments.prefetch_related(
        Prefetch("entries", queryset=entries, to_attr="movements"),
        Prefetch("refunds", queryset=Refund.objects.order_by("created_at", "pk")),
    )
