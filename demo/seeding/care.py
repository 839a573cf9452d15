"""The paperwork of the demo: agreements, and what the student has told about the children."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from care.models import AgreementText
from care.paperwork.agreements import publish_text, sign
from care.paperwork.contacts import add_contact
from care.paperwork.sheets import save_sheet
from demo.seeding.users import STUDENT

TEXTS = (
    (
        "waiver",
        "Working with tools and heat",
        "My child works with tools, kilns and paint, and is shown how to use them safely. I know that small burns and "
        "cuts can happen all the same.",
    ),
    (
        "emergency_care",
        "Care in an emergency",
        "If I can't be reached in an emergency, the school may call an ambulance for my child.",
    ),
    ("photo", "Pictures", "The school may take pictures of my child at work and show them on its website."),
)
CONTACTS = (
    {"name": "Rosa Whitfield", "relation": "Grandmother", "phone": "(555) 010-7001", "emergency": True},
    {"name": "Jonas Keller", "relation": "Neighbor", "phone": "(555) 010-7002", "may_pick_up": True},
)
SHEET = {"allergies": "Peanuts", "what_to_do": "The pen is in the red bag.", "doctor": "Dr. Lang, (555) 010-7003"}


@transaction.atomic
def seed_care(*, now: datetime) -> None:
    """Creates the agreements, and the paperwork of the student's first child only. Does nothing the second time."""
    guardian = User.objects.get(email=STUDENT.email)
    children = list(guardian.children.not_deleted().order_by("pk"))
    if AgreementText.objects.exists() or not children:
        return
    texts = [
        publish_text(values={"kind": kind, "title": title, "body": body, "required": True}, now=now)
        for kind, title, body in TEXTS
    ]
    guardian.phone, guardian.address = "(555) 010-7000", "4 Mill Street, Asheville, NC 28801"
    guardian.save(update_fields=["phone", "address"])
    for contact in CONTACTS:
        add_contact(account=guardian, child_ids=[child.pk for child in children], values=contact)
    save_sheet(guardian=guardian, child_id=children[0].pk, texts=SHEET, keep=True, now=now)
    for text in texts:
        sign(
            guardian=guardian,
            text_id=text.pk,
            child_ids=[children[0].pk],
            accepted=True,
            typed_name=guardian.name,
            now=now,
        )
