"""The Django admin of classes, selections and seats."""

from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from camp.testing import choose, make_class, make_user, seat
from classes.models import CampClass, Enrollment, Selection, Status

CLASSES = "/admin/classes/campclass/"
LISTS = (CLASSES, "/admin/classes/selection/", "/admin/classes/enrollment/")


@pytest.fixture
def office(cast) -> Client:
    client = Client()
    client.force_login(cast.admin)
    return client


def form_of(camp_class: CampClass, **changes: object) -> dict[str, object]:
    names = ("name", "description", "image", "price", "capacity")
    return {name: getattr(camp_class, name) for name in names} | {"instructor": camp_class.instructor_id} | changes


def decide(office: Client, action: str, *classes: CampClass) -> str:
    body = {"action": action, "_selected_action": [camp_class.pk for camp_class in classes]}
    return office.post(CLASSES, body, follow=True).content.decode()


@pytest.mark.parametrize("path", LISTS)
def test_the_lists_take_constant_queries(cast, office, path):
    def grow(to: int) -> None:
        for number in range(to):
            camp_class = make_class(make_user(f"i{to}-{number}", "instructor"), f"{to}-{number}")
            choose(cast.student, camp_class)
            seat(make_user(f"s{to}-{number}"), camp_class)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert office.get(path).status_code == 200
        return len(queries)

    grow(3)
    few = count()
    grow(30)
    assert count() == few


@pytest.mark.parametrize("path", LISTS)
def test_the_lists_can_be_searched(cast, office, path):
    for instructor, name, student in (
        (cast.instructor, "Clay", cast.student),
        (cast.other_instructor, "Felt", cast.other_student),
    ):
        camp_class = make_class(instructor, name)
        choose(student, camp_class)
        seat(student, camp_class)

    page = office.get(path, {"q": "clay"}).content.decode()

    assert "Clay" in page
    assert "Felt" not in page


@pytest.mark.parametrize("path", LISTS)
def test_nobody_but_an_admin_enters(cast, path):
    for person in (cast.instructor, cast.student):
        client = Client()
        client.force_login(person)
        assert client.get(path).status_code == 302
    assert Client().get(path).status_code == 302


def test_it_approves_and_denies_several_at_once(cast, office):
    first, second, third = (make_class(cast.instructor, name, status=Status.PENDING) for name in ("A", "B", "C"))

    assert "2 classes approved." in decide(office, "approve_classes", first, second)
    assert "1 class denied." in decide(office, "deny_classes", third)

    assert [row.status for row in CampClass.objects.order_by("name")] == ["Approved", "Approved", "Denied"]
    assert LogEntry.objects.count() == 3


def test_it_says_which_were_decided_already(cast, office):
    waiting = make_class(cast.instructor, "Waiting", status=Status.PENDING)
    denied = make_class(cast.instructor, "Refused", status=Status.DENIED)

    page = decide(office, "approve_classes", waiting, denied)

    assert "1 class approved." in page
    assert "Refused: This class has already been denied." in page
    denied.refresh_from_db()
    assert denied.status == Status.DENIED


def test_staff_mends_a_class(cast, office):
    camp_class = make_class(cast.instructor)
    change = {"name": "Stoneware", "price": "19.99", "capacity": 4, "instructor": cast.other_instructor.pk}

    response = office.post(f"{CLASSES}{camp_class.pk}/change/", form_of(camp_class, **change))

    assert response.status_code == 302
    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.price, camp_class.capacity) == ("Stoneware", Decimal("19.99"), 4)
    assert camp_class.instructor == cast.other_instructor


def test_a_decision_while_the_form_is_open_stands(cast, office, monkeypatch):
    camp_class = make_class(cast.instructor, status=Status.PENDING)
    clean = "classes.admin.CampClassForm.clean_price"

    def decide_meanwhile(form):
        CampClass.objects.filter(pk=camp_class.pk).update(status=Status.APPROVED)
        return form.cleaned_data["price"]

    monkeypatch.setattr(clean, decide_meanwhile)
    office.post(f"{CLASSES}{camp_class.pk}/change/", form_of(camp_class, name="Stoneware", status="Denied"))

    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.status) == ("Stoneware", Status.APPROVED)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"capacity": 1}, "2 places are taken"),
        ({"price": "0.20"}, "0, or from $0.50 to $10,000.00."),
        ({"image": "http://pictures.example/a.jpg"}, "An https address"),
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 41}, "at most 40 characters"),
    ],
)
def test_it_refuses_bad_input(cast, office, change, told):
    camp_class = make_class(cast.instructor)
    for student in (cast.student, cast.other_student):
        seat(student, camp_class)
    before = CampClass.objects.values().get()

    response = office.post(f"{CLASSES}{camp_class.pk}/change/", form_of(camp_class, **change))

    assert told in response.content.decode()
    assert CampClass.objects.values().get() == before


def test_a_class_is_given_to_instructors_alone(cast, office):
    camp_class = make_class(cast.instructor)

    response = office.post(f"{CLASSES}{camp_class.pk}/change/", form_of(camp_class, instructor=cast.student.pk))

    assert "This person is not an instructor." in response.content.decode()


def test_staff_adds_a_class_that_then_waits_for_a_decision(cast, office):
    form = {"name": "New", "image": "https://pictures.example/a.jpg", "price": "10", "capacity": "5"}

    office.post(f"{CLASSES}add/", form | {"instructor": cast.instructor.pk})

    assert CampClass.objects.get().status == Status.PENDING


def test_a_class_with_seats_cannot_be_deleted(cast, office):
    camp_class = make_class(cast.instructor)
    seat(cast.student, camp_class)

    office.post(f"{CLASSES}{camp_class.pk}/delete/", {"post": "yes"})

    assert CampClass.objects.exists()
    assert Enrollment.objects.exists()


def test_seats_and_selections_are_not_made_or_changed_by_hand(cast, office):
    camp_class = make_class(cast.instructor)
    rows = {"selection": choose(cast.student, camp_class), "enrollment": seat(cast.student, camp_class)}

    for name, row in rows.items():
        assert office.get(f"/admin/classes/{name}/add/").status_code == 403
        assert office.get(f"/admin/classes/{name}/{row.pk}/change/").status_code == 200
        assert office.post(f"/admin/classes/{name}/{row.pk}/change/", {"student": 1}).status_code == 403
    assert office.post(f"/admin/classes/enrollment/{rows['enrollment'].pk}/delete/", {"post": "yes"}).status_code == 403
    assert Enrollment.objects.get().state == Enrollment.State.CONFIRMED


def test_a_selection_can_be_deleted(cast, office):
    selection = choose(cast.student, make_class(cast.instructor))

    office.post(f"/admin/classes/selection/{selection.pk}/delete/", {"post": "yes"})

    assert not Selection.objects.exists()
