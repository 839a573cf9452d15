"""The part of a page that the server renders, and the picture that the browser should preload.

The templates render the navigation bar, the heading and the first picture of a public page, where React will render
them, its fixed text, the names of the first classes, and skeletons of the rest. A dashboard page depends on the user,
so the server renders only its frame there: bar, heading and skeletons, and nothing about a person. See docs/adr/0012.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from camp.pages.bundle import site_picture
from camp.pages.client_pages import LEADS, LINKS, PICTURE_SIZES, ROUTES, is_public
from camp.pages.search_engines import instructor_of
from core.pictures.storage import srcset_of
from core.pictures.urls import without_host

TEMPLATES: dict[str, str] = {
    "": "home",
    "about": "about",
    "all-classes": "classes",
    "all-classes/<str:id>": "class",
    "all-instructors": "instructors",
    "all-instructors/<str:id>": "instructor",
    "contact": "contact",
    "login": "form",
    "register": "form",
    "reset-password": "form",
}
"""The template of the first screen by route. Other public pages use the one for pages of text."""

CARDS = 6
"""The number of cards in a list that is not loaded yet. Those of classes have the names."""
PHOTOS = 2
"""The number of photos that the server renders: a phone shows two. More photos would delay these."""


@dataclass(frozen=True)
class Picture:
    """The attributes of ``<img>``. Without ``srcset`` it has one size, and is not preloaded."""

    src: str
    srcset: str = ""
    sizes: str = ""


def first_screen(
    route: str,
    query: QueryDict,
    subject: str,
    classes: list[dict[str, Any]],
    instructors: list[dict[str, Any]],
) -> dict[str, Any]:
    """``subject``: the name of the class or instructor that the page is about, if any."""
    is_about_one = "<" in route
    if route == "all-classes":
        classes = sorted(classes, key=_start_of)
    photos = [without_host(each["photo"]) for each in instructors[:PHOTOS]] if route else []
    names = [] if query else [(f"/all-classes/{each['_id']}", each["nameClass"]) for each in classes[:CARDS]]
    has_fixed_content = route in LEADS or not query  # a query filters a list, and contains the code of an e-mail
    return {
        "public": is_public(route),
        "links": LINKS,
        "content": f"first_screen/{TEMPLATES.get(route, 'text') if subject or not is_about_one else 'text'}.html",
        "heading": subject if is_public(route) and (is_about_one or not has_fixed_content) else ROUTES.get(route, ""),
        "lead": f"with {instructor_of(classes[0])}" if is_about_one and classes else LEADS.get(route, ""),
        "is_opening": any(_opens_later(each) for each in classes),
        "first_picture": None if query else _first_picture(route, classes),
        "instructor": next(iter(instructors), None),
        "photos": photos + [""] * (CARDS - len(photos)),
        "class_names": names + [None] * (CARDS - len(names)),
    }


def _opens_later(listed: dict[str, Any]) -> bool:
    opens_at = listed["opensAt"]
    return listed["season"] is not None and (opens_at is None or datetime.fromisoformat(opens_at) > timezone.now())


def _first_picture(route: str, classes: list[dict[str, Any]]) -> Picture | None:
    if route == "":
        return _site_picture("hero-1", 1600, PICTURE_SIZES["hero"])
    if route == "about":
        return _site_picture("about", 1200, PICTURE_SIZES["text"])
    if route == "contact":
        return Picture(site_picture("hero-2-800.webp"))
    if not classes:
        return None
    image = without_host(classes[0]["image"])
    if not image:
        return None
    return Picture(image, srcset_of(image), PICTURE_SIZES["classPage" if route == "all-classes/<str:id>" else "card"])


def _start_of(listed: dict[str, Any]) -> tuple[bool, str]:
    # As the client's list: what begins soonest, then what has no dates, then what has begun.
    starts_at = listed["startsAt"]
    return starts_at is not None and datetime.fromisoformat(starts_at) <= timezone.now(), starts_at or "9999"


def _site_picture(name: str, width: int, sizes: str) -> Picture:
    wide, narrow = site_picture(f"{name}.webp"), site_picture(f"{name}-800.webp")
    return Picture(wide, f"{narrow} 800w, {wide} {width}w", sizes)
