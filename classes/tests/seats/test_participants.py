"""Siblings in one class: selecting, holding and listing seats for each child of an account."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from classes import ages
from classes.models import Enrollment, Selection
from classes.seats import enrollment
from testing.clients.api import as_
from testing.factories import NOW, make_child, make_class, make_enrollment, make_lesson, make_selection
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_free, hold_seat

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def hold(student, camp_class, child=None, *, minute: float = 0) -> Enrollment:
    with transaction.atomic():
        return hold_seat(
            student=student,
            camp_class_id=camp_class.pk,
            child_id=child and child.pk,
            price=camp_class.price,
            now=NOW + minute * MINUTE,
        ).enrollment


def select(student, camp_class, child=None, status=201):
    participant = {"childId": str(child.pk)} if child else {}
    return as_(student).post("/selectClass", {"classId": str(camp_class.pk)} | participant, status)


class TestSelecting:
    def test_it_selects_a_class_for_each_sibling_and_the_student(self, users, clay, mia, leo):
        ids = [select(users.student, clay, child)["insertedId"] for child in (mia, leo, None)]
        rows = {row["_id"]: (row["childId"], row["childName"]) for row in as_(users.student).get(own_selections(users))}
        assert rows == dict(zip(ids, [(str(mia.pk), "Mia"), (str(leo.pk), "Leo"), (None, None)], strict=True))

    def test_it_selects_for_the_student_without_a_child_id_and_with_null(self, users, clay, mia):
        body = {"classId": str(clay.pk)}
        as_(users.student).post("/selectClass", body | {"childId": None}, 201)
        assert as_(users.student).post("/selectClass", body, 409)["code"] == "already_selected"
        assert Selection.objects.get().child is None

    def test_it_refuses_the_same_child_twice(self, users, clay, mia):
        select(users.student, clay, mia)
        assert select(users.student, clay, mia, 409)["code"] == "already_selected"

    def test_it_refuses_a_child_that_is_enrolled_and_not_its_sibling(self, users, clay, mia, leo):
        make_enrollment(users.student, clay, mia)
        assert select(users.student, clay, mia, 409)["code"] == "already_enrolled"
        select(users.student, clay, leo)

    def test_it_returns_404_for_another_familys_child(self, users, clay):
        others = make_child(users.other_student)
        with nothing_changes():
            assert select(users.student, clay, others, 404)["code"] == "not_found"

    def test_it_returns_404_for_a_deleted_child(self, users, clay):
        select(users.student, clay, make_child(users.student, "Deleted child", None, deleted_at=NOW), 404)

    @pytest.mark.parametrize("child_id", ["x", "", "-1", "1.5", "9" * 19, "\uff11", [], {}, True])
    def test_it_refuses_a_bad_child_id(self, users, clay, child_id):
        body = {"classId": str(clay.pk), "childId": child_id}
        assert list(as_(users.student).post("/selectClass", body, 400)["fields"]) == ["childId"]
        assert not Selection.objects.exists()

    def test_it_shows_each_sibling_their_own_hold(self, users, clay, mia, leo):
        """Two live holds of one account on one class are no error either."""
        for child in (mia, leo, None):
            make_selection(users.student, clay, child)
        now = timezone.now()
        for child, minutes in ((mia, 1), (None, 2)):
            Enrollment.objects.create(
                student=users.student,
                child=child,
                camp_class=clay,
                state="HELD",
                price=minutes,
                held_at=now,
                held_until=now + minutes * MINUTE,
            )
        prices = {row["childName"]: row["heldPrice"] for row in as_(users.student).get(own_selections(users))}
        assert prices == {"Mia": 1, "Leo": None, None: 2}


def own_selections(users) -> str:
    return f"/selectClass?email={users.student.email}"


class TestHolding:
    def test_it_holds_a_seat_for_each_sibling(self, users, clay, mia, leo):
        held = [hold(users.student, clay, child) for child in (mia, leo, None)]
        assert [each.child for each in clay.enrollments.order_by("pk")] == [mia, leo, None]
        assert [hold(users.student, clay, child, minute=1) for child in (mia, leo, None)] == held

    def test_it_holds_a_seat_beside_the_free_seat_of_a_sibling(self, users, clay, mia, leo):
        """A seat that was never held has no beginning of a hold."""
        make_enrollment(users.student, clay, mia)
        assert hold(users.student, clay, leo).child == leo

    def test_it_refuses_a_child_that_is_enrolled(self, users, clay, mia, leo):
        make_enrollment(users.student, clay, mia)
        with pytest.raises(enrollment.AlreadyEnrolled):
            hold(users.student, clay, mia)

    def test_it_takes_a_free_seat_for_each_sibling(self, users, mia, leo):
        free = make_class(users.instructor, price=Decimal(0))
        for child in (mia, leo, None):
            enroll_free(users.student, free, child, now=NOW)
        assert [each.child for each in free.enrollments.order_by("pk")] == [mia, leo, None]

    def test_it_releases_the_hold_of_one_sibling(self, users, clay, mia, leo):
        held = [hold(users.student, clay, child) for child in (mia, leo, None)]
        with transaction.atomic():
            released = enrollment.cancel_hold(student=users.student, child_id=leo.pk, camp_class_id=clay.pk, now=NOW)
        assert released == held[1]
        assert list(Enrollment.objects.held().order_by("pk")) == [held[0], held[2]]

    def test_it_refuses_another_familys_child_in_the_database(self, users, clay):
        others = make_child(users.other_student)
        for create in (make_enrollment, make_selection):
            with pytest.raises(IntegrityError, match="of_own_child"), transaction.atomic():
                create(users.student, clay, others)

    @pytest.mark.parametrize("with_child", [True, False])
    def test_it_refuses_a_second_active_row_of_a_participant_in_the_database(self, users, clay, mia, with_child):
        child = mia if with_child else None
        for create, name in ((make_enrollment, "enrollment_active_once"), (make_selection, "selection_once")):
            create(users.student, clay, child)
            with pytest.raises(IntegrityError, match=name), transaction.atomic():
                create(users.student, clay, child)


class TestAges:
    @pytest.fixture
    def for_ten_and_eleven(self, users):
        camp_class = make_class(users.instructor, age_from=10, age_to=11)
        make_lesson(camp_class, NOW + timedelta(days=30))
        make_lesson(camp_class, NOW + timedelta(days=31))
        return camp_class

    # The first lesson is on March 31, 2026.
    AGES = [(date(2014, 3, 31), False), (date(2014, 4, 1), True), (date(2016, 3, 31), True), (date(2016, 4, 1), False)]

    @pytest.mark.parametrize(("born_on", "allowed"), AGES)
    def test_it_checks_the_age_on_the_day_of_the_first_lesson(self, users, for_ten_and_eleven, born_on, allowed):
        child = make_child(users.student, born_on=born_on)
        if allowed:
            hold(users.student, for_ten_and_eleven, child)
            return
        with pytest.raises(ages.AgeNotInRange, match="This class is for children aged 10 to 11") as refusal:
            hold(users.student, for_ten_and_eleven, child)
        assert (refusal.value.code, refusal.value.status) == ("age_not_in_range", 409)

    @pytest.mark.parametrize(
        ("limits", "text"), [((10, None), "10 and over"), ((10, 10), "aged 10."), ((None, 9), "up to")]
    )
    def test_it_checks_the_age_today_in_a_class_without_lessons(self, users, limits, text):
        camp_class = make_class(users.instructor, age_from=limits[0], age_to=limits[1])
        child = make_child(users.student, born_on=date(2016, 3, 2) if limits[0] else date(2016, 3, 1))
        with pytest.raises(ages.AgeNotInRange, match=text):
            hold(users.student, camp_class, child)

    def test_it_requires_a_date_of_birth_only_where_ages_are_set(self, users, clay, for_ten_and_eleven):
        child = make_child(users.student, born_on=None)
        hold(users.student, clay, child)
        with pytest.raises(ages.BirthDateNeeded):
            hold(users.student, for_ten_and_eleven, child)

    def test_it_does_not_check_the_student(self, users, for_ten_and_eleven):
        hold(users.student, for_ten_and_eleven)

    @pytest.mark.parametrize(("born_on", "code"), [(date(2000, 1, 1), "age_not_in_range"), (None, "birth_date_needed")])
    def test_it_checks_the_age_when_a_class_is_selected_or_booked(self, users, born_on, code):
        camp_class = make_class(users.instructor, age_to=12)
        free = make_class(users.instructor, "Free", age_to=12, price=0)
        child = make_child(users.student, born_on=born_on)
        with nothing_changes():
            assert select(users.student, camp_class, child, 409)["code"] == code
            body = {"classId": str(camp_class.pk), "childId": str(child.pk), "price": 45.5}
            assert as_(users.student).post("/createPaymentIntent", body, 409)["code"] == code
            body["classId"] = str(free.pk)
            assert as_(users.student).post("/payments", body, 409)["code"] == code

    def test_it_gives_the_seat_of_a_hold_when_the_class_becomes_free_and_the_ages_change(self, users, clay, mia):
        held = hold(users.student, clay, mia)
        clay.age_from, clay.price = 18, Decimal(0)
        clay.save()
        enrolled = enroll_free(users.student, clay, mia, now=NOW)
        assert (enrolled.pk, enrolled.state) == (held.pk, Enrollment.State.CONFIRMED)

    def test_it_prolongs_a_hold_when_the_ages_change(self, users, clay, mia):
        held = hold(users.student, clay, mia)
        clay.age_from = 18
        clay.save()
        assert hold(users.student, clay, mia, minute=1) == held
