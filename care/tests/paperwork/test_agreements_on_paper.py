"""GET and POST /agreements, GET /agreements/{id} with `userId`: what a family has signed on paper."""

import pytest

from accounts.models import User
from care.models import Agreement
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_agreement, make_agreement_text, make_child
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def text(db):
    return make_agreement_text()


def paper(text, child, **changes):
    body = {"textId": str(text.pk), "childId": str(child.pk), "accepted": True, "typedName": "Sam R."}
    return body | {"onPaper": True, "seenOn": "2026-02-27"} | changes


def refused(user, account, body, status):
    with nothing_changes():
        return as_(user).post(f"/agreements?userId={account.pk}", body, status)


def test_the_office_records_a_signature_on_paper(users, mia, text, clock):
    path = f"/agreements?userId={users.student.pk}"
    signed = as_(users.admin).post(path, paper(text, mia), 201)
    lists = as_(users.admin).get(f"{path}&childId={mia.pk}")
    assert lists == as_(users.student).get(f"/agreements?childId={mia.pk}")
    (row,) = lists["signed"]
    recorded = {"typedName": "Sam R.", "onPaper": True, "seenOn": "2026-02-27", "recordedBy": "Ada"}
    assert row | recorded == row
    assert lists["toSign"] == []
    own = f"/agreements/{signed['insertedId']}"
    assert as_(users.admin).get(f"{own}?userId={users.student.pk}") == as_(users.student).get(own) == row
    assert Agreement.objects.get().signed_by == users.student


def test_what_a_family_signs_itself_is_not_on_paper(users, mia, text):
    body = paper(text, mia, onPaper=False)
    del body["seenOn"]
    as_(users.student).post(f"/agreements?userId={users.student.pk}", body, 201)
    (row,) = as_(users.student).get(f"/agreements?childId={mia.pk}")["signed"]
    assert (row["onPaper"], row["seenOn"], row["recordedBy"]) == (False, None, None)


def test_it_records_the_same_paper_once(users, mia, text):
    path = f"/agreements?userId={users.student.pk}"
    first = as_(users.admin).post(path, paper(text, mia), 201)
    assert as_(users.admin).post(path, paper(text, mia), 201) == first
    assert Agreement.objects.count() == 1
    later = as_(users.admin).post(path, paper(text, mia, seenOn="2026-02-28"), 201)
    assert later != first


@pytest.mark.parametrize("changes", [{"onPaper": False, "seenOn": None}, {"seenOn": None}])
def test_an_admin_signs_for_no_family(users, mia, text, clock, changes):
    body = {name: value for name, value in (paper(text, mia) | changes).items() if value is not None}
    assert list(refused(users.admin, users.student, body, 400)["fields"]) in (["onPaper"], ["seenOn"])


@pytest.mark.parametrize("seen_on", ["2026-03-02", "x", None])
def test_it_refuses_a_day_in_the_future_or_none(users, mia, text, clock, seen_on):
    assert list(refused(users.admin, users.student, paper(text, mia, seenOn=seen_on), 400)["fields"]) == ["seenOn"]


def test_it_takes_a_paper_that_was_seen_today(users, mia, text, clock):
    as_(users.admin).post(f"/agreements?userId={users.student.pk}", paper(text, mia, seenOn="2026-03-01"), 201)


def test_a_family_records_no_paper(users, mia, text):
    assert list(refused(users.student, users.student, paper(text, mia), 400)["fields"]) == ["onPaper"]


def test_an_admin_signs_for_own_children_like_everybody(users, text):
    ida = make_child(users.admin, "Ida")
    assert list(refused(users.admin, users.admin, paper(text, ida), 400)["fields"]) == ["onPaper"]
    body = {name: value for name, value in paper(text, ida).items() if name not in ("onPaper", "seenOn")}
    as_(users.admin).post("/agreements", body, 201)


@pytest.mark.parametrize("role", ["other_student", "instructor"])
def test_nobody_else_may_name_a_family(users, mia, text, role):
    user, agreement = getattr(users, role), make_agreement(mia, text)
    refused(user, users.student, paper(text, mia), 404)
    as_(user).get(f"/agreements?userId={users.student.pk}&childId={mia.pk}", 404)
    as_(user).get(f"/agreements/{agreement.pk}?userId={users.student.pk}", 404)


@pytest.mark.parametrize("user_id", [*INVALID_IDS, "999999"])
def test_it_knows_no_other_account(users, mia, text, user_id):
    as_(users.admin).post(f"/agreements?userId={user_id}", paper(text, mia), 404)
    as_(users.admin).get(f"/agreements?userId={user_id}&childId={mia.pk}", 404)
    assert not Agreement.objects.exists()


def test_it_knows_no_child_or_agreement_of_another_family(users, mia, text):
    agreement = make_agreement(mia, text)
    refused(users.admin, users.other_student, paper(text, mia), 404)
    as_(users.admin).get(f"/agreements?userId={users.other_student.pk}&childId={mia.pk}", 404)
    as_(users.admin).get(f"/agreements/{agreement.pk}?userId={users.other_student.pk}", 404)


def test_it_refuses_an_outdated_text_and_a_disabled_account(users, mia, text):
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    assert refused(users.admin, users.student, paper(text, mia), 409)["code"] == "account_disabled"
    User.objects.filter(pk=users.student.pk).update(is_active=True)
    make_agreement_text(version=2)
    assert refused(users.admin, users.student, paper(text, mia), 409)["code"] == "text_outdated"
