from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils import timezone
from django.utils.duration import duration_iso_string
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from accounts.models import User
from classes.models import CampClass
from core.http import read_only
from core.site_time import site_day

MAX_DESCRIPTION = 160
"""Characters that search engines show of a description."""

SCHOOL = (
    "A summer camp school for art and craft: small classes in clay, weaving, painting, paper and more, "
    "taught by people who make things for a living. Practical training since 2003."
)

DESCRIPTIONS: dict[str, str] = {
    "": SCHOOL,
    "all-instructors": "Meet the instructors: potters, weavers, painters and printers who teach what they do all year.",
    "all-classes": "All classes with prices and available seats. Choose one, pay by card, and your seat is booked.",
    "login": "Log in to choose classes, pay for them and see what you have booked.",
    "register": "Register with your email address or with Google to choose classes and book your seat.",
    "about": "Who we are, how we teach, and why working with your hands still matters.",
    "contact": "How to reach us: by email, by phone, or at our workshop.",
    "terms": "Our terms of use: what you can expect from us, and what we expect from you.",
    "privacy": "What personal data we keep, why, for how long, and how to have it deleted.",
    "cookies": "What this site stores in your browser, and why it is so little.",
}
"""The routes that search engines may index, with their descriptions. All other routes are ``noindex``."""


def head_metadata(
    route: str, path: str, camp_class: dict[str, Any] | None, instructor: dict[str, Any] | None
) -> dict[str, Any]:
    """``name`` is the name of the class or instructor of the page."""
    metadata = {
        "name": "",
        "description": DESCRIPTIONS.get(route, SCHOOL),
        "is_indexed": route in DESCRIPTIONS,
        "canonical": f"{settings.SITE_URL}{path}",
        "share_picture": urljoin(settings.SITE_URL, static("pictures/share.png")),
        "share_picture_size": (1200, 630),
    }
    if camp_class:
        about, picture = _class_description(camp_class), camp_class["image"]
        metadata |= _subject(camp_class["nameClass"], about, picture)
        metadata["canonical"] = class_url(camp_class)
    elif instructor:
        name = instructor["name"] or instructor["email"]
        about = instructor["bio"] or f"{name} teaches at {settings.SITE_NAME}."
        metadata |= _subject(name, about, instructor["photo"])
    return metadata


def _subject(name: str, description: str, picture: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        "name": name,
        "is_indexed": True,
        "description": Truncator(description).chars(MAX_DESCRIPTION),
    }
    if picture:
        metadata |= {"share_picture": urljoin(settings.SITE_URL, picture), "share_picture_size": None}
    return metadata


def class_url(camp_class: dict[str, Any]) -> str:
    return urljoin(settings.SITE_URL, f"/all-classes/{camp_class['_id']}")


def instructor_of(camp_class: dict[str, Any]) -> str:
    """Without a name, the e-mail address."""
    name: str = camp_class["instructorName"] or camp_class["instructorEmail"]
    return name


def _class_description(camp_class: dict[str, Any]) -> str:
    return camp_class["description"] or f"{camp_class['nameClass']}, with {instructor_of(camp_class)}."


def structured_data(route: str, classes: list[dict[str, Any]], contact: Mapping[str, str]) -> SafeString:
    """schema.org data as a JSON-LD block: the school on the home page, and ``classes``, which the page lists.

    Empty if there is nothing to describe. ``contact``: as the page shows it.
    """
    items = [_school(contact)] if route == "" else []
    items += [_course(each, contact["address"]) for each in classes]
    if not items:
        return SafeString()
    block = json_script(items).replace("application/json", "application/ld+json", 1)
    return SafeString(block)  # json_script has escaped the content; only the block's type differs


def _school(contact: Mapping[str, str]) -> dict[str, Any]:
    ways = {"email": contact["email"], "telephone": contact["phone"], "address": contact["address"]}
    return {
        "@context": "https://schema.org",
        "@type": "EducationalOrganization",
        "name": settings.SITE_NAME,
        "url": settings.SITE_URL,
        "description": SCHOOL,
        "foundingDate": "2003",
        **{name: value for name, value in ways.items() if value},
        "sameAs": list(settings.SOCIAL.values()),
    }


def _course(camp_class: dict[str, Any], address: str) -> dict[str, Any]:
    """https://schema.org/Course with the properties that search engines require.

    They require a schedule or a workload of every course instance, so a class without lessons has no instance.
    """
    url = class_url(camp_class)
    course = {
        "@context": "https://schema.org",
        "@type": "Course",
        "@id": url,
        "url": url,
        "name": camp_class["nameClass"],
        "description": _class_description(camp_class),
        **({"image": urljoin(settings.SITE_URL, camp_class["image"])} if camp_class["image"] else {}),
        "inLanguage": "en",
        "provider": {"@type": "EducationalOrganization", "name": settings.SITE_NAME, "sameAs": settings.SITE_URL},
        "offers": {
            "@type": "Offer",
            **_price(camp_class),
            "priceCurrency": "USD",
            **_availability(camp_class),
            "url": url,
        },
    }
    if camp_class["lessonCount"]:
        course["hasCourseInstance"] = _course_instance(camp_class, address)
    youngest, oldest = camp_class["ageFrom"], camp_class["ageTo"]
    if youngest is not None or oldest is not None:
        course["typicalAgeRange"] = f"{'' if youngest is None else youngest}-{'' if oldest is None else oldest}"
    return course


def _price(camp_class: dict[str, Any]) -> dict[str, str]:
    price, until = camp_class["price"], {}
    if camp_class["earlyUntil"] and camp_class["earlyUntil"] >= site_day(timezone.now()).isoformat():
        price, until = camp_class["earlyPrice"], {"priceValidUntil": camp_class["earlyUntil"]}
    return {"category": "Paid" if price else "Free", "price": f"{price:.2f}", **until}


def _availability(camp_class: dict[str, Any]) -> dict[str, str]:
    # https://schema.org/ItemAvailability
    opens_at = camp_class["opensAt"]
    if camp_class.get("endedAt"):
        state = "Discontinued"
    elif camp_class.get("lessonsRemovedAt") or (camp_class["season"] and not opens_at):
        state = "OutOfStock"
    elif opens_at and datetime.fromisoformat(opens_at) > timezone.now():
        return {"availability": "https://schema.org/PreOrder", "validFrom": opens_at}
    else:  # the seats that are offered to the waitlist cannot be booked
        state = "InStock" if camp_class["seats"] > camp_class["offered"] else "SoldOut"
    return {"availability": f"https://schema.org/{state}"}


def _course_instance(camp_class: dict[str, Any], address: str) -> dict[str, Any]:
    """https://schema.org/CourseInstance"""
    instance = {
        "@type": "CourseInstance",
        "courseMode": "Onsite",
        "instructor": {"@type": "Person", "name": instructor_of(camp_class)},
        "startDate": camp_class["firstDay"],
        "endDate": camp_class["lastDay"],
        "location": {
            "@type": "Place",
            "name": camp_class["place"] or settings.SITE_NAME,
            **({"address": address} if address else {}),
        },
        "courseSchedule": _schedule(camp_class),
    }
    if lessons := camp_class.get("lessons"):
        instance["courseWorkload"] = duration_iso_string(_total(lessons))
    return instance


def _schedule(camp_class: dict[str, Any]) -> dict[str, Any]:
    """https://schema.org/Schedule; ``duration`` is the average of a lesson."""
    first, last = (date.fromisoformat(camp_class[name]) for name in ("firstDay", "lastDay"))
    is_weekly = first < last and last - first >= (camp_class["lessonCount"] - 1) * timedelta(weeks=1)
    schedule = {
        "@type": "Schedule",
        "startDate": camp_class["firstDay"],
        "endDate": camp_class["lastDay"],
        "repeatCount": camp_class["lessonCount"],
        "repeatFrequency": "Weekly" if is_weekly else "Daily",
    }
    if lessons := camp_class.get("lessons"):
        schedule["duration"] = duration_iso_string(_total(lessons) / len(lessons))
    return schedule


def _total(lessons: list[dict[str, Any]]) -> timedelta:
    return sum(map(_duration, lessons), timedelta())


def _duration(lesson: dict[str, Any]) -> timedelta:
    start, end = (datetime.fromisoformat(lesson[name]) for name in ("startsAt", "endsAt"))
    return end - start


@read_only
def robots(request: HttpRequest) -> HttpResponse:
    sitemap = f"Sitemap: {settings.SITE_URL}/sitemap.xml"
    lines = ("User-agent: *", "Disallow: /dashboard", "Disallow: /admin", sitemap, "")
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


class PageSitemap(Sitemap):
    def items(self) -> list[str]:
        classes = CampClass.objects.listed().order_by("-pk").values_list("pk", flat=True)
        instructors = User.objects.instructors().order_by("pk").values_list("pk", flat=True)
        return [
            *DESCRIPTIONS,
            *(f"all-classes/{pk}" for pk in classes),
            *(f"all-instructors/{pk}" for pk in instructors),
        ]

    def location(self, item: str) -> str:
        return f"/{item}"

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.SITE_URL).netloc

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme
