"""What a page shows before any script runs, and what the browser should preload."""

import json
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Role
from camp.pages.client_pages import ROUTES, is_public
from testing.factories import make_class, make_lesson, make_school, make_season, make_user

HTML = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}
WIDE = "/media/classes/clay-0123456789-w1200.webp"


def page(client, path="/", status=200) -> str:
    response = client.get(path, **HTML)
    assert response.status_code == status
    return response.content.decode()


def first_screen(client, path="/") -> str:
    """Returns what a browser with JavaScript shows first: not what follows for others, nor the initial data."""
    return page(client, path).split("<main>")[1].split("<noscript>")[0]


def preloaded(text: str, kind: str) -> list[str]:
    links = [line for line in text.splitlines() if 'rel="preload"' in line and f'as="{kind}"' in line]
    return [line.split('href="')[1].split('"')[0] for line in links]


@pytest.fixture
def built_pictures(monkeypatch):
    """Two pictures of the site with hashes; the other pictures are not built."""
    pictures = {"hero-1.webp": "build/pictures/hero-1.12ab.webp", "about.webp": "build/pictures/about.34cd.webp"}
    built = {"js": [], "css": [], "fonts": [], "pictures": pictures, "pages": {}}
    monkeypatch.setattr("camp.pages.bundle.bundle", lambda: built)


def test_it_starts_the_home_page_with_the_first_slide(db, client, built_pictures):
    text = page(client)
    assert "Unleash Your Creativity" in text
    assert "Learn by making" in text
    assert preloaded(text, "image") == ["/static/build/pictures/hero-1.12ab.webp"]
    assert "/static/pictures/hero-1-800.webp 800w, /static/build/pictures/hero-1.12ab.webp 1600w" in text


def test_it_starts_the_about_page_with_its_picture(db, client, built_pictures):
    text = page(client, "/about")
    assert "<h1>About Us</h1>" in text
    assert preloaded(text, "image") == ["/static/build/pictures/about.34cd.webp"]
    assert '<img class="text-picture" src="/static/build/pictures/about.34cd.webp"' in text


@pytest.mark.parametrize("route", [route for route in ROUTES if is_public(route) and route and "<" not in route])
def test_it_starts_a_page_with_its_heading_and_skeletons(db, client, route):
    text = first_screen(client, f"/{route}")
    assert f">{ROUTES[route]}</h1>" in text
    assert "skeletons" in text


def test_it_leaves_out_the_heading_that_depends_on_the_link_in_an_email(db, client):
    assert "<h1" not in first_screen(client, "/reset-password?mode=verifyEmail&oobCode=7")


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/login", 200), ("/terms", 200), ("/no/such/page", 404)])
def test_it_shows_the_navigation_bar_on_public_pages(db, client, path, status):
    assert re.search('class="navbar-brand" href="/"><svg .+</svg> Craft Camp</a>', page(client, path, status))


def test_it_shows_the_frame_and_the_heading_of_a_dashboard_page(db, client):
    text = page(client, "/dashboard/my-classes?after=7")
    assert "progress-line" in text
    assert 'class="navbar-brand"' in text
    assert f"<h1>{ROUTES['dashboard/my-classes']}</h1>" in text
    assert "skeletons" in text


def test_it_says_on_the_home_page_what_the_school_offers(users, client):
    begin = datetime(2127, 6, 21, 14, tzinfo=UTC)
    make_school(address="12 Kiln Lane, Asheville")
    for ages, price, days, status in (
        ((6, 9), "90", 0, "Approved"),
        ((8, 14), "45.50", 53, "Approved"),
        ((2, 18), "10", 90, "Pending"),
    ):
        camp_class = make_class(users.instructor, age_from=ages[0], age_to=ages[1], price=Decimal(price), status=status)
        make_lesson(camp_class, begin + timedelta(days=days))
    begun = make_class(users.instructor, age_from=3, price=Decimal(5))
    for days in (-1, 1):
        make_lesson(begun, timezone.now() + timedelta(days=days))
    offer = (
        "Summer art and craft classes for ages 6 to 14. "
        "Jun 21 \u2013 Aug 13, 2127, from $45.50, 12 Kiln Lane, Asheville."
    )
    assert f'<p class="hero-offer">{offer}</p>' in page(client, "/")
    assert (
        json.loads(re.search(r'<script id="camp-config"[^>]*>(.+?)</script>', page(client, "/"))[1])["offer"] == offer
    )
    assert "Kiln Lane" not in re.search('"offer": "[^"]*"', page(client, "/dashboard"))[0]


def test_it_says_that_some_classes_are_free(users, client):
    make_school(address="12 Kiln Lane")
    make_lesson(make_class(users.instructor, price=Decimal(0)), datetime(2127, 6, 21, 14, tzinfo=UTC))
    offer = "Summer art and craft classes. Jun 21, 2127, with some free classes, 12 Kiln Lane."
    assert re.search('<p class="hero-offer">(.+?)</p>', page(client, "/"))[1] == offer


@pytest.mark.parametrize(
    ("ages", "text"),
    [
        ([(6, 9), (None, 8)], " for ages up to 9"),
        ([(None, 8), (6, None)], " for all ages"),
        ([(6, 9), (8, None)], " for ages 6 and up"),
        ([(6, 9), (None, None)], " for ages 6 and up"),
        ([(None, None)], ""),
    ],
)
def test_it_says_for_which_ages_the_classes_are(users, client, ages, text):
    for age_from, age_to in ages:
        camp_class = make_class(users.instructor, age_from=age_from, age_to=age_to)
        make_lesson(camp_class, datetime(2127, 6, 21, 14, tzinfo=UTC))
    assert f'<p class="hero-offer">Summer art and craft classes{text}. Jun 21, 2127' in page(client, "/")


def test_it_leaves_out_of_the_offer_what_is_not_known(db, client):
    assert '<p class="hero-offer">Summer art and craft classes.</p>' in page(client, "/")


def test_it_preloads_the_picture_of_the_first_class(users, client):
    make_class(users.instructor, "Older", image="/media/classes/older-0123456789-w1200.webp")
    make_class(users.instructor, "Newer", image=WIDE)
    text = page(client, "/all-classes")
    assert preloaded(text, "image") == [WIDE]
    assert "/media/classes/clay-0123456789-w480.webp 480w, " in text
    assert first_screen(client, "/all-classes").count("<img") == 1


def test_it_preloads_the_picture_of_the_class_that_begins_soonest(users, client):
    soon, later, running = (
        make_class(users.instructor, image=f"/media/classes/{name}-0123456789-w1200.webp")
        for name in ("soon", "later", "running")
    )
    make_class(users.instructor, "Undated", image=WIDE)
    for camp_class, days in ((later, 9), (soon, 2), (running, -1)):
        make_lesson(camp_class, timezone.now() + timedelta(days=days))
    assert preloaded(page(client, "/all-classes"), "image") == ["/media/classes/soon-0123456789-w1200.webp"]


def test_it_names_the_first_classes_in_the_order_of_the_page(users, client):
    for days in (9, 3, -1, 5, 7, 2, 8):
        make_lesson(make_class(users.instructor, f"<Clay> {days}"), timezone.now() + timedelta(days=days))
    links = re.findall(
        '<h2 class="h4 mb-1"><a href="(/all-classes/[0-9]+)">(.+?)</a></h2>', first_screen(client, "/all-classes")
    )
    assert [name for _, name in links] == [f"&lt;Clay&gt; {days}" for days in (2, 3, 5, 7, 8, 9)]
    assert f"<h1>{links[0][1]}</h1>" in page(client, links[0][0])
    for path in ("/", f"/all-instructors/{users.instructor.pk}"):
        assert first_screen(client, path).count('<h3 class="h4 mb-1"><a href="/all-classes/') == 6


@pytest.mark.parametrize("query", ["q=ink", "craft=clay"])
def test_it_shows_no_name_and_picture_above_a_filtered_list(users, client, query):
    make_class(users.instructor, "Felt", image=WIDE)
    assert preloaded(page(client, f"/all-classes?{query}"), "image") == []
    assert not re.search("<img|Felt", first_screen(client, f"/all-classes?{query}"))


@pytest.mark.parametrize(("opens_in_days", "is_shown"), [(None, True), (1, True), (-1, False)])
def test_it_leaves_room_for_what_says_when_registration_opens(users, client, opens_in_days, is_shown):
    opens_at = opens_in_days and timezone.now() + timedelta(days=opens_in_days)
    make_class(users.instructor, season=make_season(opens_at=opens_at))
    text = first_screen(client, "/all-classes")
    assert ("opening-banner" in text) == is_shown
    assert "All seasons" not in text


def test_it_starts_the_list_of_instructors_with_the_photos_that_a_phone_shows(db, client):
    for number in range(3):
        make_user(f"ines{number}", Role.INSTRUCTOR, photo=f"https://pictures.example/{number}.jpg")
    listed = [instructor["photo"] for instructor in client.get("/instructors").json()]
    shown = re.findall('<img class="avatar" src="([^"]*)"', first_screen(client, "/all-instructors"))
    assert shown == listed[:2]
    assert "avatar" in first_screen(client, "/")
    assert "pictures.example" not in first_screen(client, "/")


@pytest.mark.parametrize("path", ["/", "/all-classes", "/all-classes/{id}", "/all-instructors/{instructor}"])
def test_it_leaves_the_facts_of_a_class_to_the_client(users, client, path):
    camp_class = make_class(users.instructor, place="Barn", price=45.5, description="Wool and soap.")
    text = first_screen(client, path.format(id=camp_class.pk, instructor=users.instructor.pk))
    for fact in ("Barn", "45.5", "Wool and soap.", "seats:"):
        assert fact not in text


def test_it_starts_the_page_of_an_instructor_with_photo_and_biography(users, client):
    users.instructor.photo, users.instructor.bio = "https://pictures.example/ines.jpg", "Pots & <glazes>."
    users.instructor.save()
    text = page(client, f"/all-instructors/{users.instructor.pk}")
    assert "<h1>Ines</h1>" in text
    assert '<img class="avatar" src="https://pictures.example/ines.jpg"' in text
    assert "Pots &amp; &lt;glazes&gt;." in text.partition('<script id="camp-config"')[0].split("<h1>")[1]


def test_it_starts_the_page_of_an_instructor_with_the_picture_of_the_first_class(users, client):
    make_class(users.instructor, "Clay", image=WIDE)
    make_class(users.other_instructor, "Felt")
    text = page(client, f"/all-instructors/{users.instructor.pk}")
    assert '<h2 class="mb-3">Classes with Ines</h2>' in text
    assert preloaded(text, "image") == [WIDE]
    assert "Felt" not in re.search(r'<script type="application/ld\+json">.*?</script>', text).group()


def test_it_starts_the_contact_page_with_the_ways_to_reach_the_school(db, client):
    make_school()
    text = first_screen(client, "/contact")
    assert 'href="mailto:office@camp.example"' in text
    assert 'href="tel:+1' in text
    assert "12 Kiln Lane" in text


def test_it_leaves_out_what_the_school_has_not_told(db, client):
    text = first_screen(client, "/contact")
    assert 'href="mailto:hello@camp.example"' in text
    assert "tel:" not in text
    assert "Address" not in text


@pytest.mark.parametrize("image", ["https://pictures.example/clay.jpg", "/media/classes/0123456789abcdef.webp"])
def test_it_does_not_preload_a_picture_of_one_size(users, client, image):
    make_class(users.instructor, image=image)
    assert preloaded(page(client, "/all-classes"), "image") == []


def test_it_starts_the_page_of_a_class_with_its_name_and_picture(users, client):
    camp_class = make_class(users.instructor, "<b>Clay</b>", image=WIDE)
    text = page(client, f"/all-classes/{camp_class.pk}")
    assert "<h1>&lt;b&gt;Clay&lt;/b&gt;</h1>" in text
    assert '<p class="lead">with Ines</p>' in text
    assert preloaded(text, "image") == [WIDE]
    assert f'<img src="{WIDE}" srcset=' in text


def test_it_does_not_preload_a_picture_of_another_site_for_a_class(users, client):
    camp_class = make_class(users.instructor)
    text = page(client, f"/all-classes/{camp_class.pk}")
    assert preloaded(text, "image") == []
    assert '<img src="https://pictures.example/clay.jpg" width=' in text


def test_it_preloads_the_scripts_of_the_page(db, client, monkeypatch):
    bundle = {
        "js": ["build/main.js"],
        "css": [],
        "fonts": [],
        "pictures": {},
        "pages": {"login": ["build/form.js", "build/login.js"]},
    }
    monkeypatch.setattr("camp.pages.shell.bundle", lambda: bundle)
    assert preloaded(page(client, "/login"), "script") == [
        "/static/build/main.js",
        "/static/build/form.js",
        "/static/build/login.js",
    ]
    assert preloaded(page(client, "/about"), "script") == ["/static/build/main.js"]


def test_it_preloads_the_scripts_of_a_dashboard_page_only_for_a_user_who_was_logged_in(db, client, monkeypatch):
    chunks = {"dashboard/checkout": ["build/checkout.js"], "firebase": ["build/firebase.js"]}
    bundle = {"js": ["build/main.js"], "css": [], "fonts": [], "pictures": {}, "pages": chunks}
    monkeypatch.setattr("camp.pages.shell.bundle", lambda: bundle)
    everyone, _, rest = page(client, "/dashboard/checkout").partition('<template id="user-scripts">')
    template, _, script = rest.partition("</template>")
    assert preloaded(everyone, "script") == ["/static/build/main.js"]
    assert re.findall('href="([^"]+)"', template) == ["/static/build/checkout.js", "/static/build/firebase.js"]
    assert 'localStorage.getItem("access-token")' in script
    assert "user-scripts" not in page(client, "/login")


def test_it_finds_the_chunk_of_every_client_page_by_its_route():
    page_table = (settings.BASE_DIR / "frontend/src/app/pageTable.ts").read_text()
    chunks = set(re.findall('webpackChunkName: "([^"]+)"', page_table))
    assert chunks == set(ROUTES) - {""}  # Home is in the main bundle
