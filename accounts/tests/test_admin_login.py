"""The password login of the Django admin, and how many passwords can be tried."""

import pytest
import time_machine
from django.conf import settings

from testing.admin_client import AdminClient

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

    assert log_in(name, PASSWORD).status_code == 429
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
        assert response.json()["code"] == "too_many_requests"
        assert log_in("ada@camp.example", PASSWORD, OTHER_ADDRESS).status_code == 302


def test_it_limits_the_tries_from_all_addresses_together(settings):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"admin-logins-everywhere": (3, 3, 900)}
    with time_machine.travel(1_800_000_000, tick=False):
        for number in range(3):
            assert log_in("ada@camp.example", "wrong", f"127.0.1.{number + 1}").status_code == 200
        assert log_in("ada@camp.example", PASSWORD, OTHER_ADDRESS).status_code == 429


def test_it_does_not_count_requests_for_the_login_form(settings):
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"admin-login": (1, 1, 900)}
    for _ in range(3):
        assert AdminClient().get("/admin/login/").status_code == 200
