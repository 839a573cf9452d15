# ruff: noqa: E501 (a table reads by its columns)
"""Role x route x owner: for every call, what each person is answered. A call that is missing here fails the test.

The subject is always Sam's (a student) or Ines' (an instructor), so that every other person is a stranger to it.
What is asked for is otherwise good: a status says who may, not what is wrong with the request. Details of each
refusal, and that it changes nothing, are in the tests of each call.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import issue_token
from camp import shell
from camp.testing import Cast, choose, make_cast, make_class, seat
from classes.models import CampClass, Enrollment, Selection
from payments.attempts import what_is_bought
from payments.models import Payment

pytestmark = pytest.mark.django_db

PEOPLE = ("nobody", "student", "other_student", "instructor", "other_instructor", "admin")


@dataclass
class School:
    """One of everything that a call can be about."""

    cast: Cast
    approved: CampClass
    pending: CampClass
    denied: CampClass
    free: CampClass
    selection: Selection
    payment: Payment


def make_school() -> School:
    cast = make_cast()
    approved = make_class(cast.instructor, "Approved")
    paid = make_class(cast.instructor, "Paid")
    fields = {"state": Payment.State.ENROLLED, "paid_at": timezone.now(), "price": 0}
    return School(
        cast=cast,
        approved=approved,
        pending=make_class(cast.instructor, "Pending", status="Pending"),
        denied=make_class(cast.instructor, "Denied", status="Denied"),
        free=make_class(cast.instructor, "Free", price=0),
        selection=choose(cast.student, approved),
        payment=Payment.objects.create(**what_is_bought(seat(cast.student, paid)) | fields),
    )


@pytest.fixture
def school():
    return make_school()


CLASS = {"nameClass": "New", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}


@dataclass(frozen=True)
class Call:
    """One call, and the statuses for nobody, student, other student, instructor, other instructor, admin."""

    route: str
    method: str
    answers: tuple[int, int, int, int, int, int]
    path: Callable[[School], str]
    body: Callable[[School], object] = lambda _: None

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.route}"


def fixed(route: str, method: str, answers, body=lambda _: None) -> Call:
    return Call(route, method, answers, lambda _: f"/{route}", body)


CALLS = [
    fixed("jwt", "post", (401, 401, 401, 401, 401, 401), lambda s: {"email": "sam@camp.example"}),
    fixed("users", "get", (401, 403, 403, 403, 403, 200)),
    fixed(
        "users",
        "post",
        (401, 201, 403, 403, 403, 403),
        lambda s: {"name": "Sam", "photo": "https://p.example/s.jpg", "email": "sam@camp.example"},
    ),
    fixed("users/me", "patch", (401, 200, 200, 200, 200, 200), lambda s: {"name": "New name"}),
    # 400: whoever is logged in may, but shows no proof that it is them.
    fixed("users/me", "delete", (401, 400, 400, 400, 400, 400), lambda s: {}),
    fixed("users/me/data", "get", (401, 200, 200, 200, 200, 200)),
    Call("users/admin/<person>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/users/admin/sam@camp.example"),
    Call("users/instructor/<person>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/users/instructor/sam@camp.example"),
    Call("users/admin/<person>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/users/admin/{s.cast.student.pk}"),
    Call("users/instructor/<person>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/users/instructor/{s.cast.student.pk}"),
    fixed("instructors", "get", (200,) * 6),
    fixed("popularClasses", "get", (200,) * 6),
    fixed("classes", "get", (200,) * 6),
    fixed("classes", "post", (401, 403, 403, 201, 201, 403), lambda s: CLASS),
    Call("classes/<id>", "put", (401, 403, 403, 200, 404, 403), lambda s: f"/classes/{s.approved.pk}", lambda s: CLASS),
    Call("classes/approved/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/approved/{s.pending.pk}"),
    Call("classes/denied/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/denied/{s.pending.pk}"),
    Call("classes/feedback/<id>", "patch", (401, 403, 403, 403, 403, 200), lambda s: f"/classes/feedback/{s.denied.pk}", lambda s: {"feedback": "Why"}),
    Call("classes/<id>/roster", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/classes/{s.approved.pk}/roster"),
    Call("myClasses/<email>", "get", (401, 403, 403, 200, 403, 200), lambda s: "/myClasses/ines@camp.example"),
    Call("myClass/<id>", "get", (401, 404, 404, 200, 404, 200), lambda s: f"/myClass/{s.approved.pk}"),
    Call("selectClass", "get", (401, 200, 403, 403, 403, 200), lambda s: "/selectClass?email=sam@camp.example"),
    fixed("selectClass", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.free.pk)}),
    Call("selectClass/<id>", "delete", (401, 200, 404, 404, 404, 404), lambda s: f"/selectClass/{s.selection.pk}"),
    Call("enrolledStudent/<email>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/enrolledStudent/sam@camp.example"),
    # 409: a student may, but the price is not the class's; who may not is refused before that is looked at.
    fixed("createPaymentIntent", "post", (401, 409, 409, 403, 403, 403), lambda s: {"price": 1, "classId": str(s.approved.pk)}),
    fixed("payments", "post", (401, 201, 201, 403, 403, 403), lambda s: {"classId": str(s.free.pk)}),
    Call("payments/<email>", "get", (401, 200, 403, 403, 403, 200), lambda s: "/payments/sam@camp.example"),
    Call("payments/cancel/<id>", "post", (401, 200, 404, 404, 404, 404), lambda s: f"/payments/cancel/{s.payment.pk}"),
    # 400 and 403: whoever has no signature of the card provider's may not, whoever it is.
    fixed("stripe/webhook", "post", (400,) * 6, lambda s: {}),
    # 400: an instructor may, but sent no picture.
    fixed("images", "post", (401, 403, 403, 400, 400, 403)),
    fixed("overview", "get", (401, 403, 403, 403, 403, 200)),
    fixed("healthz", "get", (200,) * 6),
    # Nobody has its token; in the demo there is none.
    fixed("metrics", "get", (404,) * 6),
    fixed("robots.txt", "get", (200,) * 6),
    fixed("sitemap.xml", "get", (200,) * 6),
    fixed("schema", "get", (200,) * 6),
    fixed("docs", "get", (200,) * 6),
]  # fmt: skip


def client_of(cast: Cast, who: str) -> APIClient:
    client = APIClient()
    if who != "nobody":
        user: User = getattr(cast, who)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(user=user)}")
    return client


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("call", CALLS, ids=str)
def test_who_may(school, call, who):
    body = call.body(school)
    multipart = call.route == "images"
    response = getattr(client_of(school.cast, who), call.method)(
        call.path(school), body, **({"format": "multipart" if multipart else "json"} if call.method != "get" else {})
    )
    expected = call.answers[PEOPLE.index(who)]
    assert response.status_code == expected, response.content[:300]


def test_an_account_that_is_shut_out_is_nobody(school):
    """Whatever the call, at once, and with a token that was good a moment ago."""
    for who in PEOPLE[1:]:
        client = client_of(school.cast, who)
        User.objects.filter(pk=getattr(school.cast, who).pk).update(is_active=False)
        assert client.patch("/users/me", {"name": "x"}, format="json").status_code == 401
    assert not Enrollment.objects.filter(state="HELD").exists()


def served(patterns, prefix: str = "") -> set[str]:
    """Every route that is served, as Django has it."""
    routes = set()
    for pattern in patterns:
        text = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            routes |= served(pattern.url_patterns, text)
        elif isinstance(pattern, URLPattern) and isinstance(pattern.pattern, RoutePattern):
            routes.add(text)
    return routes


def methods_of(route: str) -> set[str]:
    """The methods that the view behind a route answers, OPTIONS and HEAD aside."""
    for pattern in get_resolver().url_patterns:
        for found in pattern.url_patterns if isinstance(pattern, URLResolver) else [pattern]:
            if str(found.pattern) == route and hasattr(found.callback, "cls"):
                names = found.callback.cls.http_method_names
                return {name for name in names if hasattr(found.callback.cls, name)} - {"options", "head"}
    return {"get"}


def test_the_table_is_complete():
    """A route or a method that is served and not in the table fails here. Pages and the Django admin have their own."""
    ours = {route for route in served(get_resolver().url_patterns) if not route.startswith("admin/")} - set(
        shell.ROUTES
    )
    there = {(_bare(route), method) for route in ours for method in methods_of(route)}
    assert there == {(_bare(call.route), call.method) for call in CALLS}


def _bare(route: str) -> str:
    """The route with its parameters' names and kinds left out."""
    return "/".join("<>" if part.startswith("<") else part for part in route.split("/"))
