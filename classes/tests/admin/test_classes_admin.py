"""The lists of classes, crafts, selections, enrollments and waitlists in the Django admin, and their actions."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classes.models import CampClass, Craft, Enrollment, Lesson, Selection, Status
from mail.models import OutboxEmail
from testing.clients.admin import AdminClient
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_craft,
    make_enrollment,
    make_lesson,
    make_selection,
    make_user,
    make_waitlist_entry,
)

CLASSES = "/admin/classes/campclass/"
WAITLIST = "/admin/classes/waitlistentry/"
LISTS = (CLASSES, "/admin/classes/selection/", "/admin/classes/enrollment/", WAITLIST)


@pytest.mark.parametrize("path", LISTS)
def test_it_lists_rows_in_a_constant_number_of_queries(users, admin_client, path):
    def add_rows(count: int) -> None:
        for number in range(count):
            camp_class = make_class(make_user(f"i{count}-{number}", "instructor"), f"{count}-{number}")
            make_selection(users.student, camp_class)
            student = make_user(f"s{count}-{number}")
            make_enrollment(student, camp_class)
            make_waitlist_entry(student, camp_class, make_child(student))

    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(path).status_code == 200
        return len(queries)

    add_rows(3)
    few = count_queries()
    add_rows(30)
    assert count_queries() == few


@pytest.mark.parametrize("path", LISTS)
def test_it_searches_rows_by_class(users, admin_client, path):
    for instructor, name, student in (
        (users.instructor, "Clay", users.student),
        (users.other_instructor, "Felt", users.other_student),
    ):
        camp_class = make_class(instructor, name)
        make_selection(student, camp_class)
        make_enrollment(student, camp_class)
        make_waitlist_entry(student, camp_class)

    page = admin_client.get(path, {"q": "clay"}).content.decode()

    assert "Clay" in page
    assert "Felt" not in page


@pytest.mark.parametrize("path", LISTS)
def test_it_refuses_users_who_are_not_admins(users, path):
    for user in (users.instructor, users.student):
        client = AdminClient(user)
        assert client.get(path).status_code == 302
    assert AdminClient().get(path).status_code == 302


def test_it_decides_about_no_class(users, admin_client):
    """Approve and Deny are on the site's pages."""
    pending = make_class(users.instructor, status=Status.PENDING)
    actions = admin_client.get(CLASSES).context["action_form"].fields["action"].choices
    assert [name for name, _ in actions if name] == ["delete_selected", "export_csv"]
    for action in ("approve_classes", "deny_classes"):
        admin_client.post(CLASSES, {"action": action, "_selected_action": [pending.pk]}, follow=True)
    pending.refresh_from_db()
    assert (pending.status, OutboxEmail.objects.count()) == (Status.PENDING, 0)


def test_it_sorts_classes_by_name_as_people_do(users, admin_client):
    for name in ("Zoetrope", "\xc9mail", "enamel", "Oil", "\xd6l"):
        make_class(users.instructor, name)

    page = admin_client.get(CLASSES, {"o": "1"})

    in_order = ["\xc9mail", "enamel", "Oil", "\xd6l", "Zoetrope"]
    assert [camp_class.name for camp_class in page.context["cl"].result_list] == in_order


def test_it_refuses_to_delete_a_class_with_enrollments(users, admin_client):
    camp_class = make_class(users.instructor)
    make_enrollment(users.student, camp_class)

    admin_client.post(f"{CLASSES}{camp_class.pk}/delete/", {"post": "yes"})

    assert CampClass.objects.exists()
    assert Enrollment.objects.exists()


def test_it_deletes_a_class_with_its_lessons(users, admin_client):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, NOW)
    admin_client.post(f"{CLASSES}{camp_class.pk}/delete/", {"post": "yes"})
    assert not CampClass.objects.exists()
    assert not Lesson.objects.exists()


def test_it_edits_the_list_of_crafts(users, admin_client):
    admin_client.post("/admin/classes/craft/add/", {"name": "Clay", "slug": "clay", "position": 2})
    craft = Craft.objects.get()
    body = {"name": "Clay and glaze", "slug": "pottery", "position": 1}
    admin_client.post(f"/admin/classes/craft/{craft.pk}/change/", body)
    craft.refresh_from_db()
    assert (craft.name, craft.slug, craft.position) == ("Clay and glaze", "clay", 1)
    assert "Clay and glaze" in admin_client.get("/admin/classes/craft/").content.decode()


def test_it_refuses_to_delete_a_craft_that_classes_have(users, admin_client):
    craft = make_craft()
    make_class(users.instructor, craft=craft)
    admin_client.post(f"/admin/classes/craft/{craft.pk}/delete/", {"post": "yes"})
    assert Craft.objects.exists()


def test_it_refuses_to_add_or_change_selections_and_enrollments(users, admin_client):
    camp_class = make_class(users.instructor)
    rows = {
        "selection": make_selection(users.student, camp_class),
        "enrollment": make_enrollment(users.student, camp_class),
    }

    for name, row in rows.items():
        assert admin_client.get(f"/admin/classes/{name}/add/").status_code == 403
        assert admin_client.get(f"/admin/classes/{name}/{row.pk}/change/").status_code == 200
        assert admin_client.post(f"/admin/classes/{name}/{row.pk}/change/", {"student": 1}).status_code == 403
    assert (
        admin_client.post(f"/admin/classes/enrollment/{rows['enrollment'].pk}/delete/", {"post": "yes"}).status_code
        == 403
    )
    assert Enrollment.objects.get().state == Enrollment.State.CONFIRMED


def test_it_deletes_a_selection(users, admin_client):
    selection = make_selection(users.student, make_class(users.instructor))

    admin_client.post(f"/admin/classes/selection/{selection.pk}/delete/", {"post": "yes"})

    assert not Selection.objects.exists()


def test_it_shows_waitlist_entries_with_their_reason_read_only(users, admin_client):
    camp_class, mia = make_class(users.instructor), make_child(users.student, "Mia")
    entry = make_waitlist_entry(users.student, camp_class, mia, next_at=NOW, next_reason="A sibling has a seat.")
    make_waitlist_entry(users.other_student, camp_class, state="LEFT", ended_at=NOW)

    page = admin_client.get(WAITLIST, {"state__exact": "WAITING"}).content.decode()

    assert all(text in page for text in ("sam@camp.example", "Mia", "A sibling has a seat."))
    assert "olga@camp.example" not in page
    detail = admin_client.get(f"{WAITLIST}{entry.pk}/change/")
    assert "A sibling has a seat." in detail.content.decode()
    assert admin_client.post(f"{WAITLIST}{entry.pk}/change/", {"state": "LEFT"}).status_code == 403
    for path in (f"{WAITLIST}add/", f"{WAITLIST}{entry.pk}/delete/"):
        assert admin_client.get(path).status_code == 403
    csv = admin_client.post(WAITLIST, {"action": "export_csv", "_selected_action": [entry.pk]}).content.decode()
    assert "A sibling has a seat." in csv
