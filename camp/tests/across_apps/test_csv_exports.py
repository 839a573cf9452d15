"""The CSV that staff export: headings and states in words, times on the camp's clock."""

import csv
from datetime import UTC, datetime

import pytest
import time_machine
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from accounts.models import Child, User
from care.models import CareRead
from classes.models import CampClass, Enrollment, Selection, Voucher, WaitlistEntry
from core.admin import BaseAdmin
from mail.models import OutboxEmail
from payments.models import LedgerEntry, Move, Payment, Refund, StripeEvent
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_payment,
    make_season,
    make_selection,
    make_voucher,
    make_waitlist_entry,
)

pytestmark = pytest.mark.django_db

NOW, SHOWN = datetime(2027, 1, 5, 4, 30, tzinfo=UTC), "2027-01-04 23:30:00"
SAM, SEAT = "sam@camp.example", {"Student email": "sam@camp.example", "Child name": "Mia", "Class name": "Clay"}
EXPORTS = {
    User: {"Email": SAM, "Name": "Sam", "Role": "Student", "Email verified": "Yes", "Is active": "Yes"},
    Child: {"Name": "Mia", "Born on": "2015-06-01", "Guardian email": SAM, "Guardian name": "Sam"},
    CampClass: {
        "Name": "Clay",
        "Instructor name": "Ines",
        "Instructor email": "ines@camp.example",
        "Status": "Approved",
        "Price": "45.50",
        "Capacity": "10",
        "Created at": SHOWN,
        "Season name": "Summer 2027",
    },
    Selection: SEAT | {"Created at": SHOWN},
    Enrollment: SEAT | {"State": "Confirmed", "Price": "45.50", "Confirmed at": SHOWN, "Released at": ""},
    WaitlistEntry: SEAT | {"State": "Waiting", "Joined at": SHOWN, "Ended at": "", "Next at": ""},
    Payment: SEAT | {"Paid at": SHOWN, "State": "Paid, waiting for confirmation"},
    Voucher: {"Code": "SPRING", "Percent": "20", "Season name": "", "Account email": SAM, "Per account": "1"},
    OutboxEmail: {"Created at": SHOWN, "State": "Queued", "Kind": "Class Changed", "Recipient email": SAM},
    LedgerEntry: {"Happened at": SHOWN, "Kind": "Charge", "Method": "Card", "Amount": "45.50"},
    Move: {"At": SHOWN, "From enrollment class name": "Clay", "To enrollment class name": "Wood", "Reason": "Rain"},
    Refund: {"Created at": SHOWN, "Amount": "5.00", "State": "Owed", "Note": "Rain", "Ended at": ""},
    CareRead: {
        "Read at": SHOWN,
        "Reader email": "ines@camp.example",
        "Child name": "Mia",
        "Class name": "Clay",
        "Saved": "No",
    },
    StripeEvent: {"Event id": "evt_1", "Type": "charge.refunded", "Object id": "ch_1", "Received at": SHOWN},
}


@pytest.fixture
def rows(new_york, users):
    with time_machine.travel(NOW, tick=False):
        sam, clay = users.student, make_class(users.instructor, "Clay", season=make_season())
        mia = make_child(sam)
        payment = make_payment(sam, clay, child=mia, state="enrollPending")
        email = OutboxEmail.objects.create(recipient=sam, kind=OutboxEmail.Kind.CLASS_CHANGED, about="class/1")
        event = StripeEvent.objects.create(event_id="evt_1", type="charge.refunded", object_id="ch_1")
        made = [sam, mia, clay, make_selection(sam, clay, mia), payment.enrollment, payment, email, event]
        made.append(payment.entries.get())
        wood = make_enrollment(sam, make_class(users.instructor, "Wood"), mia)
        ends = {"from_enrollment": payment.enrollment, "to_enrollment": wood}
        made.append(Move.objects.create(payment=payment, reason="Rain", by=users.admin, **ends))
        part = {"payment": payment, "amount": 5, "note": "Rain", "by": users.admin, "reason": "part"}
        made.append(Refund.objects.create(pk=payment.pk, **part))
        made.append(
            CareRead.objects.create(reader=users.instructor, child=mia, camp_class=clay, read_at=timezone.now())
        )
        made.append(make_waitlist_entry(sam, clay, mia))
        made.append(make_voucher(account=sam))
    return {type(row): row for row in made}


@pytest.mark.parametrize("model", EXPORTS, ids=lambda model: model.__name__)
def test_it_exports_words(rows, admin_client, model):
    body = {"action": "export_csv", "_selected_action": [rows[model].pk]}
    answer = admin_client.post(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"), body)
    (row,) = csv.DictReader(answer.content.decode("utf-8-sig").splitlines())
    assert EXPORTS[model].items() <= row.items()
    assert not any("_" in heading for heading in row)


def test_it_knows_every_export():
    assert EXPORTS.keys() == {each.model for each in admin.site._registry.values() if isinstance(each, BaseAdmin)}
