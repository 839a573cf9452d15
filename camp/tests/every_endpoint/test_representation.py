"""Rows are represented without the serializers' own checks; the result is the same as theirs."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.api.serializers import ChildOutput, InstructorOutput, UserOutput
from accounts.models import Child, User
from care.api.agreement_serializers import AgreementTextOutput
from care.api.paperwork_serializers import PaperworkOutput
from care.api.serializers import ContactOutput
from care.models import AgreementText, Contact
from classes.api.message_serializers import MessageOutput
from classes.api.roster_serializers import RosterOutput, SubstitutedLessonOutput
from classes.api.season_serializers import AdminSeasonOutput, SeasonOutput
from classes.api.selection_serializers import EnrolledClassOutput, SelectionOutput
from classes.api.serializers import ClassOutput, ClassPageOutput, CraftOutput, OwnClassOutput, ReviewedClassOutput
from classes.api.waitlist_serializers import ClassWaitlistOutput, WaitlistEntryOutput
from classes.catalog.enrolled import enrolled_classes, own_seats
from classes.models import (
    Craft,
    Enrollment,
    Lesson,
    Message,
    Season,
    WaitlistEntry,
    instructors_with_student_counts,
    load_class_and_hold,
    shown_classes,
)
from core.api.base import output
from core.api.lists import ListView
from core.names import NO_EMAIL
from office.api.report_serializers import BookEntryOutput, CheckOutput
from office.api.serializers import FamilyRowOutput
from office.families import find_families
from office.reports.books import books, checks
from payments.api.desk_serializers import OwedOutput
from payments.api.serializers import PaymentOutput
from payments.api.voucher_serializers import VoucherOutput
from payments.desk.owed import list_owed
from payments.models import ShownPayment
from payments.vouchers import vouchers_with_uses
from testing.factories import (
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_craft,
    make_lesson,
    make_message,
    make_offer,
    make_payment,
    make_season,
    make_selection,
    make_voucher,
    make_waitlist_entry,
)
from testing.steps.checkout import hold_seat
from testing.steps.desk import pay_at_desk

pytestmark = pytest.mark.django_db

PAPERWORK = {
    "child_id": 1,
    "name": "Mia",
    "guardian_id": 2,
    "guardian_name": "Sam",
    "phone": "",
    "classes": [{"class_id": 3, "class_name": "Clay"}],
    "missing": ["sheet"],
}


@pytest.fixture
def rows(users):
    """Returns the rows of each serializer: with and without a craft, lessons, a child, a hold, an offer."""
    clay = make_class(users.instructor, "Clay", bring="An apron", craft=make_craft(), age_from=6)
    felt, now = make_class(users.instructor, "Felt", season=make_season(), min_seats=4), timezone.now()
    for days in (3, 2):
        make_lesson(clay, now + timedelta(days=days), place="Barn")
    make_payment(users.student, clay)
    make_payment(users.student, clay, child=make_child(users.student))
    make_child(users.student, "Leo", born_on=None)
    make_payment(users.student, felt, disputed_at=now)
    glass = make_class(users.instructor, "Glass", early_price=30, early_until=now.date())
    make_selection(users.student, glass)
    make_selection(users.student, make_class(users.instructor, "Wood"))
    opening = now + timedelta(days=9)
    later = make_season("Fall", opens_at=opening, returning_opens_at=opening - timedelta(days=2))
    make_selection(users.student, make_class(users.instructor, "Ink", season=later))
    make_class(users.instructor, "More felt", copied_from=felt)
    hold_seat(student=users.student, camp_class_id=glass.pk, price=glass.price, now=now)
    make_offer(users.other_student, glass)
    make_waitlist_entry(users.student, clay, make_child(users.student, "Ida"))
    make_voucher()
    make_voucher("AID", amount=50, account=users.student, season=later, ends_at=now)
    make_message(clay)
    make_contact(make_child(users.student, "Mo"))
    make_agreement_text()
    entries = WaitlistEntry.objects.with_position()
    pay_at_desk(users.admin, users.other_student, make_class(users.instructor, "Paper"))
    days = {"first_day": now.date() - timedelta(days=1), "last_day": now.date()}
    return {
        PaymentOutput: ShownPayment.objects.all(),
        OwedOutput: list_owed(now=now),
        EnrolledClassOutput: enrolled_classes(seats=list(own_seats(student=users.student).values())),
        ClassPageOutput: shown_classes().with_lessons(),
        OwnClassOutput: shown_classes().with_income(),
        ClassOutput: shown_classes(),
        ReviewedClassOutput: shown_classes(),
        SelectionOutput: load_class_and_hold(users.student.selections.with_student_and_child(), now),
        WaitlistEntryOutput: entries,
        ClassWaitlistOutput: entries,
        RosterOutput: Enrollment.objects.on_roster(now, now.date()),
        SubstitutedLessonOutput: Lesson.objects.all(),
        UserOutput: User.objects.with_child_names(),
        InstructorOutput: instructors_with_student_counts(),
        ChildOutput: Child.objects.all(),
        MessageOutput: Message.objects.all(),
        CraftOutput: Craft.objects.all(),
        SeasonOutput: Season.objects.all(),
        AdminSeasonOutput: Season.objects.all(),
        VoucherOutput: vouchers_with_uses(),
        FamilyRowOutput: find_families(""),
        ContactOutput: Contact.objects.of(users.student).with_children(),
        AgreementTextOutput: AgreementText.objects.all(),
        PaperworkOutput: [PAPERWORK | {"email": email} for email in ("sam@camp.example", f"mia{NO_EMAIL}")],
        BookEntryOutput: books(**days),
        CheckOutput: checks(**days),
    }


def list_views(view=ListView):
    """Returns the list views. The URLs import all of them."""
    import_string("camp.urls.urlpatterns")
    return [view, *(each for child in view.__subclasses__() for each in list_views(child))]


def test_it_represents_each_row_as_the_serializer_does(rows):
    assert {view.serializer_class for view in list_views()} <= {None, *rows}  # None: ClassesView has two of them
    for serializer_class, found in rows.items():
        assert found
        for row in found:
            assert output(serializer_class, row) == serializer_class(row).data
