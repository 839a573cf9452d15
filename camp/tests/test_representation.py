"""Rows are represented without the serializers' own checks; the result is the same as theirs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.api.serializers import UserOutput
from accounts.models import User
from classes.api.selection_serializers import EnrolledClassOutput, SelectionOutput
from classes.api.serializers import ClassPageOutput, OwnClassOutput
from classes.catalog.enrolled import enrolled_classes, own_seats
from classes.models import shown_classes
from core.api.base import output
from payments.api.serializers import PaymentOutput
from payments.models import payments_with_class_values
from testing.checkout import hold_seat
from testing.factories import make_child, make_class, make_lesson, make_payment, make_selection

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(users):
    """Returns the rows of each serializer: with and without lessons, a child, a hold."""
    clay, felt = make_class(users.instructor, "Clay", bring="An apron"), make_class(users.instructor, "Felt")
    for days in (3, 2):
        make_lesson(clay, timezone.now() + timedelta(days=days), place="Barn")
    make_payment(users.student, clay)
    make_payment(users.student, clay, child=make_child(users.student))
    make_payment(users.student, felt)
    glass = make_class(users.instructor, "Glass")
    make_selection(users.student, glass)
    make_selection(users.student, make_class(users.instructor, "Wood"))
    hold_seat(student=users.student, camp_class_id=glass.pk, price=glass.price, now=timezone.now())
    return {
        PaymentOutput: payments_with_class_values(),
        EnrolledClassOutput: enrolled_classes(seats=list(own_seats(student=users.student).values())),
        ClassPageOutput: shown_classes().with_lessons(),
        OwnClassOutput: shown_classes().with_income(),
        SelectionOutput: users.student.selections.with_class_and_hold(timezone.now()),
        UserOutput: User.objects.all(),
    }


def test_it_represents_each_row_as_the_serializer_does(rows):
    for serializer_class, found in rows.items():
        assert found
        for row in found:
            assert output(serializer_class, row) == serializer_class(row).data
