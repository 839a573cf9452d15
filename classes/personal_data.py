from typing import Any

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from classes.models import CampClass, Enrollment, Lesson, Message, Selection, Voucher, WaitlistEntry
from core.personal_data import ALL, DELETED_NOTE, PersonalRows

ClassVersion: Any = CampClass.history.model
CLASS_AND_PARTICIPANT = ("pk", "class_id", "name_class", "child_id", "child_name")
SOURCES = {"class_id": "camp_class_id", "name_class": "camp_class.name", "child_name": "child.name"}

PERSONAL_ROWS = (
    PersonalRows(
        model=Selection,
        account="student",
        child="child",
        exported_as="selections",
        fields=(*CLASS_AND_PARTICIPANT, "selected_at"),
        sources=SOURCES | {"selected_at": "created_at"},
        deleted=ALL,
    ),
    PersonalRows(
        model=WaitlistEntry,
        account="student",
        child="child",
        exported_as="waitlist",
        fields=(
            *(*CLASS_AND_PARTICIPANT, "state"),
            *("joined_at", "ended_at", "seat_id", "put_next_at", "put_next_reason"),
        ),
        sources=SOURCES | {"seat_id": "offer_id", "put_next_at": "next_at", "put_next_reason": "next_reason"},
        replaced={"next_reason": DELETED_NOTE},
    ),
    PersonalRows(
        model=Enrollment,
        account="student",
        child="child",
        exported_as="seats",
        fields=(
            *(*CLASS_AND_PARTICIPANT, "state", "price", "discount", "discount_text", "code"),
            *("price_reason", "held_at", "held_until", "offered_until", "reserved_until"),
            *("confirmed_at", "released_at", "booked_start", "full_refund_until"),
        ),
        sources=SOURCES | {"code": "voucher.code"},
        replaced={"price_reason": DELETED_NOTE},
    ),
    PersonalRows(
        model=Voucher,
        account="account",
        exported_as="vouchers",
        fields=("code", "percent", "amount", "note", "created_at", "starts_at", "ends_at", "canceled_at"),
        # A code may contain a name. No other code has a colon.
        replaced={"code": Concat(Value("deleted:"), Cast("pk", CharField())), "note": ""},
    ),
    PersonalRows(
        model=CampClass,
        account="instructor",
        exported_as="classes_offered",
        fields=(
            *("pk", "name_class", "description", "image", "price", "capacity"),
            *("status", "feedback", "offered_at", "withdrawn_at"),
            *("craft", "place", "bring", "age_from", "age_to", "lessons"),
        ),
        sources={
            "name_class": "name",
            "offered_at": "created_at",
            "craft": "craft.slug",
            "lessons": "shown_lessons",
        },
        query=CampClass.objects.with_lessons,
        kept="Seats and entries refer to it. privacy/deletion.py deletes the classes without them.",
    ),
    PersonalRows(model=ClassVersion, account="instructor", kept="Tells what a class was when somebody booked it."),
    PersonalRows(
        model=Message,
        account="author",
        exported_as="messages",
        fields=("pk", "class_id", "day", "subject", "text", "to", "recipients", "sent_at"),
        sources={"class_id": "camp_class_id"},
        kept="Families have it, as an e-mail of the school.",
    ),
    PersonalRows(model=Lesson, account="substitute", kept="Who has taught. privacy/deletion.py clears future lessons."),
)
