"""The user admin of the Django admin: the same rules as in the API."""

import pytest
from django.urls import reverse

from accounts.models import Role, User
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import make_user
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db

LIST = reverse("admin:accounts_user_changelist")


def change_url(user):
    return reverse("admin:accounts_user_change", args=[user.pk])


def form_data(user, **changes):
    values = {"name": user.name, "photo": user.photo, "role": user.role}
    active = {"is_active": "on"} if changes.pop("is_active", user.is_active) else {}
    return values | active | changes


def form_errors(response):
    assert response.status_code == 200
    form = response.context["adminform"].form
    return " ".join(message for messages in form.errors.values() for message in messages)


def test_it_records_who_changed_an_account(users):
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")

    last = users.student.history.latest()
    assert (last.prev_record.role, last.role, last.history_user) == ("student", "instructor", users.admin)


def test_it_refuses_users_who_are_not_admins(users):
    for user in (users.instructor, users.student):
        client = AdminClient(user)
        assert client.get(LIST).status_code == 302
    assert AdminClient().get(LIST).status_code == 302


def test_it_searches_and_filters_accounts(admin_client, users):
    assert b"olga@camp.example" in admin_client.get(LIST).content
    found = admin_client.get(LIST, {"q": "olga", "role__exact": "student"}).content
    assert b"olga@camp.example" in found
    assert b"sam@camp.example" not in found


def test_it_changes_an_account(admin_client, users):
    assert (
        admin_client.post(
            change_url(users.student),
            form_data(users.student, name="Samuel", role="instructor", photo="http://testserver/media/sam.webp"),
        ).status_code
        == 302
    )

    users.student.refresh_from_db()
    assert (users.student.name, users.student.role, users.student.photo) == ("Samuel", "instructor", "/media/sam.webp")


def test_it_removes_bidi_controls_from_a_name(admin_client, users):
    admin_client.post(change_url(users.student), form_data(users.student, name="\u202eSamuel\u2069"))

    users.student.refresh_from_db()
    assert users.student.name == "Samuel"


def test_it_refuses_a_link_in_a_name(admin_client, users):
    before = all_users()
    page = admin_client.post(change_url(users.student), form_data(users.student, name="evil.com")).content.decode()
    assert "Please leave out web addresses." in page
    assert all_users() == before


def test_it_ignores_changes_of_read_only_fields(admin_client, users):
    changes = {"email": "x@camp.example", "email_verified": "on", "firebase_uid": "x", "token_version": "7"}
    before = all_users()

    admin_client.post(change_url(users.student), form_data(users.student, **changes))
    assert all_users() == before


def test_it_does_not_overwrite_a_concurrent_login(admin_client, users, monkeypatch):
    save = User.save

    def save_after_login(self, *args, **kwargs):
        User.objects.filter(pk=self.pk).update(token_version=5)
        save(self, *args, **kwargs)

    monkeypatch.setattr(User, "save", save_after_login)
    admin_client.post(change_url(users.student), form_data(users.student, name="Samuel"))

    users.student.refresh_from_db()
    assert (users.student.name, users.student.token_version) == ("Samuel", 5)


def test_it_refuses_an_invalid_photo(admin_client, users):
    before = all_users()
    assert "https" in form_errors(
        admin_client.post(change_url(users.student), form_data(users.student, photo="javascript:x"))
    )
    assert all_users() == before


def test_it_refuses_an_admin_with_an_unverified_address(admin_client):
    ann = make_user("ann", email_verified=False)
    before = all_users()

    assert "verified" in form_errors(admin_client.post(change_url(ann), form_data(ann, role="admin")))
    assert all_users() == before


@pytest.mark.parametrize("change", [{"role": "student"}, {"role": "instructor"}, {"is_active": False}])
def test_it_refuses_to_demote_or_deactivate_the_last_admin(admin_client, users, change):
    before = all_users()

    assert "only admin" in form_errors(admin_client.post(change_url(users.admin), form_data(users.admin, **change)))
    assert all_users() == before


@pytest.mark.parametrize("change", [{"role": "student"}, {"is_active": False}])
def test_it_demotes_or_deactivates_an_admin_if_another_remains(admin_client, users, change):
    other = make_user("other", Role.ADMIN)

    assert admin_client.post(change_url(other), form_data(other, **change)).status_code == 302
    assert User.objects.admins().get() == users.admin


def test_it_does_not_delete_rows(admin_client, users):
    """Rows of other apps refer to them; account deletion is a separate action."""
    before = all_users()
    body = {"action": "delete_selected", "_selected_action": [users.other_student.pk], "post": "yes"}
    admin_client.post(LIST, body)
    assert b"delete_selected" not in admin_client.get(LIST).content
    assert (
        admin_client.post(
            reverse("admin:accounts_user_delete", args=[users.other_student.pk]), {"post": "yes"}
        ).status_code
        == 403
    )
    assert all_users() == before


def test_it_creates_an_account_that_the_first_login_takes_over(admin_client, identity_provider):
    body = {"email": "New@camp.example", "name": "New", "photo": "", "role": "instructor", "is_active": "on"}
    assert admin_client.post(reverse("admin:accounts_user_add"), body).status_code == 302

    created = User.objects.get(email="new@camp.example")
    assert (created.role, created.firebase_uid, created.has_usable_password()) == ("instructor", None, False)
    identity_provider.log_in(created.email).post("/jwt", {"email": created.email})


def test_it_folds_a_pasted_address_and_number(admin_client):
    pasted = {"email": "mailto:New@camp.example.", "phone": "\u202d(828)\u00a0555\u20110142"}
    body = {"name": "New", "photo": "", "role": "instructor", "is_active": "on"} | pasted
    admin_client.post(reverse("admin:accounts_user_add"), body)
    assert User.objects.filter(email="new@camp.example", phone="(828) 555-0142").count() == 1


@pytest.mark.parametrize(
    ("change", "word"),
    [({"role": "admin"}, "verified"), ({"email": "SAM@camp.example"}, "already"), ({"email": "x"}, "valid")],
)
def test_it_validates_a_new_account(admin_client, change, word):
    body = {"email": "new@camp.example", "name": "New", "photo": "", "role": "student", "is_active": "on"} | change
    before = all_users()

    assert word in form_errors(admin_client.post(reverse("admin:accounts_user_add"), body))
    assert all_users() == before


def test_it_logs_a_user_out_everywhere(admin_client, users):
    client = as_(users.student)
    admin_client.act_on_users("log_out_everywhere", [users.student])

    client.get(f"/users/admin/{users.student.email}", 401)


def test_it_lists_any_number_of_accounts_with_six_queries(admin_client, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        admin_client.get(LIST)
    for number in range(40):
        make_user(f"user{number}")
    with django_assert_max_num_queries(6):
        admin_client.get(LIST)


def test_it_shows_the_site_name_on_the_login_page(client, settings):
    page = client.get("/admin/login/").content.decode()
    assert f"{settings.SITE_NAME} admin" in page
    assert "Django" not in page
