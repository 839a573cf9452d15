"""Two live servers on one PostgreSQL: who somebody is and what they may do is the same at both, at once."""

import subprocess
import sys
from contextlib import ExitStack
from os import environ

import httpx
import pytest
from django.conf import settings

from camp.tests.test_running_a_server import WORKER, fresh_database
from camp.tests.test_two_processes import manage, site

SCHOOL = """
import django; django.setup()
from accounts.tokens import issue_token
from accounts.models import Role
from camp.testing import make_cast, make_user
cast = make_cast()
for admin in (cast.admin, make_user("forgetful", Role.ADMIN)):
    admin.set_password("Camp-2003!")
    admin.save()
print(cast.student.pk, *(issue_token(user=user) for user in (cast.admin, cast.student, cast.other_student)))
"""
ADMIN, FORGETFUL = "ada@camp.example", "forgetful@camp.example"


@pytest.fixture(scope="module")
def machines():
    """Two servers, the id of a student, and the tokens of an admin, of the student and of another one."""
    values = environ | {"DATABASE_URL": fresh_database(f"machines_{WORKER}"), "DJANGO_SETTINGS_MODULE": "camp.settings"}
    manage(values, "migrate", "--verbosity", "0")
    command = [sys.executable, "-c", SCHOOL]
    said = subprocess.run(command, env=values, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    student, *tokens = said.stdout.split()
    bearers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    with ExitStack() as stack:
        yield *(stack.enter_context(site(values)) for _ in range(2)), student, *bearers


def browser(at):
    """A browser at this server, with cookies of its own."""
    return httpx.Client(base_url=at.base_url, timeout=10)


def moved(http, to):
    """The same browser, whose next request the other server gets."""
    return httpx.Client(base_url=to.base_url, cookies=http.cookies, timeout=10)


def enter(http, name=ADMIN, password="Camp-2003!"):
    """Try to enter the Django admin; the answer's status: 302 for whoever is let in."""
    http.get("/admin/login/")
    form = {"username": name, "password": password, "csrfmiddlewaretoken": http.cookies["csrftoken"]}
    return http.post("/admin/login/?next=/admin/", data=form).status_code


def post(http, path, **form):
    """Send a form of the Django admin."""
    http.get("/admin/accounts/user/")
    return http.post(path, data=form | {"csrfmiddlewaretoken": http.cookies["csrftoken"]}).status_code


def test_whoever_enters_the_office_at_one_is_in_at_both_and_leaves_both(machines):
    one, other, *_ = machines
    with browser(one) as here:
        assert enter(here) == 302
        with moved(here, other) as there:
            assert there.get("/admin/").status_code == 200
            assert post(there, "/admin/logout/") == 200
        assert here.get("/admin/").status_code == 302


def test_whoever_is_logged_out_everywhere_at_one_is_out_at_both(machines):
    one, other, student, _, bearer, _ = machines
    mine = "/payments/sam@camp.example"
    assert [http.get(mine, headers=bearer).status_code for http in (one, other)] == [200, 200]
    with browser(one) as office:
        assert enter(office) == 302
        chosen = {"action": "log_out_everywhere", "_selected_action": student}
        assert post(office, "/admin/accounts/user/", **chosen) == 302
    assert [http.get(mine, headers=bearer).status_code for http in (other, one)] == [401, 401]


def test_a_role_that_is_given_at_one_counts_at_the_other(machines):
    one, other, _, admin, _, bearer = machines
    (olga,) = one.get("/users?q=olga", headers=admin).json()
    offer = {"nameClass": "Clay", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
    assert other.post("/classes", json=offer, headers=bearer).status_code == 403
    assert one.patch(f"/users/instructor/{olga['_id']}", headers=admin).json() == {"modifiedCount": 1}
    assert other.post("/classes", json=offer, headers=bearer).status_code == 201


def test_wrong_passwords_are_counted_at_both_together(machines):
    one, other, *_ = machines
    for http in (one, other, one, other, one):
        with browser(http) as guessing:
            assert enter(guessing, FORGETFUL, "wrong") in (200, 429)
    for http in (one, other):
        with browser(http) as right:
            assert enter(right, FORGETFUL) == 429
