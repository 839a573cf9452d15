"""/admin: people, under the same rules as everywhere else."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.tests.conftest import everybody
from camp.testing import as_, make_cast, make_user

pytestmark = pytest.mark.django_db

LIST = reverse("admin:accounts_user_changelist")


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def office(cast):
    """A browser in which the admin is logged in."""
    client = Client()
    client.force_login(cast.admin)
    return client


def page_of(user):
    return reverse("admin:accounts_user_change", args=[user.pk])


def form_of(user, **changes):
    values = {"name": user.name, "photo": user.photo, "role": user.role}
    active = {"is_active": "on"} if changes.pop("is_active", user.is_active) else {}
    return values | active | changes


def errors_of(response):
    assert response.status_code == 200
    form = response.context["adminform"].form
    return " ".join(message for messages in form.errors.values() for message in messages)


def test_an_admin_enters_with_a_password(cast):
    cast.admin.set_password("Camp-2003!")
    cast.admin.save()

    assert log_in("ADA@camp.example", "Camp-2003!").url == "/admin/"
    assert log_in("ada@camp.example", "wrong").status_code == 200


def log_in(name, password):
    return Client().post("/admin/login/?next=/admin/", {"username": name, "password": password})


def test_the_log_in_is_closed_after_five_wrong_passwords(cast):
    cast.admin.set_password("Camp-2003!")
    cast.admin.save()
    for _ in range(5):
        log_in("ada@camp.example", "wrong")

    assert log_in("ada@camp.example", "Camp-2003!").status_code == 429


def test_who_changed_what_is_kept(cast):
    as_(cast.admin).patch(f"/users/instructor/{cast.student.pk}")

    last = cast.student.history.latest()
    assert (last.prev_record.role, last.role, last.history_user) == ("student", "instructor", cast.admin)


def test_only_an_admin_enters(cast):
    for person in (cast.instructor, cast.student):
        client = Client()
        client.force_login(person)
        assert client.get(LIST).status_code == 302
    assert Client().get(LIST).status_code == 302


def test_people_are_searched_and_filtered(office, cast):
    assert b"olga@camp.example" in office.get(LIST).content
    found = office.get(LIST, {"q": "olga", "role__exact": "student"}).content
    assert b"olga@camp.example" in found
    assert b"sam@camp.example" not in found


def test_a_person_is_changed(office, cast):
    assert (
        office.post(page_of(cast.student), form_of(cast.student, name="Samuel", role="instructor")).status_code == 302
    )

    cast.student.refresh_from_db()
    assert (cast.student.name, cast.student.role) == ("Samuel", "instructor")


def test_what_the_provider_says_is_read_only(office, cast):
    changes = {"email": "x@camp.example", "email_verified": "on", "firebase_uid": "x", "token_version": "7"}
    before = everybody()

    office.post(page_of(cast.student), form_of(cast.student, **changes))
    assert everybody() == before


def test_a_change_does_not_write_over_a_log_in_meanwhile(office, cast, monkeypatch):
    save = User.save

    def save_after_a_log_in(self, *args, **kwargs):
        User.objects.filter(pk=self.pk).update(token_version=5)
        save(self, *args, **kwargs)

    monkeypatch.setattr(User, "save", save_after_a_log_in)
    office.post(page_of(cast.student), form_of(cast.student, name="Samuel"))

    cast.student.refresh_from_db()
    assert (cast.student.name, cast.student.token_version) == ("Samuel", 5)


def test_a_bad_photo_is_refused(office, cast):
    before = everybody()
    assert "https" in errors_of(office.post(page_of(cast.student), form_of(cast.student, photo="javascript:x")))
    assert everybody() == before


def test_an_admin_needs_a_verified_address(office):
    ann = make_user("ann", email_verified=False)
    before = everybody()

    assert "verified" in errors_of(office.post(page_of(ann), form_of(ann, role="admin")))
    assert everybody() == before


@pytest.mark.parametrize("change", [{"role": "student"}, {"role": "instructor"}, {"is_active": False}])
def test_the_last_admin_stays_admin(office, cast, change):
    before = everybody()

    assert "last admin" in errors_of(office.post(page_of(cast.admin), form_of(cast.admin, **change)))
    assert everybody() == before


@pytest.mark.parametrize("change", [{"role": "student"}, {"is_active": False}])
def test_another_admin_may_go(office, cast, change):
    other = make_user("other", Role.ADMIN)

    assert office.post(page_of(other), form_of(other, **change)).status_code == 302
    assert User.objects.admins().get() == cast.admin


def test_there_is_no_plain_delete(office, cast):
    """The books refer to people; deleting an account is a deed of its own."""
    before = everybody()
    body = {"action": "delete_selected", "_selected_action": [cast.other_student.pk], "post": "yes"}
    office.post(LIST, body)
    assert b"delete_selected" not in office.get(LIST).content
    assert (
        office.post(reverse("admin:accounts_user_delete", args=[cast.other_student.pk]), {"post": "yes"}).status_code
        == 403
    )
    assert everybody() == before


def test_staff_make_an_account_beforehand(office, provider):
    body = {"email": "New@camp.example", "name": "New", "photo": "", "role": "instructor", "is_active": "on"}
    assert office.post(reverse("admin:accounts_user_add"), body).status_code == 302

    made = User.objects.get(email="new@camp.example")
    assert (made.role, made.firebase_uid, made.has_usable_password()) == ("instructor", None, False)
    provider.log_in(made.email).post("/jwt", {"email": made.email})


@pytest.mark.parametrize(
    ("change", "word"),
    [({"role": "admin"}, "verified"), ({"email": "SAM@camp.example"}, "already"), ({"email": "x"}, "valid")],
)
def test_a_new_account_is_checked(office, change, word):
    body = {"email": "new@camp.example", "name": "New", "photo": "", "role": "student", "is_active": "on"} | change
    before = everybody()

    assert word in errors_of(office.post(reverse("admin:accounts_user_add"), body))
    assert everybody() == before


def test_somebody_is_logged_out_everywhere(office, cast):
    client = as_(cast.student)
    office.post(LIST, {"action": "log_out_everywhere", "_selected_action": [cast.student.pk]})

    client.get(f"/users/admin/{cast.student.email}", 401)


def test_the_list_costs_the_same_for_many(office, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        office.get(LIST)
    for number in range(40):
        make_user(f"person{number}")
    with django_assert_max_num_queries(6):
        office.get(LIST)


def test_the_office_is_named_after_the_school(client, settings):
    page = client.get("/admin/login/").content.decode()
    assert f"{settings.SITE_NAME}: the office" in page
    assert "Django" not in page
