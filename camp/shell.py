"""The page shell: one template for every client route, with the public configuration and the route's own title.

The client owns routing; the server knows the routes too, so that an unknown address is a true 404 and a page has its
title before any script runs.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.static import serve

from accounts.views import InstructorsView
from camp.first_screen import first_screen
from camp.lib.http import refusal, wants_html
from camp.search_engines import head_of, structured_data
from classes.views.catalog import ClassesView, PopularClassesView

ROUTES: dict[str, str] = {
    "": "Home",
    "all-instructors": "All Instructors",
    "all-classes": "All Classes",
    "login": "Log In",
    "register": "Register",
    "reset-password": "Reset Password",
    "about": "About Us",
    "contact": "Contact",
    "terms": "Terms of Use",
    "privacy": "Privacy Policy",
    "cookies": "Cookie Policy",
    "dashboard": "Dashboard",
    "dashboard/overview": "Overview",
    "dashboard/all-users": "Manage Users",
    "dashboard/manage-classes": "Manage Classes",
    "dashboard/my-classes": "My Classes",
    "dashboard/my-classes/<str:id>/roster": "Roster",
    "dashboard/add-class": "Add a Class",
    "dashboard/update-class/<str:id>": "Update Class",
    "dashboard/my-selected-classes": "My Selected Classes",
    "dashboard/my-enrolled-classes": "My Enrolled Classes",
    "dashboard/my-enrolled-classes/<str:id>": "My Class",
    "dashboard/my-payment-history": "My Payment History",
    "dashboard/payment/<str:id>": "Payment",
    "dashboard/profile": "My Profile",
}
"""Client routes and their page titles."""

NO_ROUTE = "(none)"

FIRST_CALLS: dict[str, dict[str, Any]] = {
    "": {"/popularClasses": PopularClassesView, "/instructors": InstructorsView},
    "all-classes": {"/classes": ClassesView},
    "all-instructors": {"/instructors": InstructorsView},
}
"""What a public page would ask for first: it is sent along, so that the page needs no second round trip."""


class Bundle(TypedDict):
    """Paths under /static/ of the built client's files."""

    js: list[str]
    css: list[str]
    fonts: list[str]
    pages: dict[str, list[str]]
    """What a page needs beside the rest, by its route."""


def public_config() -> dict[str, Any]:
    """What the browser may know of the configuration; nothing secret."""
    emulator = settings.FIREBASE_AUTH_EMULATOR_HOST
    return {
        "siteName": settings.SITE_NAME,
        "siteUrl": settings.SITE_URL,
        "firebase": {
            "apiKey": settings.FIREBASE_API_KEY,
            "authDomain": settings.FIREBASE_AUTH_DOMAIN,
            "projectId": settings.FIREBASE_PROJECT_ID,
            "emulator": f"http://{emulator}" if emulator else None,
        },
        "stripe": {
            "publishableKey": settings.STRIPE_PUBLISHABLE_KEY,
            "script": settings.STRIPE_SCRIPT_URL or None,
        },
        "contact": settings.CONTACT,
        "social": settings.SOCIAL,
        "seatHoldMinutes": settings.SEAT_HOLD_MINUTES,
        "cancelWithinHours": settings.CANCEL_WITHIN_HOURS,
    }


@require_safe
def page(request: HttpRequest, **_parts: str) -> HttpResponse:
    """A client route."""
    route = request.resolver_match.route if request.resolver_match else ""
    return _render(request, route, 200, _first_data(route))


def not_found(request: HttpRequest) -> HttpResponse:
    """Any other address: the client's error page for a browser, the one error shape for a program."""
    if wants_html(request):
        return _render(request, NO_ROUTE, 404, {})
    return refusal("not_found", "There is nothing at this address.", 404)


def _first_data(route: str) -> dict[str, Any]:
    """What nobody in particular is answered; a call that fails is left for the page to make and to explain."""
    answers = {path: view.as_view()(_anonymous_get(path)) for path, view in FIRST_CALLS.get(route, {}).items()}
    return {path: answer.data for path, answer in answers.items() if answer.status_code == 200}


def _anonymous_get(path: str) -> HttpRequest:
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    return request


def _render(request: HttpRequest, route: str, status: int, data: dict[str, Any]) -> HttpResponse:
    files = bundle()
    context = {
        "title": f"{ROUTES.get(route, 'Not Found')} | {settings.SITE_NAME}",
        **head_of(route, request.path),
        "config": public_config(),
        "data": data,
        "structured": structured_data(route, data),
        "listed_classes": data.get("/classes", data.get("/popularClasses", [])),
        "scripts": files["js"],
        "styles": files["css"],
        "fonts": files["fonts"],
        "page_scripts": files["pages"].get(route, []),
        "heading": ROUTES.get(route, ""),
        **first_screen(request, route, data),
    }
    response = render(request, "index.html", context, status=status)
    response["Cache-Control"] = "no-cache"
    return response


def bundle() -> Bundle:
    """What is needed of the built client, from webpack's manifest."""
    return _read_bundle() if settings.DEBUG else _remembered_bundle()


def _read_bundle() -> Bundle:
    manifest: Path = settings.BASE_DIR / "static" / "build" / "manifest.json"
    nothing = Bundle(js=[], css=[], fonts=[], pages={})
    return {**nothing, **json.loads(manifest.read_text())} if manifest.exists() else nothing


_remembered_bundle = lru_cache(maxsize=1)(_read_bundle)


@require_safe
def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture that somebody uploaded. Its name carries a hash of its content, so it never changes."""
    try:
        response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    except (Http404, SuspiciousFileOperation):
        return refusal("not_found", "There is no such picture.", 404)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # public, and shown by clients on other origins too
    return response
