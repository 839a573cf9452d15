"""What staff book at the desk names classes of the participants at the same time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.catalog.clashes import find_clashes_of_seats
from testing.clients.api import as_
from testing.factories import make_class, make_enrollment, make_lesson, make_selection
from testing.steps.desk import desk_body, desk_line, enroll_at_desk, pay_at_desk, reserve

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]

HOUR = timedelta(hours=1)


@pytest.fixture
def start():
    return timezone.now().replace(microsecond=0) + timedelta(days=20)


@pytest.fixture
def make_at(users, start):
    """Makes a class with one lesson of three hours, at ``start`` or some hours later."""

    def make(name, hours=0):
        camp_class = make_class(users.instructor, name)
        make_lesson(camp_class, start + hours * HOUR)
        return camp_class

    return make


@pytest.fixture
def booked(users, make_at, mia):
    """A class of Mia."""
    camp_class = make_at("Wood Toys", hours=1)
    make_enrollment(users.student, camp_class, mia)
    return camp_class


def clash(camp_class, starts_at):
    starts_at = starts_at.isoformat().replace("+00:00", "Z")
    return {"classId": str(camp_class.pk), "nameClass": camp_class.name, "startsAt": starts_at}


def move(users, payment, camp_class):
    body = {"classId": str(camp_class.pk), "reason": "A friend is there."}
    return as_(users.admin).post(f"/payments/{payment.pk}/move", body)


def test_it_names_them_after_an_enrollment(users, make_at, mia, booked, start):
    body = desk_body(users.student, (make_at("Felt"), mia))
    for status in (201, 200):
        assert as_(users.admin).post("/desk/enrollments", body, status)["clashes"] == [clash(booked, start)]


def test_it_names_them_in_a_quote(users, make_at, mia, leo, booked, start):
    """Each seat also those of the seats that are named before it."""
    felt, clay = make_at("Felt"), make_at("Clay", hours=2)
    lines = [desk_line((felt, mia)), desk_line((felt, leo)), desk_line((clay, mia))]
    body = {"userId": str(users.student.pk), "lines": lines}
    found = [line["clashes"] for line in as_(users.admin).post("/desk/quote", body)["lines"]]
    assert found == [[clash(booked, start)], [], [clash(booked, start + 2 * HOUR), clash(felt, start + 2 * HOUR)]]


def test_it_names_each_class_once(users, make_at, mia, leo, booked, start):
    make_enrollment(users.student, booked, leo)
    felt = make_at("Felt")
    enrolled = enroll_at_desk(users.admin, users.student, (felt, mia), (felt, leo))
    assert enrolled["clashes"] == [clash(booked, start)]


def test_it_names_seats_of_the_same_request(users, make_at, start):
    felt, glass = make_at("Felt"), make_at("Glass", hours=2)
    enrolled = enroll_at_desk(users.admin, users.student, felt, glass)
    assert enrolled["clashes"] == [clash(glass, start), clash(felt, start + 2 * HOUR)]


def test_it_names_them_after_a_reservation(users, make_at, mia, booked, start):
    reserved = reserve(users.admin, users.student, (make_at("Felt"), mia), until=start - timedelta(days=5))
    assert reserved["clashes"] == [clash(booked, start)]


def test_it_names_them_after_a_move_but_for_the_former_class(users, make_at, mia, booked, start):
    paid = pay_at_desk(users.admin, users.student, (make_at("Glass"), mia))
    assert move(users, paid, make_at("Felt"))["clashes"] == [clash(booked, start)]


def test_it_names_a_selected_class_after_a_move(users, make_at, mia, start):
    paid = pay_at_desk(users.admin, users.student, (make_at("Glass", hours=6), mia))
    wool = make_at("Wool", hours=-1)
    make_selection(users.student, wool, mia)
    assert move(users, paid, make_at("Felt"))["clashes"] == [clash(wool, start)]


def test_it_names_no_class_of_somebody_else_or_at_another_time(users, make_at, mia, booked):
    felt, late = make_at("Felt"), make_at("Late", hours=4)
    enrolled = enroll_at_desk(users.admin, users.student, (late, mia), felt)
    assert enrolled["clashes"] == []


def test_it_makes_two_queries_for_any_number_of_seats(users, make_at, mia, leo, booked, django_assert_num_queries):
    felt, glass = make_at("Felt"), make_at("Glass", hours=2)
    seats = [make_enrollment(users.student, each, child) for each in (felt, glass) for child in (mia, leo)]
    with django_assert_num_queries(2):
        clashes = find_clashes_of_seats(seats=seats, now=timezone.now())
    assert [clash.class_id for clash in clashes] == [booked.pk, glass.pk, felt.pk]
