"""The page shell: one template for every client route, with the public configuration and the route's title.

The client owns routing. The server knows its routes (``camp.pages.client_pages``), so that an unknown URL is a real 404
and a page has its title before any script runs.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.db import Error as DatabaseFailure
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.static import serve

from camp.pages.bundle import Bundle, bundle
from camp.pages.client_pages import ROUTES, is_public
from camp.pages.first_screen import first_screen
from camp.pages.offer import offer_text
from camp.pages.search_engines import class_url, head_metadata, structured_data
from classes.api.views.catalog import ClassesView, ClassView, CraftsView, InstructorsView, PopularClassesView
from classes.api.views.seasons import SeasonsView
from classes.seats import offers
from core.api.path_converters import IdConverter
from core.http import error_response, read_only, wants_html
from core.models import School
from core.site_time import site_zone_name

NO_ROUTE = "(none)"

IDENTITY_PROVIDER = "firebase"
"""The name of the client's scripts for the identity provider, beside the routes in ``Bundle.pages``."""

INITIAL_REQUESTS: dict[str, dict[str, Any]] = {
    "": {"/popularClasses": PopularClassesView, "/instructors": InstructorsView},
    "all-classes": {"/classes": ClassesView, "/seasons": SeasonsView},
    "all-classes/<str:id>": {"/classes/{id}": ClassView, "/crafts": CraftsView},
    "all-instructors": {"/instructors": InstructorsView},
    "all-instructors/<str:id>": {"/instructors": InstructorsView, "/classes": ClassesView},
}
"""The requests that a public page would send first. The shell contains the responses, to save a round trip."""


MAX_INITIAL_ROWS = 100
"""The page requests a longer list itself, compressed and cached. Search engines get the data of its first classes."""


def public_config() -> dict[str, Any]:
    """For the browser: it contains no secret."""
    emulator = settings.FIREBASE_AUTH_EMULATOR_HOST
    return {
        "siteName": settings.SITE_NAME,
        "siteUrl": settings.SITE_URL,
        "timeZone": settings.SITE_TIME_ZONE,
        "timeZoneName": site_zone_name(),
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
        "testMode": settings.TEST_MODE,
        "contact": {**settings.CONTACT, **_contact()},
        "social": settings.SOCIAL,
        "seatHoldMinutes": settings.SEAT_HOLD_MINUTES,
        "waitlistClosesHours": offers.CLOSES_BEFORE // timedelta(hours=1),
        "cancelWithinHours": settings.CANCEL_WITHIN_HOURS,
        "care": settings.CARE,
        "careKeepDays": settings.CARE_KEEP_DAYS,
        "refundRules": [{"days": days, "percent": percent} for days, percent in settings.REFUND_RULES],
    }


def _contact() -> dict[str, str]:
    # Without the database the page still works, and says what it misses.
    try:
        return School.current().contact
    except DatabaseFailure:
        return School().contact


@read_only
def page(request: HttpRequest, **parameters: str) -> HttpResponse:
    """404 if the class or instructor in the URL does not exist."""
    route = request.resolver_match.route if request.resolver_match else ""
    data, is_missing = _initial_data(route, parameters)
    if is_missing:
        return _render(request, NO_ROUTE, 404, {})
    return _render(request, route, 200, data, parameters.get("id", ""))


@csrf_exempt  # it changes nothing, and the refusal would be a 403 in HTML
def not_found(request: HttpRequest) -> HttpResponse:
    """The client's error page for a browser, the one error shape for a program."""
    if wants_html(request):
        return _render(request, NO_ROUTE, 404, {})
    return error_response("not_found", "Sorry, we can't find that page.", 404)


def _initial_data(route: str, parameters: dict[str, str]) -> tuple[dict[str, Any], bool]:
    """The anonymous responses by path, and whether what the URL names does not exist.

    Omits any other failed response: the page requests it and shows the error.
    """
    data, is_missing = {}, False
    for template, view in INITIAL_REQUESTS.get(route, {}).items():
        path = template.format(**parameters)
        kwargs = {"id": IdConverter().to_python(parameters["id"])} if "{id}" in template else {}
        response = view.as_view()(_anonymous_get(path), **kwargs)
        is_missing = is_missing or response.status_code == 404
        if response.status_code == 200:
            data[path] = response.data
    instructors = data.get("/instructors")
    if route.startswith("all-instructors/") and instructors is not None:
        is_missing = all(instructor["_id"] != parameters["id"] for instructor in instructors)
    return data, is_missing


def _anonymous_get(path: str) -> HttpRequest:
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    return request


def _render(request: HttpRequest, route: str, status: int, data: dict[str, Any], id: str = "") -> HttpResponse:
    files = bundle()
    camp_class, instructors = data.get(f"/classes/{id}"), data.get("/instructors", [])
    instructor = next((each for each in instructors if each["_id"] == id), None)
    classes = _listed_classes(data, camp_class, instructor)
    metadata = head_metadata(route, request.path, camp_class, instructor)
    config = public_config()
    # Pages that do not exist are as many as their addresses, and none is cached.
    is_cached = is_public(route) and status == 200
    config["offer"] = offer_text(address=config["contact"]["address"], now=timezone.now()) if is_cached else ""
    context = {
        "title": f"{metadata['name'] or ROUTES.get(route, 'Not Found')} | {settings.SITE_NAME}",
        **metadata,
        "config": config,
        "data": {path: found for path, found in data.items() if not _is_long(found)},
        "structured": structured_data(route, classes[:MAX_INITIAL_ROWS], config["contact"]),
        "class_links": [(class_url(each), each["nameClass"]) for each in classes],
        "scripts": files["js"],
        "styles": files["css"],
        "fonts": files["fonts"],
        **_scripts_of_page(files, route),
        **first_screen(route, request.GET, metadata["name"], classes, [instructor] if instructor else instructors),
    }
    response = render(request, "index.html", context, status=status)
    response["Cache-Control"] = "no-cache"
    return response


def _is_long(found: Any) -> bool:
    return isinstance(found, list) and len(found) > MAX_INITIAL_ROWS


def _listed_classes(
    data: dict[str, Any], camp_class: dict[str, Any] | None, instructor: dict[str, Any] | None
) -> list[dict[str, Any]]:
    if camp_class:
        return [camp_class]
    classes: list[dict[str, Any]] = data.get("/classes", data.get("/popularClasses", []))
    if instructor:
        return [each for each in classes if each["instructorId"] == instructor["_id"]]
    return classes


def _scripts_of_page(files: Bundle, route: str) -> dict[str, list[str]]:
    scripts = files["pages"].get(route, [])
    if is_public(route):
        return {"page_scripts": scripts}
    # A dashboard page redirects everybody else. The script of the identity provider verifies the user.
    return {"user_scripts": [*scripts, *files["pages"].get(IDENTITY_PROVIDER, [])]}


@read_only
def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """The name contains a hash of the content, so a picture never changes."""
    try:
        response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    except (Http404, OSError, SuspiciousFileOperation):  # OSError: the name is too long for a file
        return error_response("not_found", "We couldn't find this picture.", 404)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
