"""An instructor with coming approved classes loses the role only if an admin says that the classes stay."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import make_class, make_enrollment
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def taught(users, clay):
    """Two coming classes of Ines, one with two students, and others that do not count."""
    make_enrollment(users.student, clay)
    make_enrollment(users.other_student, clay)
    make_class(users.instructor, "Glass fusing")
    make_class(users.instructor, "Pending", status="Pending")
    make_class(users.instructor, "Over", ended_at=timezone.now() - timedelta(days=1))
    make_class(users.other_instructor, "Other")


@pytest.fixture
def path(users):
    return f"/users/student/{users.instructor.pk}"


def role_of(user):
    user.refresh_from_db()
    return user.role


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("body", [None, {}, {"keepClasses": False}])
def test_it_says_which_classes_and_how_many_students_that_concerns(users, path, body):
    with nothing_changes():
        refusal = as_(users.admin).patch(path, body, 409)

        assert refusal["code"] == "has_classes"
        assert "Clay for beginners (2 students) and Glass fusing (0 students)" in refusal["message"]


@pytest.mark.usefixtures("taught")
def test_it_changes_the_role_if_the_classes_stay(users, path, clay):
    assert as_(users.admin).patch(path, {"keepClasses": True}) == {"modifiedCount": 1}

    assert role_of(users.instructor) == "student"
    assert CampClass.objects.get(pk=clay.pk).instructor == users.instructor


def test_it_asks_nothing_without_coming_classes(users, path):
    make_class(users.instructor, "Pending", status="Pending")

    assert as_(users.admin).patch(path) == {"modifiedCount": 1}


@pytest.mark.usefixtures("taught")
def test_it_asks_nothing_after_the_classes_were_given_to_others(users, path):
    for camp_class in CampClass.objects.listed().taught_by(users.instructor):
        body = {"instructorId": str(users.other_instructor.pk)}
        as_(users.admin).patch(f"/classes/{camp_class.pk}/instructor", body)

    assert as_(users.admin).patch(path) == {"modifiedCount": 1}


@pytest.mark.usefixtures("taught")
def test_it_makes_an_instructor_an_admin_as_documented(users):
    assert as_(users.admin).patch(f"/users/admin/{users.instructor.pk}") == {"modifiedCount": 1}
    assert as_(users.admin).patch(f"/users/student/{users.instructor.pk}") == {"modifiedCount": 1}


@pytest.mark.parametrize("body", [{"keepClasses": "perhaps"}, {"keepClasses": None}, {"keepClasses": []}, [], "x"])
def test_it_refuses_bad_input(users, path, body):
    assert as_(users.admin).patch(path, body, 400)["code"] == "invalid"
    assert role_of(users.instructor) == "instructor"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("role", ["student", "admin"])
def test_it_asks_in_the_command_too(users, role):
    arguments = ("grant_role", users.instructor.email, role)

    with pytest.raises(CommandError, match="Glass fusing"):
        call_command(*arguments)
    assert role_of(users.instructor) == "instructor"
    call_command(*arguments, "--keep-classes", stdout=StringIO())
    assert role_of(users.instructor) == role


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("change", [{"role": "student", "is_active": "on"}, {"role": "admin", "is_active": "on"}, {}])
def test_it_asks_in_the_django_admin_too(users, admin_client, change):
    path = reverse("admin:accounts_user_change", args=[users.instructor.pk])
    values = {"name": "Ines", "role": "instructor"} | change
    with nothing_changes():
        page = admin_client.post(path, values).content.decode()
        assert "Glass fusing (0 students)" in page
    assert admin_client.post(path, values | {"keep_classes": "on"}).status_code == 302
    users.instructor.refresh_from_db()
    assert (users.instructor.role, users.instructor.is_active) == (values["role"], "is_active" in change)


@pytest.mark.usefixtures("taught")
def test_it_changes_the_name_of_an_instructor_in_the_django_admin(users, admin_client):
    path = reverse("admin:accounts_user_change", args=[users.instructor.pk])

    assert admin_client.post(path, {"name": "I", "role": "instructor", "is_active": "on"}).status_code == 302
