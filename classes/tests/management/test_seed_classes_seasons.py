"""manage.py seed_classes FILE: the season of a class."""

from datetime import date

import pytest

from accounts.models import Role
from classes.models import CampClass
from testing.clients.admin import AdminClient
from testing.factories import make_class, make_season, make_user
from testing.factories.season_files import CLAY, seed, seed_error, users_and_classes

pytestmark = pytest.mark.django_db

LESSON = {"lessons": "2027-07-05 09:00-12:00"}


@pytest.fixture
def summer():
    return make_season()


@pytest.fixture
def fall():
    return make_season("Fall 2027", starts_on=date(2027, 9, 6), ends_on=date(2027, 11, 26))


def test_it_finds_the_season_by_name_or_slug(write_seed_file, summer, fall):
    names = {"Clay": "Summer 2027", "Felt": "FALL-2027", "Glass": ""}
    rows = [CLAY | {"nameClass": name, "season": season} for name, season in names.items()]

    seed(write_seed_file(rows, "season.json"))

    found = dict(CampClass.objects.values_list("name", "season__name"))
    assert found == {"Clay": "Summer 2027", "Felt": "Fall 2027", "Glass": None}


def test_it_names_an_unknown_season_with_row_and_column(write_seed_file, summer):
    error = seed_error(write_seed_file("Class,Email,Instructor,Price,Seats,Season\nClay,i@x.example,Ines,5,3,Winter\n"))

    assert "row 2, Season: Please choose a season from the list: Summer 2027." in str(error)


def test_it_creates_the_same_class_in_another_season(write_seed_file, summer, fall):
    rows = [CLAY | LESSON | {"season": season.slug} for season in (summer, fall)]
    for _ in range(2):
        report = seed(write_seed_file(rows, "season.json"))

    assert "Classes created: 0. Classes that already exist: 2." in report
    assert sorted(CampClass.objects.values_list("season__slug", flat=True)) == ["fall-2027", "summer-2027"]
    assert "already" not in report.partition("\n")[2]


def test_it_takes_a_row_without_a_season_for_a_class_of_any(write_seed_file, summer):
    seed(write_seed_file([CLAY | LESSON | {"season": summer.slug}], "season.json"))

    assert "Classes created: 0. Classes that already exist: 1." in seed(write_seed_file([CLAY | LESSON]))


def test_it_refuses_the_same_class_twice_in_one_season(write_seed_file, summer):
    error = seed_error(write_seed_file([CLAY | LESSON | {"season": summer.slug}] * 2, "season.json"))

    assert "class 2, nameClass: class 1 has the same class of this instructor." in str(error)


def test_it_reads_what_the_django_admin_exports_of_two_seasons(write_seed_file, summer, fall):
    ines = make_user("ines", Role.INSTRUCTOR)
    for season in (summer, fall, None):
        make_class(ines, "Clay", season=season)
    chosen = {"action": "export_csv", "_selected_action": list(CampClass.objects.values_list("pk", flat=True))}
    exported = AdminClient(make_user("ada", Role.ADMIN)).post("/admin/classes/campclass/", chosen).content
    path = write_seed_file(exported)
    before = users_and_classes()

    assert "Classes created: 0. Classes that already exist: 3." in seed(path)

    assert users_and_classes() == before
    fall.classes.all().delete()
    seed(path)
    assert fall.classes.count() == 1
