"""``manage.py doctor`` and the page "Set up": each problem of the set-up is named, with what to do about it."""

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path

import pytest
import requests
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.utils import timezone

from accounts import firebase_setup
from camp.operations import doctor
from camp.operations.worker_tasks import FREQUENT, finish_task, start_task
from camp.settings.table import all_settings, missing_texts
from core.errors import SetupProblem
from mail.models import OutboxEmail
from payments.settlement.webhook import EFFECTS
from payments.stripe.api import API_VERSION
from testing.api_client import as_

pytestmark = pytest.mark.django_db

ALL = {what for what, _ in (*doctor.BEFORE_START, *doctor.RUNNING, *doctor.CONNECTIONS, *doctor.SITE)}
ENDPOINT = {"status": "enabled", "api_version": API_VERSION, "enabled_events": list(EFFECTS)}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.partition("?")[0]
        self.server.seen[path] = dict(self.headers)
        status, body, headers = self.server.responses.get(path, (404, {}, {}))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode() if isinstance(body, str) else json.dumps(body).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def other(settings, monkeypatch):
    """A server in place of Stripe, Firebase and the site. ``respond`` sets the response of a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.responses, server.seen = {}, {}
    server.url = f"http://127.0.0.1:{server.server_port}"
    server.respond = lambda path, body, status=200, **headers: server.responses.update({path: (status, body, headers)})
    settings.STRIPE_API_BASE = settings.SITE_URL = server.url
    settings.FIREBASE_AUTH_EMULATOR_HOST, settings.DEMO = "", False
    monkeypatch.setattr(firebase_setup, "API", server.url)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def problem(check):
    """Returns the text and the certainty of the problem, or None."""
    try:
        check()
    except SetupProblem as found:
        return str(found), found.is_certain
    return None


def run_worker():
    for task in FREQUENT:
        start_task(task, every=timedelta(seconds=1), now=timezone.now())


def test_it_shows_every_part_to_an_admin(users):
    rows = as_(users.admin).get("/setup")
    assert {row["what"] for row in rows} == ALL
    assert all(bool(row["todo"]) == (row["state"] != "ok") for row in rows)
    states = {row["what"]: row["state"] for row in rows}
    assert (states["Database"], states["Pictures"], states["Worker and e-mails"]) == ("ok", "ok", "error")


def test_it_prints_each_part_and_exits_with_1_if_something_is_broken():
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=output)
    assert ended.value.code == 1
    lines = output.getvalue().splitlines()
    assert len(lines) == len(ALL)
    assert "ok      Database" in lines
    assert any(line.startswith("BROKEN  Worker and e-mails: No worker runs") for line in lines)


def test_it_exits_with_0_if_there_are_only_warnings(monkeypatch):
    monkeypatch.setattr(doctor, "CONNECTIONS", doctor.CONNECTIONS[1:2])
    output = StringIO()
    call_command("doctor", "--before-start", stdout=output)
    assert "warning Recommended settings: Set FIREBASE_CREDENTIALS: without it revoked logins" in output.getvalue()


def test_it_omits_what_only_a_running_site_shows_before_the_start():
    names = {each.what for each in doctor.diagnose(is_running=False)}
    assert ALL - names == {"Worker and e-mails", "Backup", "Address of the site", "Redirect to https"}


def test_it_sends_a_test_email(monkeypatch, mailoutbox):
    monkeypatch.setattr(doctor, "CONNECTIONS", doctor.CONNECTIONS[1:2])
    call_command("doctor", "--before-start", "--mail", "head@school.example", stdout=StringIO())
    assert [(each.to, each.subject) for each in mailoutbox] == [(["head@school.example"], "Test e-mail of Craft Camp")]


def test_it_reports_a_check_that_fails_in_an_unexpected_way(monkeypatch):
    monkeypatch.setattr(doctor, "BEFORE_START", (("Odd", lambda: 1 / 0),))
    (odd,) = (each for each in doctor.diagnose(is_running=False) if each.what == "Odd")
    assert (odd.state, odd.todo) == ("error", "This could not be checked (ZeroDivisionError).")


class TestSchool:
    def test_it_says_what_is_missing_without_these_settings(self, settings):
        settings.MISSING = missing_texts({"SCHOOL_TAX_ID": "12-3456789", "CONTACT_PHONE": "+1 (555) 010-2003"})
        text, is_certain = problem(doctor.check_missing_settings)
        assert "Set CONTACT_EMAIL, CONTACT_PHONE, CONTACT_ADDRESS, " in text
        assert "Set SCHOOL_LEGAL_NAME, SCHOOL_ADDRESS: without it tax statements lack the school, " in text
        assert not is_certain

    def test_it_is_content_with_the_own_school(self, settings):
        settings.MISSING = missing_texts({each.name: "x" for each in all_settings()})
        assert problem(doctor.check_missing_settings) is None

    def test_it_reminds_staff_on_the_first_page_of_the_admin(self, settings, client, users):
        client.force_login(users.admin, "django.contrib.auth.backends.ModelBackend")
        reminder = "Settings of the school that are examples"
        assert reminder not in client.get("/admin/").content.decode()
        settings.DEMO = False
        assert reminder in client.get("/admin/").content.decode()


class TestStorage:
    def test_it_leaves_no_file(self, settings, tmp_path):
        settings.MEDIA_ROOT = tmp_path
        assert problem(doctor.check_storage) is None
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []

    def test_it_says_that_pictures_cannot_be_stored(self, settings):
        settings.MEDIA_ROOT = Path("/dev/null")
        assert problem(doctor.check_storage)[0].startswith("Pictures cannot be stored (")


class TestStripe:
    def test_it_is_content_with_an_active_account_and_all_events(self, other):
        other.respond("/v1/account", {"charges_enabled": True})
        other.respond("/v1/webhook_endpoints", {"data": [ENDPOINT | {"url": f"{other.url}/stripe/webhook"}]})
        assert problem(doctor.check_account) is None
        assert problem(dict(doctor.CONNECTIONS)["Stripe webhook"]) is None

    @pytest.mark.parametrize(
        ("status", "body", "expected", "is_certain"),
        [
            (200, {"charges_enabled": False}, "cannot accept payments yet", True),
            (401, {}, "refuses STRIPE_SECRET_KEY", True),
            (403, {}, "restricted key", False),
            (500, {}, "status 500", False),
        ],
    )
    def test_it_says_what_is_wrong_with_the_account(self, other, status, body, expected, is_certain):
        other.respond("/v1/account", body, status)
        text, certain = problem(doctor.check_account)
        assert expected in text
        assert certain == is_certain

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"url": "https://old.example/stripe/webhook"}, "There is no webhook endpoint for http://127.0.0.1"),
            ({"status": "disabled"}, "is disabled"),
            ({"enabled_events": [*EFFECTS][1:]}, "Add these events to the webhook endpoint: payment_intent.succeeded."),
            ({"api_version": "2020-08-27"}, "uses Stripe's API version 2020-08-27"),
        ],
    )
    def test_it_says_what_is_wrong_with_the_webhook_endpoint(self, other, change, expected):
        endpoint = ENDPOINT | {"url": f"{other.url}/stripe/webhook"} | change
        other.respond("/v1/webhook_endpoints", {"data": [endpoint]})
        assert expected in problem(dict(doctor.CONNECTIONS)["Stripe webhook"])[0]

    def test_it_says_that_stripe_does_not_respond(self):
        assert problem(doctor.check_account)[0].startswith("Stripe does not respond")


class TestFirebase:
    def test_it_is_content_with_an_authorized_host(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["127.0.0.1"]})
        assert problem(doctor.check_project) is None
        assert other.seen["/v1/projects"]["Referer"] == f"{other.url}/"

    def test_it_names_a_host_that_is_not_authorized(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["localhost"]})
        assert problem(doctor.check_project)[0].startswith("Add 127.0.0.1 in the Firebase console")

    def test_it_says_that_the_api_key_is_refused(self, other):
        other.respond("/v1/projects", {"error": {}}, 400)
        assert "FIREBASE_API_KEY" in problem(doctor.check_project)[0]

    def test_it_refuses_a_service_account_of_another_project(self, settings, tmp_path):
        file = tmp_path / "account.json"
        file.write_text('{"project_id": "other"}')
        settings.FIREBASE_CREDENTIALS = str(file)
        assert "belongs to the project other" in problem(doctor.check_service_account)[0]


class TestCareSheets:
    @pytest.fixture
    def sheet(self, users, mia):
        as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen"})

    def test_it_is_content_with_sheets_of_the_first_key(self, sheet):
        assert problem(doctor.check_care_sheets) is None

    def test_it_asks_for_the_rotation_of_an_old_key(self, sheet, settings):
        settings.CARE_KEYS = [Fernet.generate_key().decode(), *settings.CARE_KEYS]
        text, is_certain = problem(doctor.check_care_sheets)
        assert "camp rotate_care_keys" in text
        assert not is_certain
        call_command("rotate_care_keys", stdout=StringIO())
        assert problem(doctor.check_care_sheets) is None

    def test_it_says_that_a_key_is_missing(self, sheet, settings):
        for keys in ([Fernet.generate_key().decode()], []):
            settings.CARE_KEYS = keys
            text, is_certain = problem(doctor.check_care_sheets)
            assert text.startswith("No key of CARE_KEYS decrypts 1 care sheets.")
            assert is_certain


class TestSite:
    def test_it_is_content_with_a_site_that_ignores_invented_addresses(self, other):
        other.respond("/readyz", {"client": "198.51.100.9"}, 503)
        assert problem(doctor.check_site) is None
        assert other.seen["/readyz"]["X-Forwarded-For"] == doctor.FORGED_ADDRESS

    @pytest.mark.parametrize(
        ("status", "body", "headers", "expected"),
        [
            (200, {"client": doctor.FORGED_ADDRESS}, {}, "Lower TRUSTED_PROXY_HOPS"),
            (301, "", {"Location": "https://www.camp.example/readyz"}, "SITE_URL redirects"),
            (404, "nginx", {}, "Something else answers at SITE_URL, with status 404"),
        ],
    )
    def test_it_says_what_is_wrong_with_the_proxy(self, other, status, body, headers, expected):
        other.respond("/readyz", body, status, **headers)
        assert expected in problem(doctor.check_site)[0]

    def test_it_invents_no_address_in_the_demo_which_refuses_proxies(self, other, settings):
        settings.DEMO = True
        other.respond("/readyz", {"client": "127.0.0.1"})
        assert problem(doctor.check_site) is None
        assert "X-Forwarded-For" not in other.seen["/readyz"]

    def test_it_says_that_nothing_answers(self, settings):
        settings.SITE_URL = "http://127.0.0.1:1"
        assert "does not lead to a running site" in problem(doctor.check_site)[0]

    def test_it_says_that_the_certificate_is_not_valid(self, monkeypatch):
        def refuse(*_, **__):
            raise requests.exceptions.SSLError

        monkeypatch.setattr(doctor.requests, "get", refuse)
        assert "certificate" in problem(doctor.check_site)[0]

    @pytest.mark.parametrize(
        ("response", "expected"),
        [({"Location": "https://camp.example/"}, None), ({}, "http:// is not redirected to https://")],
    )
    def test_it_checks_the_redirect_to_https(self, settings, monkeypatch, response, expected):
        settings.SITE_URL, answer = "https://camp.example", requests.Response()
        answer.headers.update(response)
        monkeypatch.setattr(doctor.requests, "get", lambda *_, **__: answer)
        found = problem(doctor.check_redirect)
        assert found is None if expected is None else expected in found[0]


class TestWorkerAndBackup:
    def test_it_is_content_while_a_worker_runs(self):
        run_worker()
        assert problem(doctor.check_worker) is None

    def test_it_counts_stuck_emails(self, users):
        run_worker()
        due = timezone.now() - timedelta(minutes=11)
        OutboxEmail.objects.create(kind="welcome", recipient=users.student, about="1", created_at=due, due_at=due)
        assert problem(doctor.check_worker)[0].startswith("E-mails that should have been sent ten minutes ago: 1.")

    @pytest.mark.parametrize(("hours", "expected"), [(29, None), (31, "The last backup is 31 hours old")])
    def test_it_knows_the_age_of_the_backup(self, hours, expected):
        start_task("backup", every=timedelta(0), now=timezone.now())
        finish_task("backup", now=timezone.now() - timedelta(hours=hours))
        found = problem(doctor.check_backup)
        assert found is None if expected is None else found[0].startswith(expected)

    def test_it_says_how_to_make_a_first_backup(self):
        text, is_certain = problem(doctor.check_backup)
        assert "docker compose run --rm backup" in text
        assert "your platform" in text
        assert not is_certain
