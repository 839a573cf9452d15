# ruff: noqa: E501 (one line per endpoint)
"""Every endpoint of the site, with a request that is otherwise valid and the status that each role gets.

The requests concern Sam (a student) or Ines (an instructor), so the rows belong to neither of the other users.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient  # noqa: TID251 (a type)

from accounts.models import Child
from care.models import Agreement, AgreementText, Contact
from classes.catalog.calendar import calendar_token
from classes.models import CampClass, Lesson, Season, Selection, WaitlistEntry
from core.cache.responses import response_cache
from payments.models import Payment
from testing.api_client import as_
from testing.factories import (
    Users,
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_ended_season,
    make_lesson,
    make_payment,
    make_season,
    make_selection,
    make_users,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.presence import event

ANONYMOUS = "anonymous"
UPLOADS = ("images", "users/me/photo", "seasons/<id>/import")
ROLES = (ANONYMOUS, "student", "other_student", "instructor", "other_instructor", "admin")
"""The attributes of ``Users``, and a client without a token."""


@dataclass
class Sample:
    """One row of each kind that a request can refer to."""

    users: Users
    approved: CampClass
    pending: CampClass
    denied: CampClass
    free: CampClass
    withdrawn: CampClass
    full: CampClass
    entry: WaitlistEntry
    selection: Selection
    payment: Payment
    child: Child
    calendar_token: str
    season: Season
    former_season: Season
    contact: Contact
    text: AgreementText
    agreement: Agreement
    lesson: Lesson


def make_sample() -> Sample:
    users = make_users()
    approved = make_class(users.instructor, "Approved")
    make_lesson(approved, timezone.now() + timedelta(days=7))
    paid = make_class(users.instructor, "Paid")
    waited_for = make_class(users.instructor, "Waited for", capacity=0)
    child = make_child(users.student)
    text = make_agreement_text()
    return Sample(
        users=users,
        approved=approved,
        pending=make_class(users.instructor, "Pending", status="Pending"),
        denied=make_class(users.instructor, "Denied", status="Denied"),
        free=make_class(users.instructor, "Free", price=0),
        withdrawn=make_withdrawn_class(users.instructor),
        full=make_class(users.instructor, "Full", capacity=0),
        entry=make_waitlist_entry(users.student, waited_for),
        selection=make_selection(users.student, approved),
        payment=make_payment(users.student, paid, price=0),
        child=child,
        calendar_token=calendar_token(user=users.student),
        season=make_season(),
        former_season=make_ended_season(),
        contact=make_contact(child, "Rosa"),
        text=text,
        agreement=make_agreement(child, text),
        lesson=make_lesson(paid, timezone.now() + timedelta(days=7)),
    )


def client_of(users: Users, role: str) -> APIClient:
    """Returns a client that sends the token of the user with this role."""
    return as_(None if role == ANONYMOUS else getattr(users, role)).client


@dataclass(frozen=True)
class Endpoint:
    """A route and method, and the statuses for each of ROLES, in that order."""

    route: str
    method: str
    statuses: tuple[int, int, int, int, int, int]
    path: Callable[[Sample], str]
    body: Callable[[Sample], object] = lambda _: None

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.route}"

    def status_for(self, role: str) -> int:
        return self.statuses[ROLES.index(role)]

    def send(self, client: APIClient, sample: Sample, *, path: str | None = None, body: object = None) -> Any:
        """Sends the request, or one with another path or body, and returns the response."""
        options = {} if self.method == "get" else {"format": "multipart" if self.route in UPLOADS else "json"}
        return getattr(client, self.method)(path or self.path(sample), body or self.body(sample), **options)


def fixed(
    route: str,
    method: str,
    statuses: tuple[int, int, int, int, int, int],
    body: Callable[[Sample], object] = lambda _: None,
) -> Endpoint:
    """Returns an endpoint whose path has no parameters."""
    return Endpoint(route, method, statuses, lambda _: f"/{route}", body)


CLASS = {"nameClass": "New", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}

SEASON = {"name": "Fall 2027", "startsOn": "2027-09-06", "endsOn": "2027-11-26"}

ENDPOINTS = [
    fixed("jwt", "post", (401, 401, 401, 401, 401, 401), lambda s: {"email": "sam@camp.example"}),
    fixed("users", "get", (401, 403, 403, 403, 403, 200)),
    fixed(
        "users",
        "post",
        (401, 201, 403, 403, 403, 403),
        lambda s: {"name": "Sam", "photo": "https://p.example/s.jpg", "email": "sam@camp.example"},
    ),
    fixed("users/me", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me", "patch", (401, 200, 200, 200, 200, 200), lambda s: {"name": "New name"}),
    # 400: every user may, but the request has no fresh ID token.
    fixed("users/me", "delete", (401, 400, 400, 400, 400, 400), lambda s: {}),
    fixed("users/me/data", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/email", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/email", "patch", (401, 200, 200, 200, 200, 200), lambda s: {"wantsReminders": False}),
    Endpoint("users/admin/<person>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/users/admin/sam@camp.example"),
    Endpoint("users/instructor/<person>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/users/instructor/sam@camp.example"),
    Endpoint("users/admin/<person>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/users/admin/{s.users.student.pk}"),
    Endpoint("users/instructor/<person>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/users/instructor/{s.users.student.pk}"),
    Endpoint("users/student/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/users/student/{s.users.instructor.pk}", lambda s: {"keepClasses": True}),
    fixed("instructors", "get", (200,) * 6),
    fixed("popularClasses", "get", (200,) * 6),
    fixed("classes", "get", (200,) * 6),
    fixed("classes", "post", (401, 403, 403, 201, 201, 201), lambda s: CLASS | {"instructorId": str(s.users.instructor.pk)}),
    Endpoint("classes/<id>", "put", (401, 403, 403, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}", lambda s: CLASS),
    Endpoint("classes/<id>", "patch", (401, 403, 403, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}", lambda s: {"price": 10}),
    Endpoint("classes/<id>", "get", (200,) * 6, lambda s: f"/classes/{s.approved.pk}"),
    Endpoint("classes/<id>/calendar.ics", "get", (200,) * 6, lambda s: f"/classes/{s.approved.pk}/calendar.ics"),
    fixed("crafts", "get", (200,) * 6),
    fixed("seasons", "get", (200,) * 6),
    fixed("seasons", "post", (401, 403, 403, 403, 403, 201), lambda s: SEASON),
    Endpoint("seasons/<id>/copy", "post", (401, 403, 403, 403, 403, 201), lambda s: f"/seasons/{s.season.pk}/copy", lambda s: {"from": str(s.former_season.pk)}),
    # 400: an admin may, but the request has no file.
    Endpoint("seasons/<id>/import", "post", (401, 403, 403, 403, 403, 400), lambda s: f"/seasons/{s.season.pk}/import"),
    Endpoint("seasons/<id>/conflicts", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}/conflicts"),
    Endpoint("seasons/<id>", "put", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}", lambda s: SEASON),
    fixed("children", "get", (401, 200, 200, 200, 200, 200)),
    fixed("children", "post", (401, 201, 201, 201, 201, 201), lambda s: {"name": "Lia", "bornOn": "2016-05-04"}),
    Endpoint("children/<id>", "put", (401, 200, 404, 404, 404, 404), lambda s: f"/children/{s.child.pk}", lambda s: {"name": "Lia"}),
    Endpoint("children/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/children/{s.child.pk}"),
    fixed("users/me/calendar", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/calendar", "post", (401, 201, 201, 201, 201, 201)),
    Endpoint("calendar/<token>.ics", "get", (200,) * 6, lambda s: f"/calendar/{s.calendar_token}.ics"),
    fixed("classes/approved", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.pending.pk)]}),
    fixed("classes/season", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.pending.pk)], "season": s.season.slug}),
    Endpoint("classes/approved/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/approved/{s.pending.pk}"),
    Endpoint("classes/denied/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/denied/{s.pending.pk}"),
    Endpoint("classes/<id>/instructor", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/{s.approved.pk}/instructor", lambda s: {"instructorId": str(s.users.other_instructor.pk)}),
    Endpoint("classes/feedback/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/feedback/{s.denied.pk}", lambda s: {"feedback": "Why"}),
    Endpoint("classes/withdrawn/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/withdrawn/{s.free.pk}", lambda s: {"reason": "Ines is ill."}),
    Endpoint("classes/<id>/withdrawal", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/{s.withdrawn.pk}/withdrawal"),
    Endpoint("classes/<id>/roster", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/roster"),
    Endpoint("myClasses/<email>", "get", (401, 403, 403, 200, 403, 200), lambda s: "/myClasses/ines@camp.example"),
    Endpoint("myClass/<id>", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/myClass/{s.approved.pk}"),
    Endpoint("selectClass", "get", (401, 200, 403, 403, 403, 200), lambda s: "/selectClass?email=sam@camp.example"),
    fixed("selectClass", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.free.pk)}),
    Endpoint("selectClass/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/selectClass/{s.selection.pk}"),
    Endpoint("waitlist", "get", (401, 200, 403, 403, 403, 200), lambda s: "/waitlist?email=sam@camp.example"),
    fixed("waitlist", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.full.pk)}),
    Endpoint("waitlist/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/waitlist/{s.entry.pk}"),
    Endpoint("waitlist/<id>/offer", "post", (401, 403, 403, 403, 403, 200), lambda s: f"/waitlist/{s.entry.pk}/offer", lambda s: {"reason": "A sibling has a seat."}),
    Endpoint("classes/<id>/waitlist", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.entry.camp_class_id}/waitlist"),
    Endpoint("enrolledStudent/<email>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/enrolledStudent/sam@camp.example"),
    # 409: a student may, but the price is not the class's price.
    fixed("createPaymentIntent", "post", (401, 409, 409, 403, 403, 403), lambda s: {"price": 1, "classId": str(s.approved.pk)}),
    # 409: a student may, but the selection is Sam's and the total is not its price.
    fixed("orders", "post", (401, 409, 409, 403, 403, 403), lambda s: {"selections": [str(s.selection.pk)], "total": 1}),
    Endpoint("orders/<id>", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/orders/{s.payment.order_id}"),
    fixed("payments", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.free.pk)}),
    Endpoint("payments/<email>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/payments/sam@camp.example"),
    Endpoint("payments/cancel/<id>", "post", (401, 200, 404, 404, 404, 404), lambda s: f"/payments/cancel/{s.payment.pk}"),
    # 400: the request has no signature of Stripe.
    fixed("stripe/webhook", "post", (400,) * 6, lambda s: {}),
    # 400: an instructor or an admin may, but the request has no picture.
    fixed("images", "post", (401, 403, 403, 400, 400, 400)),
    # 400: every user may, but the request has no photo.
    fixed("users/me/photo", "post", (401, 400, 400, 400, 400, 400)),
    fixed("care", "get", (401, 200, 200, 200, 200, 200)),
    Endpoint("care/<id>", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/care/{s.child.pk}"),
    Endpoint("care/<id>", "put", (401, 200, 404, 404, 404, 404), lambda s: f"/care/{s.child.pk}", lambda s: {"nothingToTell": True}),
    Endpoint("classes/<id>/care", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/care"),
    Endpoint("classes/<id>/attendance", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/attendance"),
    fixed("today", "get", (401, 403, 403, 200, 200, 200)),
    fixed("presence", "get", (401, 200, 200, 403, 403, 403)),
    # 200: everybody who teaches may, but the events of others are refused.
    fixed("presence", "post", (401, 403, 403, 200, 200, 200), lambda s: {"events": [event(s.lesson, s.payment.enrollment)]}),
    # 409: Sam may, but the lesson is not today.
    fixed("absences", "post", (401, 409, 404, 403, 403, 403), lambda s: {"lessonId": str(s.lesson.pk), "enrollmentId": str(s.payment.enrollment_id)}),
    Endpoint("lessons/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/lessons/{s.lesson.pk}", lambda s: {"substituteId": str(s.users.other_instructor.pk)}),
    fixed("contacts", "get", (401, 200, 200, 200, 200, 200)),
    fixed("contacts", "post", (401, 201, 404, 404, 404, 404), lambda s: {"name": "Rosa", "childIds": [str(s.child.pk)]}),
    Endpoint("contacts/<id>", "put", (401, 200, 404, 404, 404, 404), lambda s: f"/contacts/{s.contact.pk}", lambda s: {"name": "Rosa", "childIds": [str(s.child.pk)]}),
    Endpoint("contacts/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/contacts/{s.contact.pk}"),
    Endpoint("agreements", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/agreements?childId={s.child.pk}"),
    fixed("agreements", "post", (401, 201, 404, 404, 404, 404), lambda s: {"textId": str(s.text.pk), "childId": str(s.child.pk), "accepted": True, "typedName": "Sam"}),
    Endpoint("agreements/<id>", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/agreements/{s.agreement.pk}"),
    fixed("agreementTexts", "get", (401, 403, 403, 403, 403, 200)),
    fixed("agreementTexts", "post", (401, 403, 403, 403, 403, 201), lambda s: {"kind": "conduct", "title": "Rules", "body": "Be kind.", "required": True}),
    Endpoint("seasons/<id>/paperwork", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}/paperwork"),
    Endpoint("seasons/<id>/paperwork", "post", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}/paperwork"),
    fixed("papers", "post", (401, 403, 403, 403, 403, 201), lambda s: {"childId": str(s.child.pk), "kind": "immunization", "seenOn": "2026-01-05"}),
    fixed("overview", "get", (401, 403, 403, 403, 403, 200)),
    Endpoint("payments/<id>/receipt", "get", (401, 200, 404, 404, 404, 200), lambda s: f"/payments/{s.payment.pk}/receipt"),
    Endpoint("payments/<id>/receipt.pdf", "get", (401, 200, 404, 404, 404, 200), lambda s: f"/payments/{s.payment.pk}/receipt.pdf"),
    fixed("users/me/statement", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/statement.pdf", "get", (401, 200, 200, 200, 200, 200)),
    fixed("reports/books", "get", (401, 403, 403, 403, 403, 200)),
    fixed("reports/classes", "get", (401, 403, 403, 403, 403, 200)),
    fixed("reports/instructors", "get", (401, 403, 403, 403, 403, 200)),
    fixed("browserErrors", "post", (204,) * 6, lambda s: {"kind": "error", "message": "Error: x", "page": "/"}),
    fixed("setup", "get", (401, 403, 403, 403, 403, 200)),
    fixed("healthz", "get", (200,) * 6),
    # 503: no worker runs in the tests.
    fixed("readyz", "get", (503,) * 6),
    # 404: the tests configure no metrics token.
    fixed("metrics", "get", (404,) * 6),
    fixed("dashboard/today-worker.js", "get", (200,) * 6),
    fixed("robots.txt", "get", (200,) * 6),
    fixed("sitemap.xml", "get", (200,) * 6),
    # YAML, the default, takes three times as long.
    Endpoint("schema", "get", (200,) * 6, lambda s: "/schema?format=json"),
    fixed("docs", "get", (200,) * 6),
    fixed("admin", "get", (302,) * 6),
]  # fmt: skip


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undoes what the block writes, so that the next request of a loop finds the same rows."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    response_cache.invalidate()


def without_parameter_names(route: str) -> str:
    """Returns the route with ``<>`` in place of each parameter."""
    return "/".join("<>" if part.startswith("<") else part for part in route.split("/"))
