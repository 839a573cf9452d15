"""What is seen before any script has run, and what a browser should fetch without waiting for one.

The template draws the bar on top and the head of the page; the client draws the same in its place and goes on. A page
behind the log-in has nothing to show before it is known who asks: there it is the thin line of something coming.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static

from classes import picture_files

DASHBOARD = "dashboard"

LINKS = (("/", "Home"), ("/all-instructors", "All Instructors"), ("/all-classes", "All Classes"))

LEADS: dict[str, str] = {
    "all-instructors": "People who make things for a living, and like to show how.",
    "all-classes": "Small classes, taught at real benches. Choose one, then pay to take your seat.",
}
"""The pages that begin with a heading, their title, and a line below it."""


@dataclass(frozen=True)
class Picture:
    """A picture to fetch at once, in the words of ``<img>``."""

    src: str
    srcset: str
    sizes: str


def first_screen(request: HttpRequest, route: str, data: dict[str, Any]) -> dict[str, Any]:
    """What the template needs of it."""
    return {
        "public": route.split("/")[0] != DASHBOARD,
        "links": LINKS,
        "lead": LEADS.get(route, ""),
        "first_picture": _first_picture(request, route, data),
    }


def _first_picture(request: HttpRequest, route: str, data: dict[str, Any]) -> Picture | None:
    """The picture that is seen without scrolling, where it is one of the site's own."""
    if route == "":
        wide, narrow = static("pictures/hero-1.webp"), static("pictures/hero-1-800.webp")
        return Picture(wide, f"{narrow} 800w, {wide} 1600w", "100vw")
    # A query searches the list, and then another class may be the first.
    classes = [] if request.GET else data.get("/classes", [])
    sources = picture_files.sources_of(classes[0]["image"]) if classes else ""
    return Picture(classes[0]["image"], sources, CARD) if sources else None


CARD = "(min-width: 768px) 30vw, (min-width: 576px) 45vw, 66vw"
"""As in ``frontend/src/shared/Picture.tsx``: a browser fetches twice where the two disagree."""
