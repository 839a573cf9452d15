"""The part of a page that the server renders, and the picture that the browser should preload.

The templates render the navigation bar and the top of a public page. React then renders the whole page and replaces
them. A dashboard page depends on the user, so the server renders only a progress bar there. See docs/adr/0012.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from camp.bundle import site_picture
from camp.class_facts import class_facts, instructor_of, open_seats, price_text, schedule_text
from classes.offers import CLOSES_BEFORE
from core.picture_urls import without_host
from core.pictures import srcset_of

DASHBOARD = "dashboard"

LINKS = (("/", "Home"), ("/all-instructors", "All Instructors"), ("/all-classes", "All Classes"))

LEADS: dict[str, str] = {
    "all-instructors": "They make things for a living, and they love to show you how.",
    "all-classes": "Small groups and hands-on teaching. Choose a class, then pay to book your seat.",
    "contact": "Write, call, or come by. We're happy to help.",
    "login": "Choose classes, pay for your seats, and see everything you've booked.",
    "register": "One account for you and your children: choose classes, pay by card, and see what you've booked.",
}
"""Routes whose page begins with a heading (the page's title) and this line below it."""

TEMPLATES: dict[str, str] = {
    "": "first_screen/home.html",
    "about": "first_screen/about.html",
    "all-classes": "first_screen/list.html",
    "all-instructors": "first_screen/list.html",
    "contact": "first_screen/contact.html",
    "login": "first_screen/form.html",
    "register": "first_screen/form.html",
}
"""The template of the first screen by route. ``_class_page`` and ``_instructor_page`` name their own.

For other public pages the server renders only the navigation bar.
"""

CARDS = 3
"""The number of cards that the server renders: the first row on a wide screen."""
PHOTOS = 2
"""The number of photos that the server renders: a phone shows two. More photos would delay these."""

CLASS_PAGE_SIZES = "(min-width: 992px) 50vw, 66vw"
"""On a phone less than the picture's width, as in CARD_SIZES. The client must use the same value."""
CARD_SIZES = (
    "(min-width: 1200px) 23rem, (min-width: 992px) 18.5rem, (min-width: 768px) 14rem, (min-width: 576px) 16rem, 66vw"
)
"""Must equal the value in ``frontend/src/shared/Picture.tsx``: otherwise a browser fetches the picture twice."""
TEXT_PICTURE_SIZES = "(min-width: 768px) 42rem, 100vw"
"""Must equal the value in ``frontend/src/app/text/AboutPage.tsx``."""


@dataclass(frozen=True)
class Picture:
    """A picture with the attributes of ``<img>``. Without ``srcset`` it has one size, and is not preloaded."""

    src: str
    srcset: str
    sizes: str


def first_screen(
    request: HttpRequest,
    route: str,
    data: dict[str, Any],
    camp_class: dict[str, Any] | None,
    instructor: dict[str, Any] | None,
    classes: list[dict[str, Any]],
) -> dict[str, Any]:
    """Returns the template context of the first screen.

    ``data``: the page's initial data by path; ``camp_class``, ``instructor``: what the page is about, if any;
    ``classes``: the classes that the page lists.
    """
    if camp_class:
        content = _class_page(camp_class, data)
    else:
        content = _instructor_page(instructor, classes) if instructor else _fixed_page(request, route, data, classes)
    return {
        "public": route.split("/")[0] != DASHBOARD,
        "links": LINKS,
        "content": TEMPLATES.get(route, ""),
        "lead": LEADS.get(route, ""),
        **content,
    }


def _fixed_page(
    request: HttpRequest, route: str, data: dict[str, Any], classes: list[dict[str, Any]]
) -> dict[str, Any]:
    if route == "":
        return {"first_picture": _site_picture("hero-1", 1600, "100vw")}
    if route == "about":
        return {"first_picture": _site_picture("about", 1200, TEXT_PICTURE_SIZES)}
    # With a query the list is filtered, and another class may come first.
    if route == "all-classes" and not request.GET:
        return _class_list(classes)
    if route == "contact":
        phone = re.sub(r"[^+\d]", "", settings.CONTACT["phone"])
        return {"phone_number": phone, "contact_picture": site_picture("hero-2-800.webp")}
    if route == "all-instructors":
        instructors = data.get("/instructors", [])[:CARDS]
        return {"instructor_cards": [_instructor_card(each, index < PHOTOS) for index, each in enumerate(instructors)]}
    return {}


def _site_picture(name: str, width: int, sizes: str) -> Picture:
    wide, narrow = site_picture(f"{name}.webp"), site_picture(f"{name}-800.webp")
    return Picture(wide, f"{narrow} 800w, {wide} {width}w", sizes)


def _class_page(camp_class: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    return {
        "content": "first_screen/class.html",
        "first_picture": _picture(camp_class, CLASS_PAGE_SIZES),
        "page_class": camp_class,
        "class_id": camp_class["_id"],  # a template cannot read a name that begins with an underscore
        "facts": class_facts(camp_class, data.get("/crafts", [])),
        "reason": _reason(camp_class),
        "waitlist": _waitlist_button(camp_class),
        "price": price_text(camp_class["price"]),
    }


def _instructor_page(instructor: dict[str, Any], classes: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        **_class_list(classes),
        "content": "first_screen/instructor.html",
        "instructor": {**_instructor_card(instructor), "bio": instructor["bio"]},
    }


def _class_list(classes: list[dict[str, Any]]) -> dict[str, Any]:
    cards = [_class_card(camp_class) for camp_class in classes[:CARDS]]
    return {
        "class_cards": cards,
        "class_count": len(classes),
        "first_picture": cards[0]["picture"] if cards else None,
    }


def _class_card(camp_class: dict[str, Any]) -> dict[str, Any]:
    return {
        "url": f"/all-classes/{camp_class['_id']}",
        "name": camp_class["nameClass"],
        "instructor": instructor_of(camp_class),
        "picture": _picture(camp_class, CARD_SIZES),
        "schedule": schedule_text(camp_class),
        "seats": open_seats(camp_class),
        "description": camp_class["description"],
        "reason": _reason(camp_class),
        "waitlist": _waitlist_button(camp_class),
        "price": price_text(camp_class["price"]),
    }


def _waitlist_button(camp_class: dict[str, Any]) -> str:
    """Returns the text of the button that joins the waitlist; empty if nobody can join it."""
    if open_seats(camp_class) or camp_class["lessonsRemovedAt"] or _starts_within(camp_class, CLOSES_BEFORE):
        return ""
    waiting = camp_class["waiting"]
    return f"Join the waitlist ({waiting} waiting)" if waiting else "Join the waitlist"


def _reason(camp_class: dict[str, Any]) -> str:
    """Returns why nobody can book the class, as the page says it; empty if it can be booked or is sold out."""
    if camp_class["lessonsRemovedAt"] is not None:
        return "This class has no dates right now, so you can't book it."
    has_begun = _starts_within(camp_class, timedelta())
    return "This class has already started, so you can't join it anymore." if has_begun else ""


def _starts_within(camp_class: dict[str, Any], time: timedelta) -> bool:
    starts_at = camp_class["startsAt"]
    return starts_at is not None and datetime.fromisoformat(starts_at) - timezone.now() <= time


def _picture(camp_class: dict[str, Any], sizes: str) -> Picture:
    image = without_host(camp_class["image"])
    return Picture(image, srcset_of(image), sizes)


def _instructor_card(instructor: dict[str, Any], with_photo: bool = True) -> dict[str, Any]:
    user, _, domain = instructor["email"].rpartition("@")
    name, photo = instructor["name"] or instructor["email"], without_host(instructor["photo"])
    return {
        "url": f"/all-instructors/{instructor['_id']}",
        "name": name,
        "initial": "" if photo else name.strip()[:1].upper() or "?",
        "photo": photo if with_photo else "",
        "email_user": user,
        "email_domain": domain,
    }
