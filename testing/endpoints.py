# ruff: noqa: E501 (one line per endpoint)
"""Every endpoint of the site, with a request that is otherwise valid and the status that each role gets.

The requests concern Sam (a student) or Ines (an instructor), so the rows belong to neither of the other users.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient  # noqa: TID251 (a type)

from accounts.models import Child, Guardianship
from care.models import Agreement, AgreementText, Contact, PresenceEvent
from classes.catalog.calendar import calendar_token
from classes.models import CampClass, Craft, Enrollment, Lesson, Season, Selection, Voucher, WaitlistEntry
from core.cache.responses import response_cache
from payments.models import Payment
from testing.clients.api import as_
from testing.factories import (
    Users,
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_craft,
    make_ended_season,
    make_guardianship,
    make_lesson,
    make_payment,
    make_reservation,
    make_season,
    make_selection,
    make_users,
    make_voucher,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.factories.presence import event, make_absence

ANONYMOUS = "anonymous"
UPLOADS = ("images", "users/me/photo", "seasons/<id>/import", "families/import")
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
    reservation: Enrollment
    payment: Payment
    child: Child
    calendar_token: str
    season: Season
    former_season: Season
    voucher: Voucher
    contact: Contact
    text: AgreementText
    agreement: Agreement
    lesson: Lesson
    absence: PresenceEvent
    craft: Craft
    invitation: Guardianship


def make_sample() -> Sample:
    users = make_users()
    approved = make_class(users.instructor, "Approved")
    make_lesson(approved, timezone.now() + timedelta(days=7))
    paid = make_class(users.instructor, "Paid")
    former_season = make_ended_season()
    waited_for = make_class(users.instructor, "Waited for", capacity=0, season=former_season)
    make_lesson(waited_for, datetime(2027, 7, 5, 16, tzinfo=UTC))
    child = make_child(users.student)
    text = make_agreement_text()
    payment = make_payment(users.student, paid, price=0)
    lesson = make_lesson(paid, timezone.now() + timedelta(days=7))
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
        reservation=make_reservation(users.student, make_class(users.instructor, "Reserved"), by=users.admin),
        payment=payment,
        child=child,
        calendar_token=calendar_token(user=users.student),
        season=make_season(),
        former_season=former_season,
        voucher=make_voucher(),
        contact=make_contact(child, "Rosa"),
        text=text,
        agreement=make_agreement(child, text),
        lesson=lesson,
        absence=make_absence(lesson, payment.enrollment),
        craft=make_craft("Felt"),
        invitation=make_guardianship(child, None, email=users.other_student.email),
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


def desk_enrollment(sample: Sample) -> dict[str, Any]:
    line = {"classId": str(sample.free.pk), "childId": str(sample.child.pk)}
    return {"userId": str(sample.users.student.pk), "lines": [line], "total": 0, "key": str(uuid4())}


def reservation(sample: Sample) -> dict[str, Any]:
    line = {"classId": str(sample.approved.pk), "childId": str(sample.child.pk)}
    until = (timezone.now() + timedelta(days=3)).isoformat()
    return {"userId": str(sample.users.student.pk), "lines": [line], "until": until}


SEASON = {"name": "Fall 2027", "startsOn": "2027-09-06", "endsOn": "2027-11-26"}

MESSAGE = {
    "key": "0b9d5a4e-5d6a-4a5c-9a51-2f6e0f3c7a11",
    "subject": "Hello",
    "text": "Please bring a towel.",
    "to": "both",
}

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
    fixed("crafts", "post", (401, 403, 403, 403, 403, 201), lambda s: {"name": "Weaving"}),
    Endpoint("crafts/<slug>", "put", (401, 403, 403, 403, 403, 200), lambda s: f"/crafts/{s.craft.slug}", lambda s: {"name": "Weaving"}),
    Endpoint("crafts/<slug>", "delete", (401, 403, 403, 403, 403, 200), lambda s: f"/crafts/{s.craft.slug}"),
    fixed("seasons", "get", (200,) * 6),
    fixed("seasons", "post", (401, 403, 403, 403, 403, 201), lambda s: SEASON),
    Endpoint("seasons/<id>/copy", "post", (401, 403, 403, 403, 403, 201), lambda s: f"/seasons/{s.season.pk}/copy", lambda s: {"from": str(s.former_season.pk)}),
    # 400: an admin may, but the request has no file.
    fixed("seasons/importTemplate", "get", (401, 403, 403, 403, 403, 200)),
    Endpoint("seasons/<id>/import", "post", (401, 403, 403, 403, 403, 400), lambda s: f"/seasons/{s.season.pk}/import"),
    Endpoint("seasons/<id>/conflicts", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}/conflicts"),
    fixed("lessons/conflicts", "post", (401, 403, 403, 200, 200, 200), lambda s: {"lessons": [], "place": "Barn"}),
    Endpoint("seasons/<id>", "put", (401, 403, 403, 403, 403, 200), lambda s: f"/seasons/{s.season.pk}", lambda s: SEASON),
    # 400: an admin may, but the request has no fresh ID token.
    fixed("staffPages", "post", (401, 403, 403, 403, 403, 400), lambda s: {}),
    fixed("children", "get", (401, 200, 200, 200, 200, 200)),
    fixed("children", "post", (401, 201, 201, 201, 201, 201), lambda s: {"name": "Lia", "bornOn": "2016-05-04"}),
    Endpoint("children/<id>", "put", (401, 200, 404, 404, 404, 404), lambda s: f"/children/{s.child.pk}", lambda s: {"name": "Lia"}),
    Endpoint("children/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/children/{s.child.pk}"),
    Endpoint("children/<id>/guardians", "get", (401, 200, 404, 404, 404, 200), lambda s: f"/children/{s.child.pk}/guardians"),
    Endpoint("children/<id>/guardians", "post", (401, 201, 404, 404, 404, 201), lambda s: f"/children/{s.child.pk}/guardians", lambda s: {"email": "new@camp.example"}),
    # 200 for Olga, who is invited: she declines.
    Endpoint("children/<id>/guardians/<guardian_id>", "delete", (401, 200, 200, 404, 404, 200), lambda s: f"/children/{s.child.pk}/guardians/{s.invitation.pk}"),
    Endpoint("children/<id>/guardians/<guardian_id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/children/{s.child.pk}/guardians/{s.invitation.pk}", lambda s: {"frozen": True}),
    # 409 for everybody who is not invited.
    Endpoint("guardianships/<token>", "get", (401, 409, 200, 409, 409, 409), lambda s: f"/guardianships/{s.invitation.token}"),
    Endpoint("guardianships/<token>", "post", (401, 409, 200, 409, 409, 409), lambda s: f"/guardianships/{s.invitation.token}"),
    fixed("sharedChildren", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/calendar", "get", (401, 200, 200, 200, 200, 200)),
    fixed("users/me/calendar", "post", (401, 201, 201, 201, 201, 201)),
    Endpoint("calendar/<token>.ics", "get", (200,) * 6, lambda s: f"/calendar/{s.calendar_token}.ics"),
    fixed("classes/approved", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.pending.pk)]}),
    fixed("classes/denied", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.pending.pk)]}),
    fixed("classes/earlyPrice", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.approved.pk)], "percent": 10, "until": "2027-02-01"}),
    fixed("classes/season", "patch", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.pending.pk)], "season": s.season.slug}),
    Endpoint("classes/approved/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/approved/{s.pending.pk}"),
    Endpoint("classes/denied/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/denied/{s.pending.pk}"),
    Endpoint("classes/<id>/instructor", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/{s.approved.pk}/instructor", lambda s: {"instructorId": str(s.users.other_instructor.pk)}),
    Endpoint("classes/feedback/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/feedback/{s.denied.pk}", lambda s: {"feedback": "Why"}),
    Endpoint("classes/withdrawn/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/withdrawn/{s.free.pk}", lambda s: {"reason": "Ines is ill."}),
    Endpoint("classes/<id>/withdrawal", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/{s.withdrawn.pk}/withdrawal"),
    Endpoint("classes/<id>/roster", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/roster"),
    Endpoint("classes/<id>/messages", "get", (401, 200, 200, 200, 200, 200), lambda s: f"/classes/{s.payment.camp_class_id}/messages"),
    Endpoint("classes/<id>/messages", "post", (401, 403, 403, 201, 404, 201), lambda s: f"/classes/{s.payment.camp_class_id}/messages", lambda s: MESSAGE),
    Endpoint("seasons/<id>/messages", "post", (401, 403, 403, 403, 403, 201), lambda s: f"/seasons/{s.former_season.pk}/messages", lambda s: MESSAGE),
    Endpoint("days/<date>/messages", "post", (401, 403, 403, 403, 403, 201), lambda s: "/days/2027-07-05/messages", lambda s: MESSAGE),
    Endpoint("myClasses/<email>", "get", (401, 403, 403, 200, 403, 200), lambda s: "/myClasses/ines@camp.example"),
    Endpoint("myClass/<id>", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/myClass/{s.approved.pk}"),
    fixed("clashes", "get", (401, 200, 200, 403, 403, 403)),
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
    fixed("orders/quote", "post", (401, 200, 409, 403, 403, 403), lambda s: {"selections": [str(s.selection.pk)]}),
    Endpoint("orders/<id>", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/orders/{s.payment.order_id}"),
    fixed("payments", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.free.pk)}),
    Endpoint("payments/<email>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/payments/sam@camp.example"),
    Endpoint("payments/cancel/<id>", "post", (401, 200, 404, 404, 404, 404), lambda s: f"/payments/cancel/{s.payment.pk}"),
    Endpoint("payments/<id>/move", "post", (401, 403, 403, 403, 403, 200), lambda s: f"/payments/{s.payment.pk}/move", lambda s: {"classId": str(s.approved.pk), "reason": "A friend is there."}),
    # 409: an admin may, but the class was free.
    Endpoint("payments/<id>/refunds", "post", (401, 403, 403, 403, 403, 409), lambda s: f"/payments/{s.payment.pk}/refunds", lambda s: {"amount": 1, "note": "Rain", "key": str(uuid4())}),
    Endpoint("payments/<id>/release", "post", (401, 403, 403, 403, 403, 200), lambda s: f"/payments/{s.payment.pk}/release", lambda s: {"refund": 0, "note": "Moved away"}),
    # 409: an admin may, but it was not paid at the desk.
    Endpoint("payments/<id>/returned", "post", (401, 403, 403, 403, 403, 409), lambda s: f"/payments/{s.payment.pk}/returned", lambda s: {"note": "No funds"}),
    # 409: the same.
    Endpoint("orders/<id>/returned", "post", (401, 403, 403, 403, 403, 409), lambda s: f"/orders/{s.payment.order_id}/returned", lambda s: {"note": "No funds"}),
    # 409: an admin may, but nothing is owed.
    Endpoint("payments/<id>/paidBack", "post", (401, 403, 403, 403, 403, 409), lambda s: f"/payments/{s.payment.pk}/paidBack", lambda s: {"method": "cash"}),
    # 409: an admin may, but no dispute was lost.
    Endpoint("payments/<id>/acceptLoss", "post", (401, 403, 403, 403, 403, 409), lambda s: f"/payments/{s.payment.pk}/acceptLoss"),
    fixed("desk/owed", "get", (401, 403, 403, 403, 403, 200)),
    # 400: the request has no signature of Stripe.
    fixed("stripe/webhook", "post", (400,) * 6, lambda s: {}),
    # 400: an instructor or an admin may, but the request has no picture.
    fixed("images", "post", (401, 403, 403, 400, 400, 400)),
    # 400: every user may, but the request has no photo.
    fixed("users/me/photo", "post", (401, 400, 400, 400, 400, 400)),
    fixed("vouchers", "get", (401, 403, 403, 403, 403, 200)),
    fixed("vouchers", "post", (401, 403, 403, 403, 403, 201), lambda s: {"code": "NEW", "percent": 10}),
    Endpoint("vouchers/<id>", "put", (401, 403, 403, 403, 403, 200), lambda s: f"/vouchers/{s.voucher.pk}", lambda s: {"canceled": True}),
    fixed("needs", "get", (401, 403, 403, 403, 403, 200)),
    fixed("families", "get", (401, 403, 403, 403, 403, 200)),
    fixed("families", "post", (401, 403, 403, 403, 403, 201), lambda s: {"name": "Cora Caller", "phone": "555 0142"}),
    # 400: an admin may, but the request has no file.
    fixed("families/import", "post", (401, 403, 403, 403, 403, 400)),
    fixed("families/importTemplate", "get", (401, 403, 403, 403, 403, 200)),
    fixed("families/invite", "post", (401, 403, 403, 403, 403, 200), lambda s: {"ids": [str(s.users.student.pk)]}),
    Endpoint("families/<id>", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/families/{s.users.student.pk}"),
    Endpoint("families/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/families/{s.users.student.pk}", lambda s: {"phone": "555 0142"}),
    Endpoint("families/<id>/children", "post", (401, 403, 403, 403, 403, 201), lambda s: f"/families/{s.users.student.pk}/children", lambda s: {"name": "Lia"}),
    Endpoint("families/<id>/children/<child_id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/families/{s.users.student.pk}/children/{s.child.pk}", lambda s: {"name": "Lia"}),
    Endpoint("families/<id>/statement", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/families/{s.users.student.pk}/statement"),
    Endpoint("families/<id>/statement.pdf", "get", (401, 403, 403, 403, 403, 200), lambda s: f"/families/{s.users.student.pk}/statement.pdf"),
    fixed("desk/waitlist", "post", (401, 403, 403, 403, 403, 201), lambda s: {"userId": str(s.users.student.pk), "classId": str(s.full.pk)}),
    fixed("desk/quote", "post", (401, 403, 403, 403, 403, 200), lambda s: {"userId": str(s.users.student.pk), "lines": [{"classId": str(s.approved.pk)}]}),
    fixed("desk/enrollments", "post", (401, 403, 403, 403, 403, 201), desk_enrollment),
    fixed("desk/reservations", "post", (401, 403, 403, 403, 403, 201), reservation),
    Endpoint("desk/reservations/<id>", "delete", (401, 403, 403, 403, 403, 200), lambda s: f"/desk/reservations/{s.reservation.pk}"),
    fixed("care", "get", (401, 200, 200, 200, 200, 200)),
    Endpoint("care/<id>", "get", (401, 200, 404, 404, 404, 404), lambda s: f"/care/{s.child.pk}"),
    Endpoint("care/<id>", "put", (401, 200, 404, 404, 404, 404), lambda s: f"/care/{s.child.pk}", lambda s: {"nothingToTell": True}),
    Endpoint("classes/<id>/care", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/care"),
    Endpoint("classes/<id>/attendance", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/attendance"),
    fixed("today", "get", (401, 403, 403, 200, 200, 200)),
    fixed("presence", "get", (401, 200, 200, 200, 200, 200)),
    # 200: everybody who teaches may, but the events of others are refused.
    fixed("presence", "post", (401, 403, 403, 200, 200, 200), lambda s: {"events": [event(s.lesson, s.payment.enrollment)]}),
    # 409: Sam may, but the lesson is not today.
    fixed("absences", "post", (401, 409, 404, 404, 404, 404), lambda s: {"lessonId": str(s.lesson.pk), "enrollmentId": str(s.payment.enrollment_id)}),
    # 409: the same.
    Endpoint("absences/<id>", "delete", (401, 409, 404, 404, 404, 404), lambda s: f"/absences/{s.absence.pk}"),
    Endpoint("lessons/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/lessons/{s.lesson.pk}", lambda s: {"substituteId": str(s.users.other_instructor.pk)}),
    fixed("substitutions", "get", (401, 403, 403, 200, 200, 403)),
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
    fixed("school", "get", (401, 403, 403, 403, 403, 200)),
    fixed("school", "put", (401, 403, 403, 403, 403, 200), lambda s: {"legalName": "Kilnhouse Arts LLC", "taxId": "12-3456789", "address": "12 Kiln Lane", "phone": "555 010 2003", "email": "hello@camp.example", "requires": ["phone"]}),
    fixed("reports/books", "get", (401, 403, 403, 403, 403, 200)),
    fixed("reports/books/totals", "get", (401, 403, 403, 403, 403, 200)),
    fixed("reports/books/checks", "get", (401, 403, 403, 403, 403, 200)),
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
