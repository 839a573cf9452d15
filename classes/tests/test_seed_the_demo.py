"""`manage.py seed_classes --demo`: a believable camp on a new site, and nothing twice."""

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from accounts.models import Role, User
from camp.lib.pictures import is_picture_address
from camp.testing import as_, make_class, make_user
from classes import picture_files
from classes.demo import camp, people, season
from classes.demo.pictures import CLASS_SIZE, PORTRAIT_SIZE
from classes.models import CampClass, Enrollment, Selection, Status
from classes.tests.darkroom import picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """Which pictures were drawn; they are all alike here, test_demo_pictures.py looks at the real ones."""
    names: list[str] = []

    def drawing(size: tuple[int, int]) -> Callable[[str, object], bytes]:
        content = picture("WEBP", size)

        def draw(name: str, kind: object) -> bytes:
            names.append(name)
            return content

        return draw

    monkeypatch.setattr(picture_files, "_narrowed", lambda wide, width: b"a narrower picture")
    monkeypatch.setattr(camp, "draw_class", drawing(CLASS_SIZE))
    monkeypatch.setattr(camp, "draw_portrait", drawing(PORTRAIT_SIZE))
    return names


def seed() -> str:
    out = StringIO()
    call_command("seed_classes", "--demo", stdout=out, stderr=StringIO())
    return out.getvalue()


def everything() -> list[list[tuple[object, ...]]]:
    rows = (User.objects, CampClass.objects, Enrollment.objects, Selection.objects)
    return [list(manager.order_by("pk").values_list()) for manager in rows]


def test_it_fills_a_new_site():
    said = seed()
    assert User.objects.instructors().count() >= 7
    assert User.objects.filter(role=Role.STUDENT).count() >= 30
    assert CampClass.objects.approved().count() >= 20
    assert CampClass.objects.filter(status=Status.PENDING).exists()
    assert all(CampClass.objects.filter(status=Status.DENIED).values_list("feedback", flat=True))
    assert f"{len(season.OFFERS)} classes" in said


def test_the_demo_people_can_log_in():
    seed()
    for person, role in ((people.ADMIN, "admin"), (people.INSTRUCTOR, "instructor"), (people.STUDENT, "student")):
        user = User.objects.get(email=f"{role}@camp.example")
        assert (user.name, user.role, user.email_verified) == (person.name, role, True)
        assert user.firebase_uid is None
    assert User.objects.get(email="admin@camp.example").check_password("Camp-2003!")
    others = User.objects.exclude(email="admin@camp.example")
    assert not any(user.has_usable_password() for user in others)


def test_the_identity_provider_knows_them_as_the_site_does(settings):
    seed()
    known = json.loads((settings.BASE_DIR / "standins" / "firebase" / "people.json").read_text())
    for identity in known:
        user = User.objects.get(email=identity["email"])
        assert (user.name, user.photo) == (identity["displayName"], identity["photoUrl"])


def test_no_published_password_on_a_site_that_is_no_demo(settings):
    settings.DEMO = False
    seed()
    assert not User.objects.filter(role=Role.ADMIN).exists()
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_the_instructor_has_classes_in_each_state_and_the_student_a_choice():
    seed()
    assert set(User.objects.get(email="instructor@camp.example").classes_taught.values_list("status", flat=True)) == {
        "Approved",
        "Pending",
        "Denied",
    }
    student = User.objects.get(email="student@camp.example")
    assert [choice.camp_class.name for choice in student.selections.all()] == [season.CHOSEN_BY_THE_STUDENT]
    assert not student.enrollments.exists()


def test_seats_are_taken_but_never_too_many():
    seed()
    counted = {row.name: row for row in CampClass.objects.counted()}
    assert {name: row.enrolled for name, row in counted.items()} == {o.name: o.taken for o in season.OFFERS}
    assert all(row.enrolled <= row.capacity for row in counted.values())
    assert any(row.enrolled == row.capacity for row in counted.values())
    assert not any(row.enrolled for row in counted.values() if row.status != Status.APPROVED)


def test_pictures_are_kept_in_the_site_s_storage():
    seed()
    addresses = [
        *CampClass.objects.values_list("image", flat=True),
        *User.objects.exclude(photo="").values_list("photo", flat=True),
    ]
    assert all(map(is_picture_address, addresses))
    assert all(default_storage.exists(address.removeprefix("/media/")) for address in addresses)
    assert len(set(addresses)) == len(addresses)
    wide = [address for address in addresses if "-w1200" in address]
    assert len(wide) == CampClass.objects.count()
    narrower = [address.replace("-w1200", f"-w{width}") for address in wide for width in (480, 800)]
    assert all(default_storage.exists(address.removeprefix("/media/")) for address in narrower)


def test_the_public_list_shows_it():
    seed()
    listed = as_(None).get("/classes")
    assert len(listed) == CampClass.objects.approved().count()
    assert {row["price"] for row in listed} >= {0.0, 0.5, 27.99}


def test_a_second_run_changes_and_draws_nothing(drawn):
    seed()
    before, pictures = everything(), len(drawn)
    said = seed()
    assert everything() == before
    assert len(drawn) == pictures
    assert "0 people, 0 classes, 0 seats new" in said


def test_what_people_changed_stays(drawn):
    seed()
    CampClass.objects.filter(name="Glaze Lab").update(price=60, image="https://pictures.example/mine.jpg")
    Enrollment.objects.filter(camp_class__name="Paper Valleys").delete()
    Selection.objects.all().delete()
    before = everything()
    seed()
    assert everything() == before


def test_a_lost_picture_is_drawn_again(drawn):
    seed()
    image = CampClass.objects.get(name="Glaze Lab").image
    default_storage.delete(image.removeprefix("/media/"))
    drawn.clear()
    seed()
    assert drawn == ["Glaze Lab"]
    assert default_storage.exists(image.removeprefix("/media/"))


def test_it_leaves_what_was_there_alone():
    mine = make_class(make_user("ines", Role.INSTRUCTOR))
    seed()
    mine.refresh_from_db()
    assert mine.enrollments.count() == 0
    assert CampClass.objects.count() == len(season.OFFERS) + 1


def test_a_failure_leaves_no_half_of_a_camp(monkeypatch):
    def fail(*args: object) -> int:
        raise RuntimeError("the power went")

    monkeypatch.setattr(camp, "_take_seats", fail)
    with pytest.raises(RuntimeError):
        seed()
    assert everything() == [[], [], [], []]


def test_a_dry_run_is_for_files():
    with pytest.raises(CommandError) as refused:
        call_command("seed_classes", "--demo", "--dry-run")
    assert refused.value.returncode == 2
    assert not User.objects.exists()
