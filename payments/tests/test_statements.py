"""Each SQL statement of payments.statements returns or stores what the ORM would, for the same arguments."""

from decimal import Decimal
from itertools import product
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.db.models import Q

from classes.models import Selection
from payments import statements
from payments.attempts import payment_fields
from payments.models import Payment
from testing.factories import NOW, make_child, make_class, make_enrollment, make_selection
from testing.races import run_concurrently
from testing.snapshots import column_values

pytestmark = pytest.mark.django_db

INTENTS = ("pi_1", "pi_2", "pi_3", "")


@pytest.fixture
def payments(users, clay):
    """Three payments in different states; the first has no intent."""
    states = ({"intent_id": None}, {"intent_id": "pi_1"}, {"intent_id": "pi_2", "state": "enrolled", "paid_at": NOW})
    fields = payment_fields(make_enrollment(users.student, clay))
    return [Payment.objects.create(**fields | state) for state in states]


def test_it_selects_the_payment_of_an_intent(payments):
    for intent in INTENTS:
        found = statements.select_by_intent_for_update(intent)
        assert column_values([found] if found else []) == column_values(Payment.objects.filter(intent_id=intent))


def test_it_selects_the_payment_of_an_attempt_unless_it_has_another_intent(payments):
    for payment_id in [payment.pk for payment in payments] + [uuid4()]:
        for intent in INTENTS:
            found = statements.select_by_attempt_for_update(payment_id=payment_id, intent_id=intent)
            expected = Payment.objects.filter(Q(intent_id=None) | Q(intent_id=intent), pk=payment_id)
            assert column_values([found] if found else []) == column_values(expected)


def is_locked(payment):
    """Returns whether another connection finds the row locked."""

    def select():
        with transaction.atomic():
            return not Payment.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=payment.pk).exists()

    (locked,) = run_concurrently(select)
    return locked


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "select",
    [
        lambda payment: statements.select_by_intent_for_update("pi_1"),
        lambda payment: statements.select_by_attempt_for_update(payment_id=payment.pk, intent_id="pi_1"),
    ],
    ids=["by intent", "by attempt"],
)
def test_it_locks_the_payment_until_the_transaction_ends(payments, select):
    payment = payments[1]
    with transaction.atomic():
        assert select(payment) == payment
        assert [is_locked(each) for each in payments] == [False, True, False]
    assert not is_locked(payment)


@pytest.mark.django_db(transaction=True)
def test_it_locks_the_payment_of_an_attempt_without_an_intent(payments):
    with transaction.atomic():
        statements.select_by_attempt_for_update(payment_id=payments[0].pk, intent_id="pi_3")
        assert [is_locked(each) for each in payments] == [True, False, False]


def test_it_selects_the_instructor_and_the_students_selection_of_the_class(users):
    mine, not_selected = make_class(users.instructor, "Mine"), make_class(users.other_instructor, "Not selected")
    mia, leo = make_child(users.student, "Mia"), make_child(users.student, "Leo")
    for student, camp_class in (
        (users.other_student, mine),
        (users.student, mine),
        (users.other_student, not_selected),
    ):
        make_selection(student, camp_class)
    make_selection(users.student, mine, mia)
    for camp_class, child in product((mine, not_selected), (None, mia, leo)):
        selection = Selection.objects.filter(student=users.student, child=child, camp_class=camp_class).first()
        found = statements.select_instructor_and_selection(
            student_id=users.student.pk, child_id=child and child.pk, camp_class_id=camp_class.pk
        )
        assert found == (camp_class.instructor.name, camp_class.instructor.email, selection and selection.pk)


def test_it_inserts_the_same_attempt(users, clay):
    child = make_child(users.student)
    make_selection(users.student, clay, child)
    fields = payment_fields(make_enrollment(users.student, clay, child))
    assert fields["child_name"] == "Mia"
    inserted = statements.insert_attempt(fields)
    assert column_values([inserted]) == column_values(Payment.objects.all())
    created = Payment.objects.create(**fields)
    (stored,) = Payment.objects.filter(pk=inserted.pk).values()
    (expected,) = Payment.objects.filter(pk=created.pk).values()
    assert stored == expected | {"id": inserted.pk, "created_at": inserted.created_at}
    assert inserted.created_at <= created.created_at


def test_it_stores_what_a_settlement_changes_and_nothing_else(users, clay, payments):
    others = column_values(Payment.objects.all())
    payment = payments[0]
    changes = {
        "intent_id": "pi_3",
        "enrollment_id": make_enrollment(users.other_student, clay).pk,
        "state": Payment.State.REFUNDED,
        "paid_at": NOW,
        "refund_reason": Payment.RefundReason.AT_PROVIDER,
        "refunded_at": NOW,
        "refunded_amount": Decimal("45.50"),
    }
    for name, value in (changes | {"student_name": "Not stored", "price": Decimal(1)}).items():
        setattr(payment, name, value)
    statements.update_settled(payment)
    expected = others.pop(payment.pk) | changes
    assert column_values(Payment.objects.all()) == others | {payment.pk: expected}


def test_it_raises_if_the_settled_payment_is_gone(payments):
    payments[0].delete()
    with pytest.raises(DatabaseError):
        statements.update_settled(payments[0])
