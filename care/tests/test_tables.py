"""What the database itself refuses."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from care.models import Agreement, AgreementText, CareRead, Contact, ContactChild
from testing.factories import make_agreement, make_agreement_text, make_child, make_class

pytestmark = pytest.mark.django_db


def refused(write):
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def test_it_refuses_another_familys_child(users):
    student, other_student = users.student, users.other_student
    contact = Contact.objects.create(account=student, author=student, name="Rosa")
    foreign = make_child(other_student)
    refused(lambda: ContactChild.objects.create(contact=contact, child=foreign, account=student))
    refused(lambda: ContactChild.objects.create(contact=contact, child=foreign, account=other_student))


@pytest.mark.parametrize("excluded", ["emergency", "may_pick_up"])
def test_it_refuses_a_barred_contact_that_is_also_allowed(student, excluded):
    refused(
        lambda: Contact.objects.create(
            account=student, author=student, name="Rosa", phone="555 1", barred=True, **{excluded: True}
        )
    )


def test_it_refuses_an_emergency_contact_without_a_phone(student):
    refused(lambda: Contact.objects.create(account=student, author=student, name="Rosa", emergency=True))


@pytest.mark.parametrize("half", [{"seen_on": "2026-01-05"}, {"recorded_by": "admin"}])
def test_it_refuses_a_paper_without_its_day_or_without_who_saw_it(users, half):
    half = {name: users.admin if value == "admin" else value for name, value in half.items()}
    text = make_agreement_text()
    refused(lambda: make_agreement(make_child(users.student), text, **half))


def test_it_never_changes_a_text_a_signature_or_a_read(users):
    student, instructor = users.student, users.instructor
    text = AgreementText.objects.create(kind="waiver", version=1, title="Waiver", body="I agree.", required=True)
    now = timezone.now()
    child = make_child(student)
    values = {"child_name": "Mia", "accepted": True, "typed_name": "Sam", "signed_by": student, "signed_at": now}
    agreement = Agreement.objects.create(text=text, child=child, **values)
    read = CareRead.objects.create(reader=instructor, child=child, camp_class=make_class(instructor), read_at=now)
    for row in (text, agreement, read):
        refused(row.save)
        refused(row.delete)
