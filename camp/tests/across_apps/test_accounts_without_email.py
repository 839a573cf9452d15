"""An account without an e-mail address has a placeholder inside, which no answer and no page shows."""

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat

from accounts.models import User
from core.names import NO_EMAIL
from payments.models import Payment
from testing.endpoints import ENDPOINTS, ROLES, client_of, rolled_back

CSV = ("classes/<id>/roster", "classes/<id>/attendance", "reports/books", "reports/classes", "reports/instructors")
PAGES = ("/", "/all-instructors", "/all-classes")


def with_placeholders(path, sample):
    """Returns a path with the present addresses of its accounts."""
    for user in (sample.users.student, sample.users.instructor):
        path = path.replace(user.email, f"{user.pk}{NO_EMAIL}")
    return path


@pytest.fixture
def nobody_has_an_address(sample):
    User.objects.update(email=Concat(F("pk"), Value(NO_EMAIL)))
    Payment.objects.update(instructor_email=f"1{NO_EMAIL}")
    return sample


@pytest.mark.slow
def test_no_list_or_object_shows_the_placeholder(nobody_has_an_address):
    sample = nobody_has_an_address
    answered = set()
    for endpoint in (each for each in ENDPOINTS if each.method == "get"):
        for role in (each for each in ROLES if endpoint.status_for(each) == 200):
            for query in ("", "?format=csv") if endpoint.route in CSV else ("",):
                path = with_placeholders(f"{endpoint.path(sample)}{query}", sample)
                response = client_of(sample.users, role).get(path)
                assert NO_EMAIL.encode() not in b"".join(response), f"{path} as {role}"
                answered |= {f"{endpoint.route}{query}"} if response.status_code == 200 else set()
    assert answered >= {"instructors", "classes", "classes/<id>", "users", "users/me", "families", "vouchers"}
    assert answered >= {"myClasses/<email>", "selectClass", "enrolledStudent/<email>", "payments/<email>"}
    assert answered >= {f"{route}?format=csv" for route in CSV}


@pytest.mark.slow
def test_no_answer_to_a_change_shows_the_placeholder(nobody_has_an_address):
    sample = nobody_has_an_address
    answered = set()
    for endpoint in (each for each in ENDPOINTS if each.method != "get"):
        for role in (each for each in ROLES if endpoint.status_for(each) in (200, 201)):
            with rolled_back():
                response = endpoint.send(client_of(sample.users, role), sample)
                assert NO_EMAIL.encode() not in b"".join(response), f"{endpoint} as {role}"
                answered |= {endpoint.route} if response.status_code in (200, 201) else set()
    assert answered >= {"payments/<id>/move", "payments/<id>/release", "desk/enrollments", "payments", "selectClass"}


def test_no_page_shows_the_placeholder(nobody_has_an_address):
    sample = nobody_has_an_address
    instructor = f"/all-instructors/{sample.users.instructor.pk}"
    for path in (*PAGES, f"/all-classes/{sample.approved.pk}", instructor):
        html = client_of(sample.users, "anonymous").get(path).content.decode()
        assert NO_EMAIL not in html, path
        assert 'mailto:"' not in html, path
    assert sample.users.instructor.name in html


def test_the_page_of_an_instructor_lists_no_class_of_another_one_without_an_address(nobody_has_an_address):
    sample = nobody_has_an_address
    page = client_of(sample.users, "anonymous").get(f"/all-instructors/{sample.users.other_instructor.pk}")
    html = page.content.decode()
    assert sample.users.other_instructor.name in html
    assert f"/all-classes/{sample.approved.pk}" not in html
