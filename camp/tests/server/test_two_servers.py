"""Two web servers on one PostgreSQL: sessions, tokens, roles, failed logins and lists are the same on both."""

from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

import httpx
import pytest

from core.cache.responses import MAX_AGE_SECONDS
from testing.servers.processes import create_database, manage, run_python, running_site, wait_until

pytestmark = pytest.mark.slow

PASSWORD = "Camp-2003!"
CREATE_USERS = f"""
from accounts.tokens import issue_token
from accounts.models import Role
from testing.factories import make_users, make_user
users = make_users()
for admin in (users.admin, make_user("forgetful", Role.ADMIN)):
    admin.set_password("{PASSWORD}")
    admin.save()
print(users.student.pk, *(issue_token(user=user) for user in (users.admin, users.student, users.other_student)))
"""
HEADER = "nameClass,instructorEmail,instructorName,price,seats,image,status\n"
ROW = "{},ines@camp.example,Ines,45.50,10,https://p.example/a.jpg,Approved\n"
ADMIN, FORGETFUL = "ada@camp.example", "forgetful@camp.example"


class Servers(NamedTuple):
    """Clients of both servers, their environment, the id of a student, and the authorization of three users."""

    first: httpx.Client
    second: httpx.Client
    environ: dict[str, str]
    student_id: str
    admin: dict[str, str]
    student: dict[str, str]
    other_student: dict[str, str]


@pytest.fixture(scope="module")
def servers():
    environ = create_database("two_servers")
    student_id, *tokens = run_python(environ, CREATE_USERS)
    with ExitStack() as stack:
        first, second = (stack.enter_context(running_site(environ)) for _ in range(2))
        yield Servers(first, second, environ, student_id, *({"Authorization": f"Bearer {token}"} for token in tokens))


def browser(server, cookies=None):
    """Returns a client of this server with cookies of its own."""
    return httpx.Client(base_url=server.base_url, cookies=cookies, timeout=60)


def log_in(client, username=ADMIN, password=PASSWORD):
    """Logs in to the Django admin. Returns the response's status, 302 on success."""
    client.get("/admin/login/")
    form = {"username": username, "password": password, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
    return client.post("/admin/login/?next=/admin/", data=form).status_code


def post_form(client, path, **form):
    """Sends a form of the Django admin. Returns the response's status."""
    client.get("/admin/accounts/user/")
    return client.post(path, data=form | {"csrfmiddlewaretoken": client.cookies["csrftoken"]}).status_code


def test_it_shares_admin_sessions(servers):
    with browser(servers.first) as first:
        assert log_in(first) == 302
        with browser(servers.second, first.cookies) as second:
            assert second.get("/admin/").status_code == 200
            assert post_form(second, "/admin/logout/") == 200
        assert first.get("/admin/").status_code == 302


def test_it_revokes_tokens_on_both(servers):
    def statuses():
        path = "/payments/sam@camp.example"
        return [server.get(path, headers=servers.student).status_code for server in (servers.second, servers.first)]

    assert statuses() == [200, 200]
    with browser(servers.first) as admin:
        assert log_in(admin) == 302
        action = {"action": "log_out_everywhere", "_selected_action": servers.student_id}
        assert post_form(admin, "/admin/accounts/user/", **action) == 302
    assert statuses() == [401, 401]


def test_it_applies_a_new_role_on_both(servers):
    (olga,) = servers.first.get("/users?q=olga", headers=servers.admin).json()
    new_class = {"nameClass": "Clay", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
    assert servers.second.post("/classes", json=new_class, headers=servers.other_student).status_code == 403
    changed = servers.first.patch(f"/users/instructor/{olga['_id']}", headers=servers.admin)
    assert changed.json() == {"modifiedCount": 1}
    assert servers.second.post("/classes", json=new_class, headers=servers.other_student).status_code == 201


def test_it_counts_failed_logins_on_both_together(servers):
    first, second = servers.first, servers.second
    for server in (first, second, first, second, first):
        with browser(server) as client:
            assert log_in(client, FORGETFUL, "wrong") in (200, 429)
    for server in (first, second):
        with browser(server) as client:
            assert log_in(client, FORGETFUL) == 429


def shows(server, classes):
    """Returns whether the public list of this server has so many classes."""
    return len(server.get("/classes").json()) == classes


def test_it_shows_a_change_on_both(servers, tmp_path):
    """Well before MAX_AGE_SECONDS, after which the list is built again in any case."""
    file = tmp_path / "season.csv"
    for number in range(2):
        for server in (servers.first, servers.second):  # now both have cached the list
            assert shows(server, number)
            assert server.get("/classes").headers["etag"]
        file.write_text(HEADER + "".join(ROW.format(f"Class {each}") for each in range(number + 1)))
        manage(servers.environ, "seed_classes", str(file))
        for server in (servers.first, servers.second):
            wait_until(partial(shows, server, number + 1), seconds=MAX_AGE_SECONDS / 2)
