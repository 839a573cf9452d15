"""The password login of the Django admin, and how many passwords can be tried."""

from typing import ClassVar

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import HttpResponse

from testing.clients.admin import AdminClient

pytestmark = pytest.mark.django_db

ADDRESS, OTHER_ADDRESS = "127.0.0.1", "127.0.0.2"
PASSWORD = "Camp-2003!"
FAILURES = settings.AXES_FAILURE_LIMIT
SPELLINGS = ("ADA@camp.example", " ada@camp.example ", "aDa@CAMP.example", "\uff41da@camp.example")


@pytest.fixture(autouse=True)
def password(users):
    users.admin.set_password(PASSWORD)
    users.admin.save()


def log_in(name, password, address=ADDRESS, go_to="/admin/"):
    values = {"username": name, "password": password}
    return AdminClient().post(f"/admin/login/?next={go_to}", values, REMOTE_ADDR=address)


@pytest.mark.parametrize("name", ["ada@camp.example", *SPELLINGS])
def test_it_logs_in_an_admin_with_a_password(name):
    assert log_in(name, PASSWORD).url == "/admin/"


@pytest.mark.parametrize("go_to", ["", "https://evil.example/", "//evil.example/", "javascript:x"])
def test_it_opens_the_admin_if_the_login_has_no_page_of_this_site_to_return_to(go_to):
    assert log_in("ada@camp.example", PASSWORD, go_to=go_to).url == "/admin/"


def test_it_refuses_a_wrong_password():
    assert log_in("ada@camp.example", "wrong").status_code == 200


@pytest.mark.parametrize("name", ["x" * 256, "\ufdfa" * 200], ids=["long", "long after normalization"])
def test_it_refuses_a_name_that_is_too_long(name):
    assert log_in(name, PASSWORD).status_code == 200


@pytest.mark.parametrize("name", ["ada@camp.example", *SPELLINGS])
def test_it_blocks_every_spelling_of_a_name_after_five_wrong_passwords(name):
    for _ in range(FAILURES):
        log_in("ada@camp.example", "wrong")

    blocked = log_in(name, PASSWORD)
    assert (blocked.status_code, blocked["Retry-After"]) == (429, "900")
    assert "Please try again in 15 minutes." in blocked.content.decode()
    assert log_in(name, PASSWORD, OTHER_ADDRESS).status_code == 302


def test_it_counts_wrong_passwords_of_different_spellings_together():
    for number in range(FAILURES):
        log_in(SPELLINGS[number % len(SPELLINGS)], "wrong")

    assert log_in("ada@camp.example", PASSWORD).status_code == 429


def test_it_limits_the_tries_from_one_address_over_all_names(settings):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"admin-login": (3, 3, 900)}
    with time_machine.travel(1_800_000_000, tick=False):  # the begin of a window
        for number in range(3):
            assert log_in(f"user{number}@camp.example", "wrong").status_code == 200

        response = log_in("ada@camp.example", PASSWORD)
        assert (response.status_code, response["Retry-After"]) == (429, "900")
        assert "Please take a short break." in response.content.decode()
        assert log_in("ada@camp.example", PASSWORD, OTHER_ADDRESS).status_code == 302


def test_it_lets_an_admin_in_while_ten_addresses_try_as_often_as_they_may(settings):
    low = {scope: (3, 3, 900) for scope in settings.THROTTLE_RATES if scope.startswith("admin-login")}
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | low
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(10):
            statuses = [log_in(f"user{each}@camp.example", "x", f"127.0.1.{number}").status_code for each in range(4)]
            assert statuses == [200, 200, 200, 429]
        assert log_in("ada@camp.example", PASSWORD, OTHER_ADDRESS).status_code == 302


class OtherLoginMeanwhile(MD5PasswordHasher):
    """While this checks a password, another login arrives."""

    answers: ClassVar[list[HttpResponse]] = []

    def verify(self, password, encoded):
        self.answers.append(log_in("ada@camp.example", PASSWORD, OTHER_ADDRESS))
        return super().verify(password, encoded)


def test_it_checks_one_password_at_a_time(settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.{OtherLoginMeanwhile.__name__}"]
    for _ in range(2):  # the second time: after a check, the next password is checked
        assert log_in("ada@camp.example", "wrong").status_code == 200
        answer = OtherLoginMeanwhile.answers.pop()
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        assert "Somebody else is logging in right now." in answer.content.decode()
        assert "sessionid" not in answer.cookies
        assert OtherLoginMeanwhile.answers == []


def test_it_does_not_count_requests_for_the_login_form(settings):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"admin-login": (1, 1, 900)}
    for _ in range(3):
        assert AdminClient().get("/admin/login/").status_code == 200
