"""What search engines, link previews and browsers without JavaScript get."""

import json
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from xml.etree import ElementTree

import pytest

from accounts.models import User
from camp.pages import search_engines
from camp.pages.client_pages import ROUTES
from classes.models import CampClass, Season
from core.cache.responses import response_cache
from core.site_time import site_day
from testing.factories import NOW, make_class, make_lesson, make_school, make_season
from testing.factories.office import KILNHOUSE

HTML = {"HTTP_ACCEPT": "text/html"}
MONDAY = datetime(2027, 7, 5, 13, tzinfo=UTC)


@pytest.fixture
def users(users):
    """The users, with a class whose name is HTML."""
    make_class(users.instructor, "</script><b>Clay</b>")
    return users


def structured_data(response):
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', response.content.decode())
    return json.loads(found.group(1)) if found else []


def test_it_describes_an_indexed_page(db, client, settings):
    text = client.get("/about", **HTML).content.decode()
    assert f'<link rel="canonical" href="{settings.SITE_URL}/about">' in text
    assert "noindex" not in text
    assert 'content="Who we are, how we teach' in text
    assert f'content="{settings.SITE_URL}/static/pictures/share.png"' in text


@pytest.mark.parametrize("path", ["/dashboard", "/dashboard/profile", "/reset-password", "/nothing"])
def test_it_excludes_private_pages_from_the_index(db, client, path):
    text = client.get(path, **HTML).content.decode()
    assert '<meta name="robots" content="noindex">' in text
    assert "canonical" not in text


def test_it_links_no_other_site_in_a_path_that_begins_with_two_slashes(db, client, settings):
    text = client.get("/", PATH_INFO="//evil.example/x", **HTML).content.decode()
    assert f'content="{settings.SITE_URL}//evil.example/x"' in text
    assert "https://evil.example" not in text


def test_it_has_a_different_description_for_each_indexed_page():
    assert set(search_engines.DESCRIPTIONS) <= set(ROUTES)
    assert len(set(search_engines.DESCRIPTIONS.values())) == len(search_engines.DESCRIPTIONS)


def test_it_describes_classes_as_courses_with_an_offer(users, client):
    make_class(users.instructor, "Sold out", capacity=0, price=0)
    make_class(users.instructor, "Without dates", lessons_removed_at=NOW)
    by_name = {item["name"]: item for item in structured_data(client.get("/all-classes", **HTML))}
    assert by_name["Without dates"]["offers"]["availability"].endswith("OutOfStock")
    clay = by_name["</script><b>Clay</b>"]
    assert clay["@type"] == "Course"
    assert (clay["offers"]["price"], clay["offers"]["priceCurrency"]) == ("45.50", "USD")
    assert clay["offers"]["availability"].endswith("InStock")
    assert by_name["Sold out"]["offers"]["availability"].endswith("SoldOut")
    assert by_name["Sold out"]["offers"]["category"] == "Free"


def test_it_says_from_when_a_class_can_be_booked(users, client, clock):
    season = make_season(opens_at=NOW, returning_opens_at=NOW - timedelta(days=7))
    camp_class = make_class(users.instructor, season=season)

    def offer():
        response_cache.invalidate()
        (course,) = structured_data(client.get(f"/all-classes/{camp_class.pk}", **HTML))
        return course["offers"]["availability"].removeprefix("https://schema.org/"), course["offers"].get("validFrom")

    clock.move_to(NOW - timedelta(microseconds=1))
    assert offer() == ("PreOrder", "2026-03-01T09:00:00Z")
    clock.move_to(NOW)
    assert offer() == ("InStock", None)
    Season.objects.update(opens_at=None, returning_opens_at=None)
    assert offer() == ("OutOfStock", None)


def test_it_offers_the_early_price_until_its_last_day(users, client, clock):
    camp_class = make_class(users.instructor, early_price=Decimal(40), early_until=site_day(NOW))

    def offer():
        response_cache.invalidate()
        (course,) = structured_data(client.get(f"/all-classes/{camp_class.pk}", **HTML))
        return course["offers"]["price"], course["offers"].get("priceValidUntil")

    assert offer() == ("40.00", "2026-03-01")
    clock.shift(timedelta(days=1))
    assert offer() == ("45.50", None)


def test_it_names_an_instructor_without_a_name_by_the_email_address(users, client):
    User.objects.filter(pk=users.instructor.pk).update(name="")
    for path in ("/all-classes", f"/all-instructors/{users.instructor.pk}"):
        text = client.get(path, **HTML).content.decode()
        assert "with ines@camp.example" in text
        assert "with :" not in text


def test_it_describes_the_page_of_a_class(users, client, settings):
    make_school()
    fields = {"description": "Word " * 100, "image": "/media/classes/clay.webp", "place": "Barn", "age_from": 8}
    camp_class = make_class(users.instructor, "Clay", **fields)
    for days in (0, 1, 3):
        make_lesson(camp_class, MONDAY + timedelta(days=days), hours=2.5)

    response = client.get(f"/all-classes/0{camp_class.pk}", **HTML)

    text, url = response.content.decode(), f"{settings.SITE_URL}/all-classes/{camp_class.pk}"
    assert f'<link rel="canonical" href="{url}">' in text
    assert f'<meta property="og:image" content="{settings.SITE_URL}/media/classes/clay.webp">' in text
    assert "og:image:width" not in text
    description = re.search(r'<meta name="description" content="(.*?)">', text).group(1)
    assert description.startswith("Word Word")
    assert len(description) == 160
    (course,) = structured_data(response)
    assert (course["url"], course["offers"]["url"], course["typicalAgeRange"]) == (url, url, "8-")
    instance = course["hasCourseInstance"]
    assert (instance["startDate"], instance["endDate"], instance["courseWorkload"]) == (
        *("2027-07-05", "2027-07-08"),
        "P0DT07H30M00S",
    )
    assert instance["courseSchedule"] == {
        "@type": "Schedule",
        "startDate": "2027-07-05",
        "endDate": "2027-07-08",
        "repeatCount": 3,
        "repeatFrequency": "Daily",
        "duration": "P0DT02H30M00S",
    }
    assert instance["location"] == {"@type": "Place", "name": "Barn", "address": KILNHOUSE["address"]}


REQUIRED = {
    "Course": {"name", "description", "provider", "offers", "hasCourseInstance"},
    "EducationalOrganization": {"name", "sameAs"},
    "Offer": {"category", "price", "priceCurrency"},
    "CourseInstance": {"courseMode", "courseSchedule"},
    "Schedule": {"repeatCount", "repeatFrequency"},
}
"""The properties that Google requires for course info, and of a price both parts. See the page "Course info" of its
documentation for search; a schedule can be replaced by a workload."""


def missing_properties(item) -> set[str]:
    """Returns the required properties that an object or an object in it lacks, as ``Course.name``."""
    if not isinstance(item, dict):
        return set()
    required = REQUIRED.get(item["@type"], set())
    missing = {f"{item['@type']}.{name}" for name in required if item.get(name) in (None, "", 0)}
    return missing.union(*(missing_properties(value) for value in item.values()))


@pytest.mark.parametrize("price", [0, 45.5])
def test_it_gives_a_class_with_lessons_all_properties_that_google_requires(users, client, settings, price):
    CampClass.objects.all().delete()
    camp_class = make_class(users.instructor, "Clay", price=price, image="/media/classes/clay.webp")
    make_lesson(camp_class, MONDAY)

    for path in ("/all-classes", f"/all-classes/{camp_class.pk}"):
        (course,) = structured_data(client.get(path, **HTML))
        assert missing_properties(course) == set()
        assert course["offers"]["category"] == ("Paid" if price else "Free")
        assert course["hasCourseInstance"]["courseMode"] == "Onsite"
        assert course["image"] == f"{settings.SITE_URL}/media/classes/clay.webp"


def test_it_gives_a_class_without_lessons_no_course_instance(users, client):
    CampClass.objects.all().delete()
    camp_class = make_class(users.instructor)
    for path in ("/all-classes", f"/all-classes/{camp_class.pk}"):
        (course,) = structured_data(client.get(path, **HTML))
        assert missing_properties(course) == {"Course.hasCourseInstance"}


def test_it_says_that_a_class_that_is_over_is_no_longer_offered(users, client):
    camp_class = make_class(users.instructor, ended_at=MONDAY)
    make_lesson(camp_class, MONDAY)
    (course,) = structured_data(client.get(f"/all-classes/{camp_class.pk}", **HTML))
    assert course["offers"]["availability"] == "https://schema.org/Discontinued"


@pytest.mark.parametrize(
    ("days", "frequency"), [((0,), "Daily"), ((0, 7), "Weekly"), ((0, 7, 14), "Weekly"), ((0, 1, 7, 8), "Daily")]
)
def test_it_says_how_often_a_class_meets(users, client, days, frequency):
    camp_class = make_class(users.instructor)
    for number in days:
        make_lesson(camp_class, MONDAY + timedelta(days=number))
    by_name = {item["name"]: item for item in structured_data(client.get("/all-classes", **HTML))}
    schedule = by_name[camp_class.name]["hasCourseInstance"]["courseSchedule"]
    assert schedule["repeatFrequency"] == frequency


def test_it_describes_the_page_of_an_instructor(users, client):
    users.instructor.bio = "Potter & teacher."
    users.instructor.save()
    text = client.get(f"/all-instructors/{users.instructor.pk}", **HTML).content.decode()
    assert '<meta name="description" content="Potter &amp; teacher.">' in text
    assert "noindex" not in text


def test_it_describes_the_school_on_the_home_page(db, client):
    (item,) = structured_data(client.get("/", **HTML))
    assert (item["@type"], item["name"]) == ("EducationalOrganization", "Craft Camp")
    assert not item.keys() & {"telephone", "address"}
    assert structured_data(client.get("/login", **HTML)) == []


@pytest.mark.parametrize("path", ["/", "/all-classes", "/dashboard"])
def test_it_says_how_to_reach_the_school_without_javascript(users, client, path):
    make_school()
    text = client.get(path, **HTML).content.decode()
    noscript = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "Please turn on JavaScript" in noscript
    for way in ("email", "phone", "address"):
        assert KILNHOUSE[way] in noscript


def test_it_links_the_classes_without_javascript(users, client, settings):
    text = client.get("/all-classes", **HTML).content.decode()
    noscript = text[text.index("<noscript>") : text.index("</noscript>")]
    url = f"{settings.SITE_URL}/all-classes/{CampClass.objects.get().pk}"
    assert f'<a href="{url}">&lt;/script&gt;&lt;b&gt;Clay&lt;/b&gt;</a>' in noscript
    assert "$45.50" not in noscript


def test_it_lists_the_indexed_pages_in_the_sitemap(users, client, settings):
    listed = make_class(users.instructor, "Listed")
    make_class(users.instructor, "Over", ended_at=MONDAY)
    make_class(users.instructor, "Pending", status="Pending")
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in client.get("/robots.txt").content.decode()
    pages = ElementTree.fromstring(client.get("/sitemap.xml").content)
    urls = [element.text for element in pages.iter() if element.tag.endswith("loc")]
    classes = [url for url in urls if "/all-classes/" in url]
    assert f"{settings.SITE_URL}/all-classes/{listed.pk}" in classes
    assert len(classes) == 2  # and the class of the fixture
    assert len(urls) == len(search_engines.DESCRIPTIONS) + len(classes) + 2  # and two instructors
    for url in urls:
        assert client.get(url.removeprefix(settings.SITE_URL) or "/", **HTML).status_code == 200
