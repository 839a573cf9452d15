"""GET /care, GET and PUT /care/{childId} with `userId`: the office keeps the care sheets of a family."""

from datetime import timedelta

import pytest

from accounts.models import User
from care.models import CareRead, CareSheet
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_contact, make_guardianship
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db

PEANUTS = {"allergies": "Peanuts", "keep": True}


def reads():
    return list(CareRead.objects.order_by("pk").values_list("reader__name", "child__name", "camp_class", "saved"))


def test_the_office_reads_and_saves_a_sheet_and_both_are_recorded(users, mia):
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Kiwis"})
    path = f"/care/{mia.pk}?userId={users.student.pk}"
    assert as_(users.admin).get(path)["allergies"] == "Kiwis"
    assert reads() == [("Ada", "Mia", None, False)]
    assert as_(users.admin).put(path, PEANUTS) == {"modifiedCount": 1}
    assert reads() == [("Ada", "Mia", None, False), ("Ada", "Mia", None, True)]
    saved = as_(users.student).get(f"/care/{mia.pk}")
    assert (saved["allergies"], saved["keep"]) == ("Peanuts", True)
    assert "Peanuts" not in CareSheet.objects.get().secret


def test_each_save_is_recorded_but_a_read_only_once_a_day(users, mia, clock):
    path = f"/care/{mia.pk}?userId={users.student.pk}"
    for _ in range(2):
        as_(users.admin).get(path)
        as_(users.admin).put(path, PEANUTS)
    assert [saved for *_, saved in reads()] == [False, True, True]
    clock.shift(timedelta(days=1).total_seconds())
    as_(users.admin).get(path)
    assert [saved for *_, saved in reads()] == [False, True, True, False]


def test_reading_the_contacts_is_recorded_for_all_children(users, mia):
    make_contact(mia, "Rosa")
    make_child(users.student, "Leo")
    as_(users.student).delete(f"/children/{make_child(users.student, 'Gone').pk}")
    for _ in range(2):
        as_(users.admin).get(f"/contacts?userId={users.student.pk}")
    assert reads() == [("Ada", "Mia", None, False), ("Ada", "Leo", None, False)]


def test_reading_the_contacts_of_a_child_is_recorded_for_it(users, mia):
    """Also by the account of its second guardian."""
    make_contact(mia, "Rosa")
    make_guardianship(mia, users.other_student, care=True)
    other = make_child(users.other_student, "Noa")
    path = f"/contacts?userId={users.other_student.pk}&childId="
    as_(users.admin).get(f"{path}{make_child(users.student, 'Leo').pk}", 404)
    assert reads() == []
    as_(users.admin).get(f"{path}{mia.pk}")
    assert reads() == [("Ada", "Mia", None, False)]
    as_(users.admin).get(f"{path}{other.pk}")
    assert reads()[1:] == [("Ada", "Noa", None, False)]


def test_the_own_sheet_and_contacts_leave_no_record(users, mia):
    as_(users.student).put(f"/care/{mia.pk}?userId={users.student.pk}", PEANUTS)
    as_(users.student).get(f"/care/{mia.pk}?userId={users.student.pk}")
    as_(users.student).get("/contacts")
    assert reads() == []


def test_an_admin_has_children_too(users):
    own = make_child(users.admin, "Ida")
    as_(users.admin).put(f"/care/{own.pk}", PEANUTS)
    assert as_(users.admin).get(f"/care/{own.pk}")["allergies"] == "Peanuts"
    assert reads() == []


def test_the_office_lists_what_is_missing_without_a_record(users, mia):
    make_child(users.other_student, "Zoe")
    rows = as_(users.admin).get(f"/care?userId={users.student.pk}")
    assert [(row["name"], "sheet" in row["missing"]) for row in rows] == [("Mia", True)]
    assert reads() == []


@pytest.mark.parametrize("role", ["other_student", "instructor"])
def test_nobody_else_may_name_a_family(users, mia, role):
    user = as_(getattr(users, role))
    with nothing_changes():
        user.get(f"/care?userId={users.student.pk}", 404)
        user.get(f"/care/{mia.pk}?userId={users.student.pk}", 404)
        user.put(f"/care/{mia.pk}?userId={users.student.pk}", PEANUTS, 404)


def test_an_admin_has_to_name_the_family_of_the_child(users, mia):
    with nothing_changes():
        for path in (f"/care/{mia.pk}", f"/care/{mia.pk}?userId={users.other_student.pk}"):
            as_(users.admin).get(path, 404)
            as_(users.admin).put(path, PEANUTS, 404)


@pytest.mark.parametrize("user_id", [*INVALID_IDS, "999999"])
def test_it_knows_no_other_account(users, mia, user_id):
    for path in ("/care", f"/care/{mia.pk}"):
        as_(users.admin).get(f"{path}?userId={user_id}", 404)


def test_it_changes_nothing_of_a_disabled_account(users, mia):
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    path = f"/care/{mia.pk}?userId={users.student.pk}"
    as_(users.admin).get(path)
    with nothing_changes():
        assert as_(users.admin).put(path, PEANUTS, 409)["code"] == "account_disabled"
        as_(users.admin).put(path, {}, 400)
