"""GET and POST /seasons/{id}/paperwork, POST /papers: the office sees who lacks what, and writes to all of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from care.models import PaperSeen
from care.paperwork import due
from classes.models import Enrollment
from core.names import NO_EMAIL
from mail.models import OutboxEmail
from mail.rendering import render
from testing.clients.api import INVALID_IDS, as_
from testing.emails import assert_says
from testing.factories import make_child, make_class, make_contact, make_enrollment, make_season, make_user
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):
    today = timezone.now().date()
    return make_season(starts_on=today + timedelta(days=30), ends_on=today + timedelta(days=60))


@pytest.fixture
def clay(users, season):
    return make_class(users.instructor, season=season)


@pytest.fixture
def _seats(users, clay, mia, leo):
    """Mia lacks contacts; Leo and Zoe, of another family, lack nothing; Olga has no paperwork."""
    users.student.phone = users.other_student.phone = "(555) 010-2003"
    users.student.save()
    users.other_student.save()
    zoe = make_child(users.other_student, "Zoe")
    for child in (mia, leo, zoe):
        make_enrollment(child.guardian, clay, child)
    for child in (leo, zoe):
        make_contact(child, phone="555 0100", emergency=True, may_pick_up=True)
        as_(child.guardian).put(f"/care/{child.pk}", {"nothingToTell": True})
    make_enrollment(users.other_student, clay)


@pytest.mark.usefixtures("_seats")
def test_it_lists_who_lacks_what(users, season, clay, mia):
    felt = make_class(users.instructor, "Felt", season=season)
    make_enrollment(users.student, felt, mia)
    make_enrollment(users.student, make_class(users.instructor, "Elsewhere"), make_child(users.student, "Ida"))
    assert as_(users.admin).get(f"/seasons/{season.pk}/paperwork") == [
        {
            "childId": str(mia.pk),
            "name": "Mia",
            "guardianId": str(users.student.pk),
            "guardianName": "Sam",
            "email": "sam@camp.example",
            "phone": "(555) 010-2003",
            "classes": [
                {"classId": str(clay.pk), "nameClass": clay.name},
                {"classId": str(felt.pk), "nameClass": "Felt"},
            ],
            "missing": ["contact", "pickup", "sheet"],
        }
    ]


@pytest.fixture
def names(users, season, clay, _seats):
    """Lists the names, of Ida and Zoé too, the children of Uma. Zoé lacks a part more than Ida and Mia."""
    uma = make_user("uma")
    zoe, ida = make_child(uma, "Zoé"), make_child(uma, "Ida")
    for child in (zoe, ida):
        make_enrollment(uma, clay, child)
    make_contact(ida, phone="555 0100", emergency=True)

    def names(query=""):
        return [each["name"] for each in as_(users.admin).get(f"/seasons/{season.pk}/paperwork{query}")]

    return names


def test_it_lists_them_page_by_page(users, season, names):
    everyone = as_(users.admin).get(f"/seasons/{season.pk}/paperwork")
    first = as_(users.admin).client.get(f"/seasons/{season.pk}/paperwork?limit=2")
    assert first.json() == everyone[:2]
    assert first.headers["X-Total-Count"] == "3"
    assert names(f"?limit=2&after={everyone[1]['childId']}") == ["Zoé"]


@pytest.mark.parametrize(("sort", "order"), [("", ["Ida", "Mia", "Zoé"]), ("missing", ["Zoé", "Ida", "Mia"])])
def test_it_continues_where_a_child_was(users, season, names, sort, order):
    path = f"/seasons/{season.pk}/paperwork"
    first = as_(users.admin).client.get(f"{path}?sort={sort}&limit=1")
    Enrollment.objects.filter(child=int(first.json()[0]["childId"])).delete()
    assert names(f"?sort={sort}&limit=1&after={first['X-Next-After']}") == order[1:2]


def test_it_continues_where_a_child_was_that_lacks_less_by_now(users, names, season):
    path = f"/seasons/{season.pk}/paperwork?sort=missing"
    first = as_(users.admin).client.get(f"{path}&limit=1")
    as_(User.objects.get(name="Uma")).put(f"/care/{first.json()[0]['childId']}", {"nothingToTell": True})
    assert names(f"?sort=missing&after={first['X-Next-After']}") == ["Ida", "Mia", "Zoé"]


def test_it_lists_only_those_who_lack_something_in_a_long_list_too(names, monkeypatch):
    monkeypatch.setattr(due, "MAX_IDS", 0)
    assert names() == ["Ida", "Mia", "Zoé"]
    assert names("?missing=contact") == ["Mia", "Zoé"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=MÍA sam", ["Mia"]),
        ("q=uma@camp", ["Ida", "Zoé"]),
        ("q=zoe", ["Zoé"]),
        ("q=leo", []),
        ("q=-", []),
        ("missing=contact", ["Mia", "Zoé"]),
        ("missing=phone&q=ida", ["Ida"]),
        ("missing=agreements", []),
        ("sort=missing", ["Zoé", "Ida", "Mia"]),
        ("sort=missing&limit=1", ["Zoé"]),
        ("missing=&q=&sort=", ["Ida", "Mia", "Zoé"]),
    ],
)
def test_it_finds_and_sorts_them(names, query, found):
    assert names(f"?{query}") == found


@pytest.mark.usefixtures("_seats")
@pytest.mark.parametrize("query", ["limit=0", "after=999999", "sort=name", f"q={'x' * 201}", f"missing={'x' * 51}"])
def test_it_refuses_a_bad_query(users, season, query):
    field = query.partition("=")[0]
    assert list(as_(users.admin).get(f"/seasons/{season.pk}/paperwork?{query}", 400)["fields"]) == [field]


@pytest.mark.usefixtures("_seats")
def test_it_writes_to_all_of_them_once_a_day(users, season, clay, clock):
    ida = make_child(make_user("uma"), "Ida")
    make_enrollment(ida.guardian, clay, ida)
    assert as_(users.admin).post(f"/seasons/{season.pk}/paperwork") == {"sent": 2}
    assert as_(users.admin).post(f"/seasons/{season.pk}/paperwork") == {"sent": 0}
    clock.shift(timedelta(days=1))
    assert as_(users.admin).post(f"/seasons/{season.pk}/paperwork") == {"sent": 2}
    emails = OutboxEmail.objects.filter(recipient=users.student)
    assert [email.kind for email in emails] == ["care_due"] * 2
    rendered = render(emails[0], timezone.now())
    assert rendered.subject == "A few minutes of paperwork for Summer 2027"
    lacks = "Mia: an emergency contact, who may pick up your child, the care sheet"
    assert_says(rendered, "For Summer 2027 we still need", lacks)


@pytest.mark.usefixtures("_seats")
def test_it_neither_writes_to_an_account_without_an_address_nor_counts_it(users, season, clay):
    ida = make_child(make_user("uma"), "Ida")
    make_enrollment(ida.guardian, clay, ida)
    users.student.email = f"1{NO_EMAIL}"
    users.student.save()
    assert as_(users.admin).post(f"/seasons/{season.pk}/paperwork") == {"sent": 1}
    rows = as_(users.admin).get(f"/seasons/{season.pk}/paperwork")
    assert {each["email"] for each in rows} == {"", "uma@camp.example"}
    assert [email.recipient for email in OutboxEmail.objects.all()] == [ida.guardian]


@pytest.mark.usefixtures("_seats")
def test_a_dry_run_names_whom_it_cannot_reach_and_writes_to_nobody(users, season, clay):
    path, dry = f"/seasons/{season.pk}/paperwork", {"dryRun": True}
    caller = make_user("cora", phone="555 0142")
    User.objects.filter(pk=caller.pk).update(email=f"1{NO_EMAIL}")
    uma = make_user("uma")
    User.objects.filter(pk=uma.pk).update(wants_reminders=False)
    for guardian in (caller, uma):
        make_enrollment(guardian, clay, make_child(guardian, f"Of {guardian.name}"))
    unreached = [
        {"userId": str(caller.pk), "name": "Cora", "phone": "555 0142"},
        {"userId": str(uma.pk), "name": "Uma", "phone": ""},
    ]
    with nothing_changes():
        assert as_(users.admin).post(path, dry) == {"sent": 0, "recipients": 1, "unreached": unreached}
    assert as_(users.admin).post(path) == {"sent": 1}
    assert as_(users.admin).post(path, dry) == {"sent": 0, "recipients": 0, "unreached": unreached}
    assert list(as_(users.admin).post(path, {"dryRun": "x"}, 400)["fields"]) == ["dryRun"]
    as_(users.admin).post("/seasons/999999/paperwork", dry, 404)


@pytest.mark.usefixtures("_seats")
def test_it_does_not_write_to_an_account_that_wants_no_reminders(users, season):
    as_(users.student).patch("/users/me/email", {"wantsReminders": False})
    assert as_(users.admin).post(f"/seasons/{season.pk}/paperwork") == {"sent": 0}
    assert not OutboxEmail.objects.exists()


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.admin).get(f"/seasons/{id}/paperwork", 404)
        as_(users.admin).post(f"/seasons/{id}/paperwork", status=404)


@pytest.mark.usefixtures("_seats")
def test_it_lists_many_children_with_the_same_statements(users, season, clay, count_queries):
    one = count_queries(as_(users.admin), f"/seasons/{season.pk}/paperwork")
    for name in ("Ida", "Max"):
        make_enrollment(users.student, clay, make_child(users.student, name))
    assert len(as_(users.admin).get(f"/seasons/{season.pk}/paperwork")) == 3
    assert count_queries(as_(users.admin), f"/seasons/{season.pk}/paperwork") == one


class TestPapers:
    def test_it_records_a_paper_for_the_coming_season(self, users, season, mia):
        body = {"childId": str(mia.pk), "kind": "immunization", "seenOn": "2026-01-05"}
        first = as_(users.admin).post("/papers", body, 201)
        again = as_(users.admin).post("/papers", body | {"seenOn": "2026-02-05"}, 200)
        assert first == again
        paper = PaperSeen.objects.get()
        assert (paper.child_id, paper.season_id, paper.seen_by) == (mia.pk, season.pk, users.admin)
        assert (paper.kind, str(paper.seen_on)) == ("immunization", "2026-02-05")

    @pytest.mark.parametrize(
        "change", [{"kind": "With spaces"}, {"kind": ""}, {"kind": "x" * 41}, {"seenOn": "2999-01-05"}, {"seenOn": ""}]
    )
    def test_it_refuses_bad_input(self, users, mia, change):
        body = {"childId": str(mia.pk), "kind": "immunization", "seenOn": "2026-01-05"} | change
        assert list(as_(users.admin).post("/papers", body, 400)["fields"]) == list(change)
        assert not PaperSeen.objects.exists()

    def test_it_refuses_an_unknown_and_a_deleted_child(self, users, mia):
        as_(users.student).delete(f"/children/{mia.pk}")
        for child_id in ("999999", str(mia.pk)):
            as_(users.admin).post("/papers", {"childId": child_id, "kind": "x", "seenOn": "2026-01-05"}, 404)
        assert not PaperSeen.objects.exists()
