"""What ``manage.py doctor`` says about storage, mail server, Stripe and Firebase; a refusal is no outage."""

import errno
import smtplib
import socket
import ssl
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from botocore.exceptions import ClientError
from django.core.files.storage import default_storage
from google.auth.exceptions import RefreshError, TransportError

from accounts import firebase_setup
from camp.operations import doctor
from demo.servers.environment import PROJECT_ID
from mail.templatetags.email_formats import moment
from payments.settlement.webhook import EFFECTS
from payments.stripe.api import API_VERSION
from testing.servers.providers import is_refused, problem

pytestmark = pytest.mark.django_db
ENDPOINT = {"status": "enabled", "api_version": API_VERSION, "enabled_events": list(EFFECTS)}


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
