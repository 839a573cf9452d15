from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from care.paperwork.sheets import save_sheet
from testing.factories import (
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_guardianship,
    make_lesson,
    make_message,
    make_payment,
    make_selection,
    make_user,
    make_users,
)

NOT_OWNER = ("carer", "guardian", "frozen", "ended", "stranger")
TEXTS = dict.fromkeys(("allergies", "what_to_do", "medication", "needs", "diet", "doctor"), "")


@pytest.fixture
def world(db, clock):
    """A child with a seat and paperwork, and its owner, second guardians of each kind and a stranger."""
    now = timezone.now()
    users = make_users()
    child, other = make_child(users.student, "Mia"), make_child(users.student, "Leo")
    clay = make_class(users.instructor, "Clay")
    lesson = make_lesson(clay, now + timedelta(hours=1))
    payment = make_payment(users.student, clay, child=child)
    text = make_agreement_text()
    people = {name: make_user(name) for name in NOT_OWNER}
    carer = make_guardianship(child, people["carer"], care=True)
    make_guardianship(child, people["guardian"])
    make_guardianship(child, people["frozen"], care=True, frozen_at=now)
    make_guardianship(child, people["ended"], care=True, ended_at=now, email="")
    save_sheet(guardian=users.student, child_id=child.pk, texts=TEXTS | {"allergies": "Nuts"}, keep=False, now=now)
    rosa = make_contact(child, "Rosa", phone="555 0101", emergency=True)
    return SimpleNamespace(
        users=users, owner=users.student, **people, child=child, other=other, clay=clay, lesson=lesson,
        payment=payment, seat=payment.enrollment, text=text, agreement=make_agreement(child, text),
        rosa=rosa, barred=make_contact(child, "Hugo", barred=True), row=carer,
        waiting=make_selection(users.student, make_class(users.instructor, "Wood"), child),
        message=make_message(clay),
    )  # fmt: skip
