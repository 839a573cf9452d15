"""What search engines, shared links and browsers without JavaScript are told of a page."""

import json
import re
from xml.etree import ElementTree

import pytest

from camp import search_engines, shell
from camp.testing import make_cast, make_class

HTML = {"HTTP_ACCEPT": "text/html"}


@pytest.fixture
def school(db):
    cast = make_cast()
    make_class(cast.instructor, "</script><b>Clay</b>")
    return cast


def structured(response):
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', response.content.decode())
    return json.loads(found.group(1)) if found else []


def test_a_listed_page_says_where_it_is_and_what_it_is(db, client, settings):
    text = client.get("/about", **HTML).content.decode()
    assert f'<link rel="canonical" href="{settings.SITE_URL}/about">' in text
    assert "noindex" not in text
    assert 'content="Who we are, how we teach' in text
    assert f'content="{settings.SITE_URL}/static/pictures/share.png"' in text


@pytest.mark.parametrize("path", ["/dashboard", "/dashboard/profile", "/reset-password", "/nothing"])
def test_what_is_nobody_elses_is_not_listed(db, client, path):
    text = client.get(path, **HTML).content.decode()
    assert '<meta name="robots" content="noindex">' in text
    assert "canonical" not in text


def test_each_listed_page_has_a_description_of_its_own():
    assert set(search_engines.DESCRIPTIONS) <= set(shell.ROUTES)
    assert len(set(search_engines.DESCRIPTIONS.values())) == len(search_engines.DESCRIPTIONS)


def test_classes_are_courses_with_an_offer(school, client):
    make_class(school.instructor, "Sold out", capacity=0, price=0)
    by_name = {thing["name"]: thing for thing in structured(client.get("/all-classes", **HTML))}
    clay = by_name["</script><b>Clay</b>"]
    assert clay["@type"] == "Course"
    assert (clay["offers"]["price"], clay["offers"]["priceCurrency"]) == ("45.50", "USD")
    assert clay["offers"]["availability"].endswith("InStock")
    assert by_name["Sold out"]["offers"]["availability"].endswith("SoldOut")
    assert by_name["Sold out"]["offers"]["category"] == "Free"


def test_the_home_page_is_the_school(db, client):
    (thing,) = structured(client.get("/", **HTML))
    assert (thing["@type"], thing["name"]) == ("EducationalOrganization", "Craft Camp")
    assert structured(client.get("/login", **HTML)) == []


def test_without_javascript_the_classes_and_the_school_can_be_read(school, client, settings):
    text = client.get("/all-classes", **HTML).content.decode()
    without = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "&lt;b&gt;Clay&lt;/b&gt;, with Ines" in without
    assert "$45.50" in without
    assert settings.CONTACT["email"] in without


def test_robots_and_sitemap(db, client, settings):
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in client.get("/robots.txt").content.decode()
    pages = ElementTree.fromstring(client.get("/sitemap.xml").content)
    addresses = [element.text for element in pages.iter() if element.tag.endswith("loc")]
    assert len(addresses) == len(search_engines.DESCRIPTIONS)
    for address in addresses:
        assert client.get(address.removeprefix(settings.SITE_URL) or "/", **HTML).status_code == 200
