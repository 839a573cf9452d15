"""What search engines and shared links are told: descriptions, structured data, sitemap and robots."""

from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

SCHOOL = (
    "A summer camp school for art and craft: small classes in clay, weaving, painting, paper and more, "
    "taught by people who make things for a living. Practical training since 2003."
)

DESCRIPTIONS: dict[str, str] = {
    "": SCHOOL,
    "all-instructors": "Meet the instructors: potters, weavers, painters and printers who teach what they do all year.",
    "all-classes": "All classes with their prices and free seats. Choose one, pay by card, and your place is kept.",
    "login": "Log in to choose classes, pay for them and follow what you have booked.",
    "register": "Register to choose classes and take your place, with your e-mail address or with Google.",
    "about": "Who we are, how we teach, and why a school of hands still matters.",
    "contact": "How to reach the school: by e-mail, by phone, or at our workshop.",
    "terms": "The terms of use: what you can expect of us, and what we expect of you.",
    "privacy": "Which personal data we keep, why, for how long, and how to have it deleted.",
    "cookies": "What this site stores in your browser, and why that is little.",
}
"""The routes that search engines may list, and what they say of each; the others are told not to be listed."""


def head_of(route: str, path: str) -> dict[str, Any]:
    """What the head of a page says to search engines and to whoever shows a link to it."""
    return {
        "description": DESCRIPTIONS.get(route, SCHOOL),
        "listed": route in DESCRIPTIONS,
        "canonical": urljoin(settings.SITE_URL, path),
        "share_picture": urljoin(settings.SITE_URL, static("pictures/share.png")),
    }


def structured_data(route: str, data: dict[str, Any]) -> SafeString:
    """The page in the words of schema.org: the school on the home page, each class as a course with its offer.

    A data block, as search engines read it; empty where there is nothing to say.
    """
    classes = data.get("/classes", data.get("/popularClasses", []))
    things = [_school()] if route == "" else []
    things += [_course(camp_class) for camp_class in classes]
    if not things:
        return SafeString()
    block = json_script(things).replace("application/json", "application/ld+json", 1)
    return SafeString(block)  # escaped by json_script; only the kind of block was changed


def _school() -> dict[str, Any]:
    contact = settings.CONTACT
    return {
        "@context": "https://schema.org",
        "@type": "EducationalOrganization",
        "name": settings.SITE_NAME,
        "url": settings.SITE_URL,
        "description": SCHOOL,
        "foundingDate": "2003",
        "email": contact["email"],
        "telephone": contact["phone"],
        "address": contact["address"],
        "sameAs": list(settings.SOCIAL.values()),
    }


def _course(camp_class: dict[str, Any]) -> dict[str, Any]:
    """https://schema.org/Course, with what search engines ask of one: provider, offer, instance."""
    available = "InStock" if camp_class["seats"] else "SoldOut"
    return {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": camp_class["nameClass"],
        "description": camp_class["description"] or f"{camp_class['nameClass']}, with {camp_class['instructorName']}.",
        "image": urljoin(settings.SITE_URL, camp_class["image"]),
        "provider": {"@type": "EducationalOrganization", "name": settings.SITE_NAME, "sameAs": settings.SITE_URL},
        "offers": {
            "@type": "Offer",
            "category": "Paid" if camp_class["price"] else "Free",
            "price": f"{camp_class['price']:.2f}",
            "priceCurrency": "USD",
            "availability": f"https://schema.org/{available}",
            "url": urljoin(settings.SITE_URL, "/all-classes"),
        },
        "hasCourseInstance": {
            "@type": "CourseInstance",
            "courseMode": "Onsite",
            "instructor": {"@type": "Person", "name": camp_class["instructorName"]},
        },
    }


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Everything public may be read; what is behind the log-in is of no use to a search engine."""
    map_of_pages = f"Sitemap: {settings.SITE_URL}/sitemap.xml"
    lines = ("User-agent: *", "Disallow: /dashboard", "Disallow: /admin", map_of_pages, "")
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The listed pages (https://www.sitemaps.org/protocol.html). Our own routes need no escaping."""
    pages = "".join(f"<url><loc>{urljoin(settings.SITE_URL, route)}</loc></url>" for route in DESCRIPTIONS)
    urls = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>'
    return HttpResponse(
        f'<?xml version="1.0" encoding="UTF-8"?>\n{urls}\n', content_type="application/xml; charset=utf-8"
    )
