"""GET /care, GET and PUT /care/{childId}: what the guardian tells about a child."""

from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.utils import timezone

from care.models import CareSheet
from care.paperwork.sheets import put_unreadable_alert
from mail.models import Alert
from testing.clients.api import INVALID_IDS, as_
from testing.factories import NOW, make_child, make_class, make_enrollment, make_season
from testing.snapshots import tables_with

pytestmark = pytest.mark.django_db

TEXTS = {
    "allergies": "Quittenpollen",
    "whatToDo": "Autoinjektor",
    "medication": "Zetirizin",
    "needs": "Hörgerät",
    "diet": "Ziegenmilch",
    "doctor": "Dr. Quendel",
}
EMPTY = dict.fromkeys(TEXTS, "")


def sheets():
    return list(CareSheet.objects.order_by("pk").values())


def test_it_saves_what_the_guardian_tells(users, mia, clock):
    empty = EMPTY | {"readable": True, "nothingToTell": False, "keep": False, "confirmedAt": None}
    before = as_(users.student).get(f"/care/{mia.pk}")
    assert before == empty | {"missing": ["phone", "contact", "pickup", "sheet"]}
    assert as_(users.student).put(f"/care/{mia.pk}", TEXTS | {"keep": True}) == {"modifiedCount": 1}
    saved = as_(users.student).get(f"/care/{mia.pk}")
    assert saved == TEXTS | {
        "readable": True,
        "nothingToTell": False,
        "keep": True,
        "confirmedAt": "2026-03-01T09:00:00Z",
        "missing": ["phone", "contact", "pickup"],
    }


def test_it_replaces_the_whole_sheet(users, mia):
    as_(users.student).put(f"/care/{mia.pk}", TEXTS)
    as_(users.student).put(f"/care/{mia.pk}", {"diet": "Ziegenmilch"})
    saved = as_(users.student).get(f"/care/{mia.pk}")
    assert {name: saved[name] for name in TEXTS} == EMPTY | {"diet": "Ziegenmilch"}
    as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
    saved = as_(users.student).get(f"/care/{mia.pk}")
    assert (saved["nothingToTell"], {name: saved[name] for name in TEXTS}) == (True, EMPTY)
    assert CareSheet.objects.get().secret == ""


def test_it_lists_all_own_children(users, mia, leo):
    make_child(users.other_student, "Zoe")
    as_(users.student).put(f"/care/{leo.pk}", {"nothingToTell": True})
    missing = ["phone", "contact", "pickup"]
    first, second = as_(users.student).get("/care")
    assert first == {"childId": str(mia.pk), "name": "Mia", "confirmedAt": None, "missing": [*missing, "sheet"]}
    assert (second["childId"], second["missing"], bool(second["confirmedAt"])) == (str(leo.pk), missing, True)


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        as_(users.student).get(f"/care/{id}", 404)
        as_(users.student).put(f"/care/{id}", TEXTS, 404)


def test_it_refuses_another_familys_child_and_a_deleted_one(users, mia):
    zoe = make_child(users.other_student, "Zoe")
    as_(users.student).delete(f"/children/{mia.pk}")
    for child in (zoe, mia):
        as_(users.student).get(f"/care/{child.pk}", 404)
        as_(users.student).put(f"/care/{child.pk}", TEXTS, 404)
    assert sheets() == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "nothingToTell"),
        (TEXTS | {"nothingToTell": True}, "nothingToTell"),
        ({"allergies": "x" * 2001}, "allergies"),
        ({"allergies": None}, "allergies"),
        ({"diet": "nul\0"}, "diet"),
        (TEXTS | {"keep": "x"}, "keep"),
    ],
)
def test_it_refuses_bad_input(users, mia, body, field):
    as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
    before = sheets()
    assert list(as_(users.student).put(f"/care/{mia.pk}", body, 400)["fields"]) == [field]
    assert sheets() == before


def test_it_confirms_for_the_season_of_the_next_seat(users, mia, leo):
    today = timezone.now().date()
    spring = make_season("Spring", starts_on=today, ends_on=today + timedelta(days=30))
    summer = make_season("Summer", starts_on=today + timedelta(days=60), ends_on=today + timedelta(days=90))
    make_enrollment(users.student, make_class(users.instructor, season=summer), leo)
    for child in (mia, leo):
        as_(users.student).put(f"/care/{child.pk}", {"nothingToTell": True})
    assert dict(CareSheet.objects.values_list("child", "season")) == {mia.pk: spring.pk, leo.pk: summer.pk}


def test_it_stores_nothing_in_clear(users, mia, caplog):
    as_(users.student).put(f"/care/{mia.pk}", TEXTS)
    as_(users.student).get(f"/care/{mia.pk}")
    for word in TEXTS.values():
        assert tables_with(word) == []
        assert word not in caplog.text


class TestUnreadable:
    """A sheet that no key decrypts is not shown as an empty one."""

    def test_it_says_so_without_the_key(self, users, mia, settings):
        as_(users.student).put(f"/care/{mia.pk}", TEXTS)
        for keys in ([Fernet.generate_key().decode()], []):
            settings.CARE_KEYS = keys
            shown = as_(users.student).get(f"/care/{mia.pk}")
            assert (shown["readable"], shown["nothingToTell"], shown["allergies"]) == (False, False, "")
            assert shown["confirmedAt"] is not None
        assert as_(users.student).put(f"/care/{mia.pk}", TEXTS, 503)["code"] == "care_unreadable"

    def test_the_guardian_can_write_it_again(self, users, mia):
        as_(users.student).put(f"/care/{mia.pk}", TEXTS)
        CareSheet.objects.update(secret="x")
        as_(users.student).put(f"/care/{mia.pk}", TEXTS)
        assert as_(users.student).get(f"/care/{mia.pk}")["readable"] is True

    def test_it_refuses_a_text_of_another_child(self, users, mia, leo):
        """Somebody who can write to the database cannot move one child's text to another child."""
        for child in (mia, leo):
            as_(users.student).put(f"/care/{child.pk}", TEXTS)
        CareSheet.objects.filter(child=leo).update(secret=CareSheet.objects.get(child=mia).secret)
        shown = as_(users.student).get(f"/care/{leo.pk}")
        assert (shown["readable"], shown["allergies"]) == (False, "")

    def test_the_admins_are_told_once_a_day_how_many(self, users, mia, leo, clock):
        for child in (mia, leo):
            as_(users.student).put(f"/care/{child.pk}", TEXTS)
        put_unreadable_alert(now=NOW)
        assert not Alert.objects.exists()
        CareSheet.objects.filter(child=leo).update(secret="x")
        for hours in (1, 2, 24):
            put_unreadable_alert(now=NOW + timedelta(hours=hours))
        alerts = Alert.objects.order_by("created_at").values_list("kind", "facts__number", "created_at")
        assert list(alerts) == [("care_unreadable", 1, NOW + timedelta(hours=hours)) for hours in (1, 24)]
