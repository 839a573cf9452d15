"""`manage.py seed_demo`: users, classes, seats and payments on an empty site, and nothing twice."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db.models import F, Sum

from accounts.models import Child, Role, User
from classes.models import (
    CampClass,
    Enrollment,
    Message,
    Season,
    Selection,
    Status,
    WaitlistEntry,
    scheduled_classes,
    shown_classes,
)
from core.pictures.urls import is_picture_url
from demo.seeding import camp, catalog, office, season
from demo.seeding.camp import Created, seed_camp
from demo.seeding.care import seed_care
from demo.seeding.users import ADMIN, INSTRUCTOR, INSTRUCTORS, STUDENT
from payments.models import Move, Payment, Refund
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_user

pytestmark = pytest.mark.django_db


def seed() -> Created:
    return seed_camp(now=NOW)


def all_rows() -> list[list[tuple[object, ...]]]:
    models = (User, Child, Season, CampClass, Enrollment, Selection, WaitlistEntry)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def test_it_fills_an_empty_site(stripe):
    out = StringIO()
    call_command("seed_demo", stdout=out)
    assert User.objects.instructors().count() >= 7
    assert User.objects.filter(role=Role.STUDENT).count() >= 30
    assert CampClass.objects.approved().count() >= 20
    assert CampClass.objects.filter(status=Status.PENDING).exists()
    assert all(CampClass.objects.filter(status=Status.DENIED).values_list("feedback", flat=True))
    seats = sum(each.enrolled for each in catalog.CLASSES)
    assert Payment.objects.filter(order__method="CARD").count() == seats + 1
    refunded = Payment.objects.get(state=Payment.State.REFUNDED)
    assert (refunded.student.email, refunded.class_name) == (STUDENT.email, catalog.CANCELED_BY_THE_STUDENT)
    assert refunded.refunded == refunded.price
    assert f"{len(catalog.CLASSES)} classes" in out.getvalue()
    admin = as_(User.objects.get(email=ADMIN.email))
    seated = Payment.objects.seated()
    paid = {"all": seated.aggregate(all=Sum("price"))["all"]}
    paid["back"] = Refund.objects.gone_back().filter(payment__in=seated).total()
    assert admin.get("/overview")["income"] == paid["all"] - paid["back"] > 0


def test_it_shows_what_the_office_has_done_once(stripe):
    for _ in range(2):
        call_command("seed_demo", stdout=StringIO())

    admin, sam = (as_(User.objects.get(email=each.email)) for each in (ADMIN, STUDENT))
    codes = {each["code"]: each for each in admin.get("/vouchers")}
    assert (codes[office.CODE]["uses"], codes["EARLYBIRD"]["canceledAt"] is None) == (1, False)
    payments = {each["nameClass"]: each for each in sam.get(f"/payments/{STUDENT.email}")}
    check = payments[office.CHECK_FOR]
    assert (check["childName"], check["listPrice"], check["price"]) == ("Leo Whitfield", 45, 38.25)
    assert payments[office.PARTLY_REFUNDED]["refundedAmount"] == 8
    (reservation,) = (each for each in sam.get(f"/selectClass?email={STUDENT.email}") if each["reservedUntil"])
    assert (reservation["nameClass"], reservation["discountText"]) == (office.RESERVED, "Sibling discount, 10%")
    assert (Move.objects.count(), Message.objects.get().recipients) == (1, 11)
    assert Payment.objects.filter(state=Payment.State.REFUNDED).count() == 1
    (season_id,) = Season.objects.filter(name__startswith="Summer").values_list("pk", flat=True)
    lacking = admin.get(f"/seasons/{season_id}/paperwork")
    assert [each["name"] for each in lacking] == ["Leo Whitfield"]


def test_it_creates_the_paperwork_of_one_child_once(clock):
    seed()
    for _ in range(2):
        seed_care(now=NOW)
    sam = as_(User.objects.get(email=STUDENT.email))
    mia, leo = sam.get("/care")
    assert (mia["name"], mia["missing"], leo["missing"]) == ("Mia Whitfield", [], ["sheet", "agreements"])
    assert sam.get(f"/care/{mia['childId']}")["allergies"] == "Peanuts"
    assert [contact["childIds"] for contact in sam.get("/contacts")] == [[mia["childId"], leo["childId"]]] * 2
    lists = [sam.get(f"/agreements?childId={each['childId']}") for each in (mia, leo)]
    assert [(len(each["toSign"]), len(each["signed"])) for each in lists] == [(0, 3), (3, 0)]


@pytest.mark.slow
def test_it_is_unknown_outside_the_demo():
    lines = (settings.BASE_DIR / ".ci" / "production.env").read_text().splitlines()
    production = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    done = subprocess.run(
        [sys.executable, "manage.py", "seed_demo"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"]} | production,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Unknown command: 'seed_demo'" in done.stderr


def test_it_creates_the_accounts_that_visitors_log_in_with():
    seed()
    for demo_user, role in ((ADMIN, "admin"), (INSTRUCTOR, "instructor"), (STUDENT, "student")):
        user = User.objects.get(email=f"{role}@camp.example")
        assert (user.name, user.role, user.email_verified) == (demo_user.name, role, True)
        assert user.firebase_uid is None
    assert User.objects.get(email="admin@camp.example").check_password("Camp-2003!")
    others = User.objects.exclude(email="admin@camp.example")
    assert not any(user.has_usable_password() for user in others)


def test_it_creates_people_as_the_auth_emulator_knows_them():
    seed()
    identities = json.loads((settings.BASE_DIR / "standins" / "firebase" / "users.json").read_text())
    for identity in identities:
        user = User.objects.get(email=identity["email"])
        assert (user.name, user.photo) == (identity["displayName"], identity["photoUrl"])


def test_it_gives_the_instructor_classes_in_each_status_and_the_student_seats_and_a_selection():
    seed()
    instructor = User.objects.get(email="instructor@camp.example")
    assert set(instructor.classes_taught.values_list("status", flat=True)) == {"Approved", "Pending", "Denied"}
    student = User.objects.get(email="student@camp.example")
    assert [each.camp_class.name for each in student.selections.all()] == [catalog.SELECTED_BY_THE_STUDENT]
    assert {each.camp_class.name for each in student.enrollments.all()} == set(catalog.PAID_BY_THE_STUDENT)


def test_it_gives_the_student_two_children_of_the_ages_of_the_camp():
    seed()
    student = User.objects.get(email="student@camp.example")
    assert {child.name: child.age_on(NOW.date()) for child in student.children.all()} == {
        "Mia Whitfield": 9,
        "Leo Whitfield": 6,
    }


def test_it_does_not_restore_deleted_children():
    seed()
    Child.objects.update(name="Deleted child", born_on=None, deleted_at=NOW)
    before = all_rows()
    seed()
    assert all_rows() == before


def test_it_never_exceeds_a_capacity():
    seed()
    counted = {row.name: row for row in shown_classes()}
    assert {name: row.enrolled for name, row in counted.items()} == {
        each.name: each.enrolled for each in catalog.CLASSES
    }
    assert all(row.enrolled <= row.capacity for row in counted.values())
    assert any(row.enrolled == row.capacity for row in counted.values())
    assert not any(row.enrolled for row in counted.values() if row.status != Status.APPROVED)


def test_it_creates_waitlists_of_sold_out_classes():
    seed()
    for name, number in catalog.WAITING.items():
        camp_class = shown_classes().get(name=name)
        assert (camp_class.unsold_seats, camp_class.waiting) == (0, number)
        enrolled = camp_class.enrollments.values("student")
        assert not camp_class.waitlist.filter(student__in=enrolled).exists()
        assert [entry.joined_at for entry in camp_class.waitlist.in_order()] == [
            NOW - timedelta(days=day) for day in range(number, 0, -1)
        ]


def test_it_stores_a_picture_for_each_class_and_photo():
    seed()
    urls = [
        *CampClass.objects.values_list("image", flat=True),
        *User.objects.exclude(photo="").values_list("photo", flat=True),
    ]
    assert all(map(is_picture_url, urls))
    assert all(default_storage.exists(url.removeprefix("/media/")) for url in urls)
    assert len(set(urls)) == len(urls)


def test_it_shows_the_classes_in_the_public_list():
    seed()
    listed = as_(None).get("/classes")
    assert len(listed) == CampClass.objects.listed().count()
    assert {row["price"] for row in listed} >= {0.0, 12.5, 145.0}


def test_it_changes_nothing_when_run_again():
    seed()
    before = all_rows()
    assert seed() == Created(users=0, classes=0, seats=0)
    assert all_rows() == before


def test_it_leaves_edited_rows_as_they_are():
    seed()
    CampClass.objects.filter(name="Glaze Lab").update(price=60, image="https://pictures.example/mine.jpg")
    Enrollment.objects.filter(camp_class__name="Paper Valleys").delete()
    Selection.objects.all().delete()
    before = all_rows()
    seed()
    assert all_rows() == before


def test_it_restores_a_lost_picture():
    seed()
    name = CampClass.objects.get(name="Glaze Lab").image.removeprefix("/media/")
    default_storage.delete(name)
    seed()
    assert default_storage.exists(name)


def test_it_leaves_other_classes_alone():
    mine = make_class(make_user("ines", Role.INSTRUCTOR))
    seed()
    mine.refresh_from_db()
    assert mine.enrollments.count() == 0
    assert CampClass.objects.count() == len(catalog.CLASSES) + 1


def test_it_creates_no_rows_after_a_failure(monkeypatch):
    def fail(*args: object) -> int:
        raise RuntimeError

    monkeypatch.setattr(camp, "_create_seats", fail)
    with pytest.raises(RuntimeError):
        seed()
    assert not any(all_rows())


def test_it_shows_children_today_to_the_instructor_who_substitutes(clock):
    seed()
    (lesson,) = as_(User.objects.get(email=INSTRUCTOR.email)).get("/today")
    assert (lesson["nameClass"], lesson["substituteName"]) == ("Carve a Spoon", INSTRUCTOR.name)
    rows = lesson["rows"]
    assert len(rows) == 9
    assert all(row["guardianName"] for row in rows)
    assert {row["allergies"] for row in rows} == {"Peanuts", "Bee stings", "Milk", "", None}
    assert [row["name"] for row in rows if row["barred"]] == [rows[0]["name"]]


@pytest.mark.parametrize("month", range(1, 13))
def test_it_creates_seasons_that_have_ended_are_open_and_will_open(month):
    now = NOW.replace(month=month, day=28)
    for _ in range(2):
        seed_camp(now=now)
    assert_most_classes_are_in_the_coming_summer(now)
    assert_classes_are_in_their_seasons(now)


def assert_most_classes_are_in_the_coming_summer(now):
    """Two are over, one is running, and some have no date."""
    classes = list(scheduled_classes().approved())
    dated = [each for each in classes if each.first_start]
    future = [each for each in dated if each.first_start > now]
    assert sum(each.ended_at is not None for each in classes) == 2
    assert [each.name for each in dated if each.first_start <= now and each.ended_at is None] == ["Carve a Spoon"]
    assert len(classes) - len(dated) == 2
    assert len(future) >= 15
    for each in future:
        assert now + timedelta(days=14) <= each.first_start
        assert each.first_start.month in (6, 7, 8)
        assert each.last_start - now < timedelta(days=500)
    assert CampClass.objects.get(name=catalog.SELECTED_BY_THE_STUDENT) in future
    early = Enrollment.objects.filter(camp_class__lessons__starts_at__lt=F("confirmed_at"))
    assert not early.exists()


def assert_classes_are_in_their_seasons(now):
    past, summer, late = Season.objects.order_by("starts_on")
    assert [each for each in Season.objects.all() if each.has_ended(now.date())] == [past]
    assert [each.opening.is_open(now) for each in (past, summer, late)] == [True, True, False]
    approved = scheduled_classes().approved()
    assert [approved.filter(season=each).count() for each in (past, late, None)] == [2, 2, 1]
    assert {each.name for each in late.classes.all()} == {"Stitch a Bouquet", "Marbled Papers"}
    assert not Enrollment.objects.filter(camp_class__season=late).exists()
    for each in approved.filter(season__isnull=False, first_start__isnull=False):
        assert each.season.starts_on <= each.first_start.date() <= each.last_start.date() <= each.season.ends_on


def test_it_offers_clay_on_mornings_of_the_second_week_of_july_for_a_nine_year_old():
    for year in range(2026, 2036):
        plans = [season.PLANS[each.name] for each in catalog.CLASSES if each.status == "Approved"]
        clay = [plan for plan in plans if plan.craft == "clay" and plan.hours == season.MORNING and plan.ages[0] <= 9]
        days = [lesson.starts_at.day for plan in clay for lesson in plan.lessons(datetime(year, 1, 1, tzinfo=UTC))]
        assert any(6 <= day <= 14 for day in days)


def test_it_gives_every_class_a_plan_and_every_instructor_a_bio():
    assert set(season.PLANS) == {each.name for each in catalog.CLASSES}
    assert {plan.craft for plan in season.PLANS.values()} == {name.lower() for name in season.CRAFTS}
    assert all(instructor.bio for instructor in INSTRUCTORS)
