"""The helper of the refusals' tests notices a change of each kind of row, and hides no failure."""

import pytest

from accounts.models import Child, User
from care.models import AgreementText, Contact
from classes.models import CampClass, Craft, Selection
from payments.models import Payment
from testing.factories import make_agreement, make_agreement_text, make_child, make_contact
from testing.snapshots import nothing_changes
from testing.steps.checkout import start_checkout

pytestmark = pytest.mark.django_db

CHANGES = [
    lambda: User.objects.update(name="Other"),
    lambda: Child.objects.update(name="Other"),
    lambda: Contact.objects.update(phone="555 0142"),
    lambda: make_agreement(Child.objects.get(), AgreementText.objects.get()),
    lambda: Craft.objects.create(name="Other", slug="other"),
    lambda: CampClass.objects.update(capacity=3),
    lambda: Payment.objects.update(class_name="Other"),
    lambda: Selection.objects.create(student=User.objects.first(), camp_class=CampClass.objects.first()),
    lambda: User.objects.first().save(),  # stores another version
]


@pytest.mark.parametrize("change", CHANGES)
def test_it_notices_a_change(users, clay, stripe, change):
    child = make_child(users.student)
    make_contact(child)
    make_agreement(child, make_agreement_text())
    start_checkout(users.student, clay)
    with pytest.raises(AssertionError), nothing_changes():
        change()


def test_it_shows_a_failure_inside():
    with pytest.raises(LookupError), nothing_changes():
        raise LookupError
