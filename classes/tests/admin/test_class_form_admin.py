"""The form of a class in the Django admin."""

from decimal import Decimal
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import Role
from accounts.roles import set_role
from classes.admin import catalog
from classes.admin.catalog import CampClassForm
from classes.catalog.handover import HasClasses
from classes.models import CampClass, Lesson, Status
from testing.clients.admin import AdminClient
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_enrollment,
    make_expired_hold,
    make_lesson,
    make_user,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.proofs.races import ConcurrentCall, with_and_without_the_lock
from testing.snapshots import nothing_changes
from testing.steps.class_edits import NO_LESSONS, class_form
from testing.steps.waitlists import states_of

CLASSES = "/admin/classes/campclass/"


def test_it_changes_a_class(users, admin_client):
    camp_class = make_class(users.instructor)
    change = {"name": "Stoneware", "price": "19.99", "capacity": 4, "instructor": users.other_instructor.pk}

    response = admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, **change))

    assert response.status_code == 302
    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.price, camp_class.capacity) == ("Stoneware", Decimal("19.99"), 4)
    assert camp_class.instructor == users.other_instructor


def test_it_keeps_a_decision_that_is_made_while_the_form_is_open(users, admin_client, monkeypatch):
    camp_class = make_class(users.instructor, status=Status.PENDING)

    def approve_and_clean_price(form):
        CampClass.objects.filter(pk=camp_class.pk).update(status=Status.APPROVED)
        return form.cleaned_data["price"]

    monkeypatch.setattr(CampClassForm, "clean_price", approve_and_clean_price)
    admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, name="Stoneware", status="Denied"))

    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.status) == ("Stoneware", Status.APPROVED)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"capacity": 1}, "2 seats are taken"),
        ({"capacity": 1001}, "up to 1,000 seats"),
        ({"price": "0.20"}, "Enter 0 for a free class, or a price from $0.50 to $10,000.00."),
        ({"image": "http://pictures.example/a.jpg"}, "An https address"),
        ({"name": ""}, "This field is required."),
        ({"name": "\u202e"}, "Please use at least one visible character"),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "evil.com"}, "Please leave out web addresses."),
        ({"place": "evil.com"}, "Please leave out web addresses."),
        ({"age_from": 12, "age_to": 8}, "The lowest age must not be above the highest."),
        ({"craft": 7}, "That choice is not one of the available choices."),
    ],
)
def test_it_refuses_bad_input(users, admin_client, change, error):
    camp_class = make_class(users.instructor)
    for student in (users.student, users.other_student):
        make_enrollment(student, camp_class)
    with nothing_changes():
        response = admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, **change))

        assert error in response.content.decode()


@pytest.mark.parametrize("change", [{"capacity": 1}, {"capacity": 12, "price": "0.20"}])
def test_it_leaves_expired_holds_to_a_valid_change(users, admin_client, change):
    """A hold is released only together with the offers that follow, so not by a form that is refused."""
    camp_class = make_class(users.instructor, capacity=3)
    make_enrollment(users.student, camp_class)
    make_enrollment(users.other_student, camp_class)
    make_expired_hold(make_user("uma"), camp_class)
    entry = make_waitlist_entry(make_user("ugo"), camp_class)
    with nothing_changes():
        admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, **change))

    admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, capacity=4))
    assert (camp_class.enrollments.get(student__name="Uma").state, states_of([entry])) == ("RELEASED", ["OFFERED"])


def test_it_removes_bidi_controls_from_a_name(users, admin_client):
    camp_class = make_class(users.instructor)

    admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, name="\u202eStoneware"))

    camp_class.refresh_from_db()
    assert camp_class.name == "Stoneware"


@with_and_without_the_lock
@pytest.mark.django_db(transaction=True)
def test_it_keeps_the_role_of_the_new_instructor_until_the_form_is_saved(users, monkeypatch, lock_on):
    """Without the lock on the account the control sees a class of a student."""
    camp_class = make_class(users.instructor)
    client, form = AdminClient(users.admin), class_form(camp_class, instructor=users.other_instructor.pk)
    if not lock_on:
        monkeypatch.setattr("django.db.models.QuerySet.select_for_update", lambda self, **_: self)
    lose = partial(set_role, user_id=users.other_instructor.pk, role=Role.STUDENT, now=timezone.now())
    change = ConcurrentCall(monkeypatch, catalog, "lock_class", lose)

    assert client.post(f"{CLASSES}{camp_class.pk}/change/", form).status_code == 302

    assert isinstance(change.outcome(), HasClasses) is lock_on
    camp_class.refresh_from_db()
    assert camp_class.instructor == users.other_instructor


def test_it_refuses_an_instructor_without_the_role(users, admin_client):
    camp_class = make_class(users.instructor)
    form = class_form(camp_class, instructor=users.student.pk)
    with nothing_changes():
        response = admin_client.post(f"{CLASSES}{camp_class.pk}/change/", form)

        assert "This user is not an instructor." in response.content.decode()


def test_it_refuses_to_change_a_withdrawn_class(users, admin_client):
    camp_class = make_withdrawn_class(users.instructor)
    make_enrollment(users.student, camp_class)
    with nothing_changes():
        for change in ({"instructor": users.other_instructor.pk}, {"place": "Barn"}, {"capacity": 12}):
            response = admin_client.post(f"{CLASSES}{camp_class.pk}/change/", class_form(camp_class, **change))
            assert "This class was withdrawn" in response.content.decode()


def test_it_adds_a_pending_class(users, admin_client, settings):
    form = {"name": "New", "image": f"{settings.SITE_URL}/media/a.webp", "price": "10", "capacity": "5"}

    admin_client.post(f"{CLASSES}add/", form | NO_LESSONS | {"instructor": users.instructor.pk})

    created = CampClass.objects.get()
    assert (created.status, created.image) == (Status.PENDING, "/media/a.webp")


def test_it_adds_no_class_with_more_than_a_thousand_seats(users, admin_client):
    form = {"name": "New", "image": "https://pictures.example/a.jpg", "price": "10", "capacity": "1001"}

    page = admin_client.post(f"{CLASSES}add/", form | NO_LESSONS | {"instructor": users.instructor.pk})

    assert "up to 1,000 seats" in page.content.decode()
    assert not CampClass.objects.exists()


def test_it_shows_lessons_and_does_not_change_them(users, admin_client):
    camp_class = make_class(users.instructor)
    lesson = make_lesson(camp_class, NOW, place="Barn")
    path = f"{CLASSES}{camp_class.pk}/change/"
    assert "Barn" in admin_client.get(path).content.decode()

    row = {"lessons-0-id": lesson.pk, "lessons-0-camp_class": camp_class.pk, "lessons-0-place": "Hall"}
    sent = {"lessons-TOTAL_FORMS": 1, "lessons-INITIAL_FORMS": 1, "lessons-0-DELETE": "on"} | row
    response = admin_client.post(path, class_form(camp_class, name="Stoneware", **sent))

    assert response.status_code == 302
    camp_class.refresh_from_db()
    assert camp_class.name == "Stoneware"
    assert Lesson.objects.get().place == "Barn"


def test_it_names_the_children_who_no_longer_fit_the_new_ages(users, admin_client):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class, make_child(users.student, "Mia"))

    def change(**ages):
        form = class_form(CampClass.objects.get(), **ages)
        return admin_client.post(f"{CLASSES}{camp_class.pk}/change/", form, follow=True).content.decode()

    assert "The new ages no longer fit Mia." in change(age_from=99)
    assert "no longer fit" not in change(age_from=99, name="Stoneware")
