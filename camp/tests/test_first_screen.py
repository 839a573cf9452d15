"""What a page shows before any script runs, and what it tells the browser to fetch along with it."""

import pytest

from camp.testing import make_cast, make_class

HTML = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}
WIDE = "/media/classes/clay-0123456789-w1200.webp"


@pytest.fixture
def cast(db):
    return make_cast()


def page(client, address="/", status=200) -> str:
    response = client.get(address, **HTML)
    assert response.status_code == status
    return response.content.decode()


def preloaded(text: str, kind: str) -> list[str]:
    links = [line for line in text.splitlines() if 'rel="preload"' in line and f'as="{kind}"' in line]
    return [line.split('href="')[1].split('"')[0] for line in links]


def test_the_home_page_begins_with_its_first_slide(db, client):
    text = page(client)
    assert "Unleash Your Creativity" in text
    assert preloaded(text, "image") == ["/static/pictures/hero-1.webp"]


@pytest.mark.parametrize(
    ("address", "heading"), [("/all-classes", "All Classes"), ("/all-instructors", "All Instructors")]
)
def test_a_list_begins_with_its_heading(db, client, address, heading):
    assert f"<h1>{heading}</h1>" in page(client, address)


@pytest.mark.parametrize(("address", "status"), [("/", 200), ("/login", 200), ("/terms", 200), ("/no/such/page", 404)])
def test_every_public_page_has_the_bar_on_top(db, client, address, status):
    assert 'class="navbar-brand" href="/">Craft Camp</a>' in page(client, address, status)


def test_behind_the_log_in_something_is_coming(db, client):
    text = page(client, "/dashboard/my-classes")
    assert "progress-line" in text
    assert "navbar" not in text


def test_the_first_class_s_picture_is_fetched_at_once(cast, client):
    make_class(cast.instructor, "Older", image="/media/classes/older-0123456789-w1200.webp")
    make_class(cast.instructor, "Newer", image=WIDE)
    text = page(client, "/all-classes")
    assert preloaded(text, "image") == [WIDE]
    assert "/media/classes/clay-0123456789-w480.webp 480w, " in text


def test_a_searched_list_may_begin_with_another(cast, client):
    make_class(cast.instructor, image=WIDE)
    assert preloaded(page(client, "/all-classes?q=ink"), "image") == []


@pytest.mark.parametrize("image", ["https://pictures.example/clay.jpg", "/media/classes/0123456789abcdef.webp"])
def test_what_has_one_size_is_left_to_the_client(cast, client, image):
    make_class(cast.instructor, image=image)
    assert preloaded(page(client, "/all-classes"), "image") == []


def test_a_page_s_own_scripts_come_along(db, client, monkeypatch):
    bundle = {"js": ["build/main.js"], "css": [], "fonts": [], "pages": {"login": ["build/form.js", "build/login.js"]}}
    monkeypatch.setattr("camp.shell.bundle", lambda: bundle)
    assert preloaded(page(client, "/login"), "script") == [
        "/static/build/main.js",
        "/static/build/form.js",
        "/static/build/login.js",
    ]
    assert preloaded(page(client, "/about"), "script") == ["/static/build/main.js"]
