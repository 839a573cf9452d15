"""The part of a page that the server draws before any script runs, and the picture that the browser should preload.

The template draws the navigation bar and the top of a public page; the client then renders the same and replaces it.
A dashboard page depends on the user, so the server draws only a progress bar there. See docs/adr/0012.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static

from camp.class_facts import class_facts, price_text
from classes.pictures import srcset_of
from core.picture_urls import without_host

DASHBOARD = "dashboard"

LINKS = (("/", "Home"), ("/all-instructors", "All Instructors"), ("/all-classes", "All Classes"))

LEADS: dict[str, str] = {
    "all-instructors": "They make things for a living, and they love to show you how.",
    "all-classes": "Small groups and hands-on teaching. Choose a class, then pay to book your seat.",
}
"""Routes whose page begins with a heading (the page's title) and this line below it."""


@dataclass(frozen=True)
class Picture:
    """A picture to preload, with the attributes of ``<img>``."""

    src: str
    srcset: str
    sizes: str


def first_screen(
    request: HttpRequest, route: str, data: dict[str, Any], camp_class: dict[str, Any] | None
) -> dict[str, Any]:
    """Returns the template context of the first screen.

    ``data``: the page's initial data by path; ``camp_class``: the class that the page is about, if any.
    """
    about_class = {} if camp_class is None else _class_page(camp_class, data)
    return {
        "public": route.split("/")[0] != DASHBOARD,
        "links": LINKS,
        "lead": LEADS.get(route, ""),
        "first_picture": _first_picture(request, route, data),
        **about_class,
    }


def _class_page(camp_class: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    image = without_host(camp_class["image"])
    return {
        "first_picture": Picture(image, srcset_of(image), CLASS_PAGE_SIZES),
        "page_class": camp_class,
        "class_id": camp_class["_id"],  # a template cannot read a name that begins with an underscore
        "facts": class_facts(camp_class, data.get("/crafts", [])),
        "price": price_text(camp_class["price"]),
    }


def _first_picture(request: HttpRequest, route: str, data: dict[str, Any]) -> Picture | None:
    """Returns the picture that is visible without scrolling, if this site serves it."""
    if route == "":
        wide, narrow = static("pictures/hero-1.webp"), static("pictures/hero-1-800.webp")
        return Picture(wide, f"{narrow} 800w, {wide} 1600w", "100vw")
    # With a query the list is filtered, and another class may come first.
    classes = [] if request.GET else data.get("/classes", [])
    image = without_host(classes[0]["image"]) if classes else ""
    sources = srcset_of(image)
    return Picture(image, sources, CARD_SIZES) if sources else None


CLASS_PAGE_SIZES = "(min-width: 992px) 50vw, 66vw"
"""On a phone less than the picture's width, as in CARD_SIZES. The client must use the same value."""
CARD_SIZES = (
    "(min-width: 1200px) 23rem, (min-width: 992px) 18.5rem, (min-width: 768px) 14rem, (min-width: 576px) 16rem, 66vw"
)
"""Must equal the value in ``frontend/src/shared/Picture.tsx``: otherwise a browser fetches the picture twice."""
