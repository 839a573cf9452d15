"""``manage.py doctor`` and the page "Set up": each problem of the set-up is named, with what to do about it."""

import errno
import json
import smtplib
import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
import requests
from botocore.exceptions import ClientError
from cryptography.fernet import Fernet
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from google.auth.exceptions import RefreshError, TransportError

from accounts import firebase_setup
from camp.operations import address, doctor, machine
from camp.operations.worker_tasks import FREQUENT, finish_task, start_task
from camp.settings import checks
from camp.settings.table import all_settings, missing_texts
from core.errors import RefusedSetting, SetupProblem
from demo.servers.environment import PROJECT_ID
from mail.models import OutboxEmail
from mail.templatetags.email_formats import moment
from payments.settlement.webhook import EFFECTS
from payments.stripe.api import API_VERSION
from testing.clients.api import as_
from testing.factories import NOW
from testing.servers.certificate import make_certificate

pytestmark = pytest.mark.django_db

ALL = {what for what, _ in (*doctor.BEFORE_START, *doctor.RUNNING, *doctor.CONNECTIONS, *doctor.SITE)}
ENDPOINT = {"status": "enabled", "api_version": API_VERSION, "enabled_events": list(EFFECTS)}


class Handler(BaseHTTPRequestHandler):
    def date_time_string(self, timestamp=None):
        return super().date_time_string(self.server.clock)

    def do_GET(self):
        path = self.path.partition("?")[0]
        self.server.seen[path] = dict(self.headers)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body, headers = self.server.responses.get(path, (404, {}, {}))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode() if isinstance(body, str) else json.dumps(body).encode())

    do_POST = do_GET  # noqa: N815 (the name that BaseHTTPRequestHandler calls)
    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture
def other(settings, monkeypatch):
    """A server in place of Stripe, Firebase and the site. ``respond`` sets the response of a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.responses, server.seen, server.clock = {}, {}, None
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


def is_refused(check):
    """Returns whether the check says that the value of a setting never works, and not that something is down."""
    with pytest.raises(SetupProblem) as found:
        check()
    return isinstance(found.value, RefusedSetting)


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


def test_it_exits_with_3_if_the_value_of_a_setting_is_refused(monkeypatch):
    """A script keeps the old processes then, but not for an outage."""

    def run(problem):
        def check():
            raise problem

        monkeypatch.setattr(doctor, "CONNECTIONS", (("Provider", check),))
        output = StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("doctor", "--before-start", stdout=output)
        return ended.value.code, output.getvalue().splitlines()[-1]

    assert run(RefusedSetting("No.")) == (3, "REFUSED Provider: No.")
    assert run(SetupProblem("Silence.")) == (1, "BROKEN  Provider: Silence.")


def test_it_omits_what_only_a_running_site_shows_before_the_start():
    names = {each.what for each in doctor.diagnose(is_running=False)}
    assert ALL - names == {"Worker and e-mails", "Backup", *dict(doctor.SITE)}


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

    def test_it_says_that_pictures_in_the_folder_of_the_version_are_lost_with_it(self, settings, tmp_path):
        """As on a platform without a bucket, whose disks are not persistent."""
        settings.DEMO, settings.BASE_DIR, settings.MEDIA_ROOT = False, tmp_path, tmp_path / "media"
        text, is_certain = problem(doctor.check_storage)
        assert "are lost with the next version" in text
        assert not is_certain
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []

    def test_it_says_that_pictures_cannot_be_stored(self, settings):
        settings.MEDIA_ROOT = Path("/dev/null")
        assert problem(doctor.check_storage)[0].startswith("Pictures cannot be stored (")
        assert is_refused(doctor.check_storage)

    @pytest.mark.parametrize(
        ("error", "expected"),
        [
            (OSError(errno.ENOSPC, "full"), False),
            (ClientError({"ResponseMetadata": {"HTTPStatusCode": 403}}, "PutObject"), True),
            (ClientError({"ResponseMetadata": {"HTTPStatusCode": 503}}, "PutObject"), False),
        ],
    )
    def test_it_knows_a_refusal_from_an_outage(self, monkeypatch, error, expected):
        def fail(*_):
            raise error

        monkeypatch.setattr(default_storage, "save", fail)
        assert is_refused(doctor.check_storage) == expected


class TestMailServer:
    """The tests replace Django's mail backend; these use the one of production."""

    @pytest.fixture(autouse=True)
    def smtp(self, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = "127.0.0.1", False, False

    def test_it_says_that_nothing_listens(self, settings):
        settings.EMAIL_PORT = 1
        assert problem(doctor.check_mail_server)[0].startswith("The mail server refuses the connection or the login (")
        assert is_refused(doctor.check_mail_server)

    @pytest.mark.parametrize(
        ("error", "expected"),
        [
            (smtplib.SMTPAuthenticationError(535, b"wrong password"), True),
            (smtplib.SMTPAuthenticationError(454, b"try again"), False),
            (socket.gaierror(socket.EAI_NONAME, "no such host"), True),
            (socket.gaierror(socket.EAI_AGAIN, "no name server"), False),
            (ssl.SSLError("WRONG_VERSION_NUMBER"), True),
            (smtplib.SMTPNotSupportedError("no STARTTLS"), True),
            (smtplib.SMTPServerDisconnected("gone"), False),
            (TimeoutError(), False),
        ],
        ids=repr,
    )
    def test_it_knows_a_refusal_from_an_outage(self, monkeypatch, error, expected):
        def fail(_self):
            raise error

        monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.open", fail)
        assert is_refused(doctor.check_mail_server) == expected
        assert type(error).__name__ in problem(doctor.check_mail_server)[0]


class TestDisk:
    @pytest.fixture
    def disk(self, settings, tmp_path, monkeypatch):
        """Returns a function that sets the free share of the disk, of 100 GB."""
        settings.MEDIA_ROOT = settings.BASE_DIR = settings.BACKUP_DIR = tmp_path

        def set_free(gigabytes):
            usage = SimpleNamespace(total=100 * 10**9, free=gigabytes * 10**9)
            monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: usage)

        return set_free

    @pytest.mark.parametrize(("free", "is_enough"), [(0, False), (9, False), (11, True)])
    def test_it_wants_a_tenth_free(self, disk, free, is_enough):
        disk(free)
        found = problem(doctor.check_disk)
        assert found is None if is_enough else f"has {free}.0 GB left, {free} %." in found[0]

    def test_it_wants_room_for_two_dumps_of_the_size_of_the_last(self, disk, tmp_path):
        for name, gigabytes in (("camp-20260101T000000Z.dump", 20), ("camp-20260102T000000Z.dump", 10)):
            with (tmp_path / name).open("wb") as file:
                file.truncate(gigabytes * 10**9)  # a hole: it takes no space
        disk(19)
        assert problem(doctor.check_disk)[0].startswith(f"The disk of {tmp_path} has 19.0 GB left")
        disk(21)
        assert problem(doctor.check_disk) is None


class TestClock:
    @pytest.mark.parametrize(
        ("minutes", "expected"), [(0, None), (10, "is 10 minutes behind"), (-10, "is 10 minutes ahead")]
    )
    def test_it_compares_the_clock_with_the_time_of_an_answer(self, other, minutes, expected):
        other.clock = time.time() + 60 * minutes
        found = problem(doctor.check_clock)
        assert found is None if expected is None else expected in found[0]

    def test_it_leaves_it_to_other_checks_to_say_that_stripe_does_not_respond(self, settings):
        settings.STRIPE_API_BASE = "http://127.0.0.1:1"
        assert problem(doctor.check_clock) is None


class TestStripe:
    def test_it_is_content_with_an_active_account_and_all_events(self, other):
        other.respond("/v1/account", {"charges_enabled": True})
        other.respond("/v1/webhook_endpoints", {"data": [ENDPOINT | {"url": f"{other.url}/stripe/webhook"}]})
        other.respond("/v1/events", {"data": []})
        assert problem(doctor.check_account) is None
        assert problem(dict(doctor.CONNECTIONS)["Stripe webhook"]) is None

    @pytest.mark.parametrize(
        ("status", "body", "expected", "is_certain"),
        [
            (200, {"charges_enabled": False}, "cannot accept payments yet", True),
            (401, {}, "refuses STRIPE_SECRET_KEY", True),
            (403, {}, "restricted key", False),
            (429, {}, "status 429", False),
            (500, {}, "status 500", True),
        ],
    )
    def test_it_says_what_is_wrong_with_the_account(self, other, status, body, expected, is_certain):
        other.respond("/v1/account", body, status)
        text, certain = problem(doctor.check_account)
        assert expected in text
        assert certain == is_certain
        assert is_refused(doctor.check_account) == (status == 401)

    @pytest.mark.parametrize(
        ("status", "expected"), [(200, None), (401, "refuses STRIPE_PUBLISHABLE_KEY"), (404, "belongs to another")]
    )
    def test_it_reads_a_payment_with_the_publishable_key(self, other, settings, status, expected):
        other.respond("/v1/payment_intents", {"data": [{"id": "pi_1", "client_secret": "s"}]})
        other.respond("/v1/payment_intents/pi_1", {}, status)
        found = problem(doctor.check_publishable_key)
        assert found is None if expected is None else expected in found[0]
        assert expected is None or is_refused(doctor.check_publishable_key)
        seen = other.seen["/v1/payment_intents/pi_1"]
        assert seen["Authorization"] == f"Bearer {settings.STRIPE_PUBLISHABLE_KEY}"

    @pytest.mark.parametrize(
        ("pending", "expected"),
        [
            ([0, 1, 1], None),  # the latest was delivered
            ([1, 1, 0, 1], "since {second}"),
            ([], None),
        ],
    )
    def test_it_says_since_when_events_are_not_delivered(self, other, pending, expected):
        endpoint = ENDPOINT | {"url": f"{other.url}/stripe/webhook"}
        other.respond("/v1/webhook_endpoints", {"data": [endpoint]})
        times = [int(time.time()) - 3600 * hours for hours in range(1, len(pending) + 1)]
        events = [{"created": at, "pending_webhooks": each} for at, each in zip(times, pending, strict=True)]
        other.respond("/v1/events", {"data": events})
        found = problem(dict(doctor.CONNECTIONS)["Stripe webhook"])
        if expected is None:
            assert found is None
        else:
            second = moment(datetime.fromtimestamp(times[1], UTC))
            assert expected.format(second=second) in found[0]
            assert not is_refused(dict(doctor.CONNECTIONS)["Stripe webhook"])

    def test_it_does_not_mistake_the_endpoint_of_another_site_for_this_one(self, other):
        """Both endpoints should get the event; one has."""
        endpoints = [ENDPOINT | {"url": f"{other.url}/stripe/webhook"}, ENDPOINT | {"url": "https://other.example"}]
        other.respond("/v1/webhook_endpoints", {"data": endpoints})
        other.respond("/v1/events", {"data": [{"created": 1, "pending_webhooks": 1}]})
        assert problem(dict(doctor.CONNECTIONS)["Stripe webhook"]) is None

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
        other.respond("/v1/events", {"data": []})
        assert expected in problem(dict(doctor.CONNECTIONS)["Stripe webhook"])[0]

    def test_it_says_that_stripe_does_not_respond(self):
        assert problem(doctor.check_account)[0].startswith("Stripe does not respond")


class TestFirebase:
    def test_it_is_content_with_an_authorized_host(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["127.0.0.1", f"{PROJECT_ID}.firebaseapp.com"]})
        assert problem(doctor.check_project) is None
        assert other.seen["/v1/projects"]["Referer"] == f"{other.url}/"

    def test_it_names_a_host_that_is_not_authorized(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["localhost"]})
        assert problem(doctor.check_project)[0].startswith("Add 127.0.0.1 in the Firebase console")

    def test_it_says_that_the_api_key_is_refused(self, other):
        other.respond("/v1/projects", {"error": {}}, 400)
        assert "FIREBASE_API_KEY" in problem(doctor.check_project)[0]
        assert is_refused(doctor.check_project)
        other.respond("/v1/projects", {}, 503)
        assert not is_refused(doctor.check_project)

    def test_it_says_that_the_api_key_belongs_to_another_project(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["127.0.0.1", "other-camp.firebaseapp.com"]})
        assert "belongs to the project other-camp, but FIREBASE_PROJECT_ID" in problem(doctor.check_project)[0]
        assert is_refused(doctor.check_project)

    def test_it_says_that_the_project_cannot_be_compared(self, other):
        other.respond("/v1/projects", {"authorizedDomains": ["127.0.0.1"]})
        text, is_certain = problem(doctor.check_project)
        assert text.endswith(f"Add {PROJECT_ID}.firebaseapp.com to the authorized domains.")
        assert not is_certain

    def test_it_refuses_a_service_account_of_another_project(self, settings, tmp_path):
        file = tmp_path / "account.json"
        file.write_text('{"project_id": "other"}')
        settings.FIREBASE_CREDENTIALS = str(file)
        assert "belongs to the project other" in problem(doctor.check_service_account)[0]
        assert is_refused(doctor.check_service_account)

    @pytest.mark.parametrize(
        ("cause", "refused"), [(RefreshError("invalid_grant"), True), (TransportError("no route"), False)]
    )
    def test_it_knows_a_refused_service_account_from_an_outage(self, monkeypatch, cause, refused):
        def fail(_):
            raise firebase_setup.IdentityProviderUnavailable from cause

        monkeypatch.setattr(firebase_setup, "identity_exists", fail)
        assert is_refused(doctor.check_service_account) == refused


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
        assert other.seen["/readyz"]["X-Forwarded-For"] == address.FORGED_ADDRESS

    @pytest.mark.parametrize(
        ("status", "body", "headers", "expected"),
        [
            (200, {"client": address.FORGED_ADDRESS}, {}, "Lower TRUSTED_PROXY_HOPS"),
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

        monkeypatch.setattr(address.requests, "get", refuse)
        assert "certificate" in problem(doctor.check_site)[0]

    @pytest.mark.parametrize(
        ("response", "expected"),
        [({"Location": "https://camp.example/"}, None), ({}, "http:// is not redirected to https://")],
    )
    def test_it_checks_the_redirect_to_https(self, settings, monkeypatch, response, expected):
        settings.SITE_URL, answer = "https://camp.example", requests.Response()
        answer.headers.update(response)
        monkeypatch.setattr(address.requests, "get", lambda *_, **__: answer)
        found = problem(doctor.check_redirect)
        assert found is None if expected is None else expected in found[0]

    @pytest.mark.parametrize(("days", "expected"), [(11, None), (9, "ends in 8 days and was not renewed")])
    def test_it_says_that_the_certificate_is_not_renewed(self, settings, monkeypatch, days, expected):
        settings.SITE_URL = "https://camp.example"
        monkeypatch.setattr(address, "_certificate_end", lambda host, port: timezone.now() + timedelta(days=days))
        found = problem(doctor.check_certificate)
        assert found is None if expected is None else expected in found[0]

    def test_it_reads_the_end_of_the_certificate_over_tls(self, tmp_path, monkeypatch):
        certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
        make_certificate(certificate, key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with socket.create_server(("127.0.0.1", 0)) as server:
            answering = threading.Thread(
                target=lambda: context.wrap_socket(server.accept()[0], server_side=True).close()
            )
            answering.start()
            end = address._certificate_end("127.0.0.1", server.getsockname()[1])
            answering.join()
        assert timedelta(days=29) < end - timezone.now() < timedelta(days=30)


class TestTestMode:
    @pytest.mark.parametrize("is_test", [True, False])
    def test_it_says_that_no_card_is_charged(self, settings, is_test):
        settings.TEST_MODE = is_test
        found = problem(doctor.check_test_mode)
        assert found == (
            ("Stripe's test keys are set: no card is charged. docs/deploy.md says how to go live.", False)
            if is_test
            else None
        )


class TestDatabase:
    def test_it_says_in_one_line_what_postgresql_refuses(self, monkeypatch):
        new = type(connections["default"])({**connections.settings["default"], "NAME": "nowhere"})
        monkeypatch.setattr(checks, "connections", {"default": new})
        text = 'PostgreSQL refuses DATABASE_URL: database "nowhere" does not exist'
        assert problem(doctor.check_database) == (text, True)
        assert is_refused(doctor.check_database)

    @pytest.mark.parametrize(
        ("reason", "text", "refused"),
        [
            (
                'failed: FATAL:  password authentication failed for user "camp"\nmore',
                'PostgreSQL refuses DATABASE_URL: password authentication failed for user "camp"',
                True,
            ),
            (
                "connection failed: Connection refused",
                "PostgreSQL does not answer at DATABASE_URL: connection failed: Connection refused",
                False,
            ),
            (
                "FATAL:  the database system is starting up",
                "PostgreSQL accepts no connections now: the database system is starting up",
                False,
            ),
        ],
    )
    def test_it_names_the_setting(self, monkeypatch, reason, text, refused):
        def fail(*_):
            raise psycopg.OperationalError(reason)

        new = type(connections["default"])(connections.settings["default"])
        monkeypatch.setattr("django.db.backends.postgresql.base.DatabaseWrapper.get_new_connection", fail)
        monkeypatch.setattr(checks, "connections", {"default": new})
        assert problem(doctor.check_database) == (text, True)
        assert is_refused(doctor.check_database) == refused


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

    def test_it_says_when_the_last_backup_failed(self):
        start_task("backup_failed", every=timedelta(0), now=NOW)
        text, is_certain = problem(doctor.check_backup)
        assert text.startswith(f"The last backup failed: {moment(NOW)}.")
        assert is_certain

    def test_it_names_a_task_that_fails_again_and_again(self):
        run_worker()
        start_task("reconciliation", every=timedelta(0), now=timezone.now())
        finish_task("reconciliation", now=timezone.now() - timedelta(minutes=29))
        assert problem(doctor.check_worker) is None
        finish_task("reconciliation", now=timezone.now() - timedelta(minutes=31))
        assert "these tasks for half an hour: reconciliation." in problem(doctor.check_worker)[0]

    def test_it_says_how_to_make_a_first_backup(self):
        text, is_certain = problem(doctor.check_backup)
        assert "docker compose run --rm backup" in text
        assert "your platform" in text
        assert not is_certain
