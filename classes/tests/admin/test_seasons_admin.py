"""Seasons in the Django admin, and the season of a class there."""

from datetime import UTC, date, datetime

import pytest

from classes.models import CampClass, Enrollment, Season
from mail.models import OutboxEmail
from testing.factories import make_class, make_ended_season, make_hold, make_season
from testing.steps.class_edits import class_form

SEASONS, CLASSES = "/admin/classes/season/", "/admin/classes/campclass/"
FORM = {
    "name": "Summer 2027",
    "starts_on": "2027-07-05",
    "ends_on": "2027-08-27",
    "opens_at_0": "2027-01-09",
    "opens_at_1": "09:00:00",
    "sibling_percent": "10",
}
OPENING = datetime(2027, 1, 9, 14, tzinfo=UTC)


def test_it_creates_a_season_at_the_time_of_the_camp(admin_client, new_york):
    admin_client.post(f"{SEASONS}add/", FORM)
    season = Season.objects.get()
    assert (season.slug, season.opens_at, season.returning_opens_at) == ("summer-2027", OPENING, None)
    assert season.sibling_percent == 10


def test_it_changes_a_season_and_lists_it_with_its_classes(users, admin_client, new_york):
    season = make_season()
    make_class(users.instructor, season=season)
    OutboxEmail.objects.create(kind="season_opens", recipient=users.student, about=f"{season.pk}/")

    admin_client.post(f"{SEASONS}{season.pk}/change/", FORM | {"name": "Summer at last"})

    season.refresh_from_db()
    assert (season.name, season.slug, season.opens_at) == ("Summer at last", "summer-at-last", OPENING)
    assert not OutboxEmail.objects.exists()
    page = admin_client.get(SEASONS).content.decode()
    assert "Summer at last" in page
    assert '<td class="field-classes">1</td>' in page


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "summer 2027!"}, "There is a season with this name already."),
        ({"name": "\u590f"}, "Please use letters from A to Z"),
        ({"name": "None"}, "Please choose another name"),
        ({"name": "camp.example"}, "Please leave out web addresses."),
        ({"ends_on": "2127-08-27"}, "A year from 2000 to 2099 is required."),
        ({"ends_on": "2027-07-04"}, "The first day must not be after the last one."),
        ({"opens_at_0": "0001-01-01", "opens_at_1": "00:00:00"}, "A year from 2000 to 2099 is required."),
        ({"opens_at_0": "2027-08-28", "opens_at_1": "00:00:00"}, "Registration must open before the season is over."),
        (
            {"returning_opens_at_0": "2027-01-09", "returning_opens_at_1": "09:00:00"},
            "registration must open before everybody",
        ),
    ],
)
def test_it_refuses_what_the_api_refuses(admin_client, changes, message):
    make_season()
    season = make_season("Fall 2027")
    before = list(Season.objects.order_by("pk").values())
    for path in ("add/", f"{season.pk}/change/"):
        page = admin_client.post(f"{SEASONS}{path}", FORM | {"name": "Winter 2027"} | changes)
        assert message in page.content.decode()
    assert list(Season.objects.order_by("pk").values()) == before


def test_it_deletes_only_a_season_without_classes(users, admin_client):
    season, empty = make_season(), make_ended_season()
    make_class(users.instructor, season=season)
    for each in (season, empty):
        admin_client.post(f"{SEASONS}{each.pk}/delete/", {"post": "yes"})
    assert list(Season.objects.all()) == [season]


def test_it_gives_a_class_a_season_and_keeps_its_holds(users, clay, admin_client):
    season, hold = make_season(), make_hold(users.student, clay)

    admin_client.post(f"{CLASSES}{clay.pk}/change/", class_form(clay, season=season.pk, min_seats=4))

    clay.refresh_from_db()
    assert (clay.season, clay.min_seats) == (season, 4)
    assert Enrollment.objects.get() == hold
    assert clay.history.first().season == season


def test_it_refuses_a_season_that_has_a_copy_of_the_same_class(users, clay, admin_client):
    season = make_season()
    make_class(users.instructor, "Copy", season=season, copied_from=clay)
    other = make_class(users.instructor, "Other copy", copied_from=clay)

    page = admin_client.post(f"{CLASSES}{other.pk}/change/", class_form(other, season=season.pk))

    assert "already has a copy of the same class" in page.content.decode()
    assert CampClass.objects.get(pk=other.pk).season is None


def test_it_changes_a_copy_that_stays_in_its_season(users, clay, admin_client):
    season = make_season()
    copy = make_class(users.instructor, "Copy", season=season, copied_from=clay)

    form = class_form(copy, season=season.pk, name="Stoneware")
    assert admin_client.post(f"{CLASSES}{copy.pk}/change/", form).status_code == 302

    assert season.classes.get().name == "Stoneware"


def test_it_lists_the_latest_season_first_and_offers_it_first(clay, admin_client):
    make_season()
    make_ended_season()
    latest = make_season("Fall 2027", starts_on=date(2027, 9, 6), ends_on=date(2027, 11, 26))
    in_order = [latest.name, "Summer 2027", "Summer 2025"]

    seasons = admin_client.get(SEASONS).context["cl"].result_list
    field = admin_client.get(f"{CLASSES}{clay.pk}/change/").context["adminform"].form.fields["season"]

    assert [season.name for season in seasons] == [season.name for season in field.queryset] == in_order


def test_it_filters_classes_by_season(users, admin_client):
    season = make_season()
    make_class(users.instructor, "Inside", season=season)
    make_class(users.instructor, "Outside")
    page = admin_client.get(CLASSES, {"season__id__exact": season.pk}).content.decode()
    assert "Inside" in page
    assert "Outside" not in page
