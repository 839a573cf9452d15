"""What a page shows before any script runs, and what the browser should preload."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from camp.page_shell import ROUTES
from classes.offers import CLOSES_BEFORE
from testing.factories import make_class, make_lesson, make_offer, make_waitlist_entry

HTML = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}
WIDE = "/media/classes/clay-0123456789-w1200.webp"


def page(client, path="/", status=200) -> str:
    response = client.get(path, **HTML)
    assert response.status_code == status
    return response.content.decode()


def preloaded(text: str, kind: str) -> list[str]:
    links = [line for line in text.splitlines() if 'rel="preload"' in line and f'as="{kind}"' in line]
    return [line.split('href="')[1].split('"')[0] for line in links]


@pytest.fixture
def built_pictures(monkeypatch):
    """Two pictures of the site with hashes; the other pictures are not built."""
    pictures = {"hero-1.webp": "build/pictures/hero-1.12ab.webp", "about.webp": "build/pictures/about.34cd.webp"}
    built = {"js": [], "css": [], "fonts": [], "pictures": pictures, "pages": {}}
    monkeypatch.setattr("camp.bundle.bundle", lambda: built)


def test_it_starts_the_home_page_with_the_first_slide(db, client, built_pictures):
    text = page(client)
    assert "Unleash Your Creativity" in text
    assert preloaded(text, "image") == ["/static/build/pictures/hero-1.12ab.webp"]
    assert "/static/pictures/hero-1-800.webp 800w, /static/build/pictures/hero-1.12ab.webp 1600w" in text


def test_it_starts_the_about_page_with_its_picture(db, client, built_pictures):
    text = page(client, "/about")
    assert "<h1>About Us</h1>" in text
    assert preloaded(text, "image") == ["/static/build/pictures/about.34cd.webp"]
    assert '<img class="text-picture" src="/static/build/pictures/about.34cd.webp"' in text


@pytest.mark.parametrize(
    ("path", "heading"), [("/all-classes", "All Classes"), ("/all-instructors", "All Instructors")]
)
def test_it_starts_a_list_with_its_heading(db, client, path, heading):
    assert f"<h1>{heading}</h1>" in page(client, path)


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/login", 200), ("/terms", 200), ("/no/such/page", 404)])
def test_it_shows_the_navigation_bar_on_public_pages(db, client, path, status):
    assert re.search('class="navbar-brand" href="/"><svg .+</svg> Craft Camp</a>', page(client, path, status))


def test_it_shows_a_progress_bar_on_dashboard_pages(db, client):
    text = page(client, "/dashboard/my-classes")
    assert "progress-line" in text
    assert "navbar" not in text


def test_it_preloads_the_picture_of_the_first_class(users, client):
    make_class(users.instructor, "Older", image="/media/classes/older-0123456789-w1200.webp")
    make_class(users.instructor, "Newer", image=WIDE)
    text = page(client, "/all-classes")
    assert preloaded(text, "image") == [WIDE]
    assert "/media/classes/clay-0123456789-w480.webp 480w, " in text


def test_it_starts_the_list_of_classes_with_its_first_cards(users, client):
    make_class(users.instructor, "Hidden below")
    make_class(users.instructor, "<i>Felt</i>", place="Barn", description="Wool and soap.")
    make_offer(users.student, make_class(users.instructor, "Full", capacity=1))
    make_class(users.instructor, "Newest", price=0, image=WIDE)
    text = page(client, "/all-classes")
    shown, _, below = text.partition('<script id="camp-config"')
    names = re.findall(r'<h2 class="h4 mb-1"><a href="[^"]+">(.+?)</a>', shown)
    assert names == ["Newest", "Full", "&lt;i&gt;Felt&lt;/i&gt;"]
    assert shown.count("Sold out") == 1
    assert "Wool and soap." in shown
    assert "<p>4 classes</p>" in shown
    assert "Hidden below" in below


def test_it_starts_a_filtered_list_without_cards(users, client):
    make_class(users.instructor, "Felt")
    shown, _, _ = page(client, "/all-classes?q=ink").partition('<script id="camp-config"')
    assert "Felt" not in shown


def test_it_starts_an_empty_list_without_search(db, client):
    assert "Search by class" not in page(client, "/all-classes")


def test_it_starts_the_list_of_instructors_with_its_first_cards(users, client):
    make_class(users.instructor)
    make_class(users.other_instructor)
    users.instructor.photo = "https://pictures.example/ines.jpg"
    users.instructor.save()
    shown, _, _ = page(client, "/all-instructors").partition('<script id="camp-config"')
    assert 'src="https://pictures.example/ines.jpg"' in shown
    assert 'href="mailto:ines@camp.example" aria-label="ines@camp.example">ines<wbr>@camp.example</a>' in shown
    assert (
        '<span class="avatar d-inline-grid text-bg-secondary" role="img" aria-label="Oskar" title="Oskar">O</span>'
        in shown
    )


def test_it_shows_the_email_address_of_an_instructor_without_a_name(users, client):
    users.instructor.name = ""
    users.instructor.save()
    camp_class = make_class(users.instructor)
    assert '<p class="class-instructor">with ines@camp.example</p>' in page(client, "/all-classes")
    assert '<p class="lead">with ines@camp.example</p>' in page(client, f"/all-classes/{camp_class.pk}")
    assert 'href="/all-classes?q=ines%40camp.example"' in page(client, "/all-instructors")


@pytest.mark.parametrize("path", ["/all-classes", "/all-classes/{id}"])
def test_it_says_that_a_class_has_no_dates_anymore(users, client, path):
    camp_class = make_class(users.instructor, lessons_removed_at=timezone.now(), capacity=0)
    text = page(client, path.format(id=camp_class.pk)).partition('<script id="camp-config"')[0]
    assert "This class has no dates right now, so you can&#x27;t book it." in text
    assert "Join the waitlist" not in text


@pytest.mark.parametrize("path", ["/all-classes", "/all-classes/{id}"])
def test_it_says_that_a_class_has_begun(users, client, path):
    camp_class = make_class(users.instructor)
    path = path.format(id=camp_class.pk)
    make_lesson(camp_class, timezone.now() + timedelta(days=1))
    assert "already started" not in page(client, path)
    make_lesson(camp_class, timezone.now() - timedelta(hours=1))
    assert "already started" in page(client, path).partition('<script id="camp-config"')[0]


@pytest.mark.parametrize("path", ["/all-classes", "/all-classes/{id}"])
def test_it_reserves_the_space_of_the_button_that_joins_the_waitlist(users, client, path):
    camp_class = make_class(users.instructor, capacity=1)
    path = path.format(id=camp_class.pk)
    assert "Join the waitlist" not in page(client, path)
    make_offer(users.student, camp_class)
    assert "Join the waitlist</button>" in page(client, path)
    make_waitlist_entry(users.other_student, camp_class)
    assert "Join the waitlist (1 waiting)</button>" in page(client, path)
    make_lesson(camp_class, timezone.now() + CLOSES_BEFORE + timedelta(minutes=1))
    assert "Join the waitlist" in page(client, path)
    camp_class.lessons.update(starts_at=timezone.now() + CLOSES_BEFORE - timedelta(minutes=1))
    assert "Join the waitlist" not in page(client, path).partition('<script id="camp-config"')[0]


def test_it_starts_the_page_of_an_instructor_with_photo_and_biography(users, client):
    users.instructor.photo, users.instructor.bio = "https://pictures.example/ines.jpg", "Pots & <glazes>."
    users.instructor.save()
    text = page(client, f"/all-instructors/{users.instructor.pk}")
    assert "<h1>Ines</h1>" in text
    assert '<img class="avatar" src="https://pictures.example/ines.jpg" alt="Ines"' in text
    assert "Pots &amp; &lt;glazes&gt;." in text.partition('<script id="camp-config"')[0].split("<h1>")[1]


def test_it_starts_the_page_of_an_instructor_with_the_first_cards(users, client):
    make_class(users.instructor, "Clay", image=WIDE)
    make_class(users.other_instructor, "Felt")
    text = page(client, f"/all-instructors/{users.instructor.pk}")
    shown, _, below = text.partition('<script id="camp-config"')
    assert '<h2 class="mb-3">Classes with Ines</h2>' in shown
    assert re.findall(r'<h3 class="h4 mb-1"><a href="[^"]+">(.+?)</a></h3>', shown) == ["Clay"]
    assert preloaded(text, "image") == [WIDE]
    assert "Felt, with" not in below
    assert "Felt" not in re.search(r'<script type="application/ld\+json">.*?</script>', text).group()


def test_it_starts_the_contact_page_with_the_ways_to_reach_the_school(db, client, settings):
    text = page(client, "/contact").split("<h1>Contact</h1>")[1]
    assert f'href="mailto:{settings.CONTACT["email"]}"' in text
    assert 'href="tel:+1' in text


@pytest.mark.parametrize(("path", "heading"), [("/login", "Log In"), ("/register", "Register")])
def test_it_starts_a_form_with_its_heading(db, client, path, heading):
    assert f"<h1>{heading}</h1>" in page(client, path)


def test_it_preloads_no_picture_for_a_filtered_list(users, client):
    make_class(users.instructor, image=WIDE)
    assert preloaded(page(client, "/all-classes?q=ink"), "image") == []


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
    monkeypatch.setattr("camp.page_shell.bundle", lambda: bundle)
    assert preloaded(page(client, "/login"), "script") == [
        "/static/build/main.js",
        "/static/build/form.js",
        "/static/build/login.js",
    ]
    assert preloaded(page(client, "/about"), "script") == ["/static/build/main.js"]


def test_it_preloads_the_scripts_of_a_dashboard_page_only_for_a_user_who_was_logged_in(db, client, monkeypatch):
    chunks = {"dashboard/checkout": ["build/checkout.js"], "firebase": ["build/firebase.js"]}
    bundle = {"js": ["build/main.js"], "css": [], "fonts": [], "pictures": {}, "pages": chunks}
    monkeypatch.setattr("camp.page_shell.bundle", lambda: bundle)
    everyone, _, rest = page(client, "/dashboard/checkout").partition('<template id="user-scripts">')
    template, _, script = rest.partition("</template>")
    assert preloaded(everyone, "script") == ["/static/build/main.js"]
    assert re.findall('href="([^"]+)"', template) == ["/static/build/checkout.js", "/static/build/firebase.js"]
    assert 'localStorage.getItem("access-token")' in script
    assert "user-scripts" not in page(client, "/login")


def test_it_finds_the_chunk_of_every_client_page_by_its_route():
    page_table = (settings.BASE_DIR / "frontend/src/app/pageTable.ts").read_text()
    chunks = set(re.findall('webpackChunkName: "([^"]+)"', page_table))
    assert chunks == set(ROUTES) - {"", "dashboard"}  # Home is in the main bundle; "dashboard" redirects
