"""What ``manage.py doctor`` says about the machine, its address, its database, its worker and its backup."""

import socket
import ssl
import threading
import time
from datetime import timedelta
from types import SimpleNamespace

import psycopg
import pytest
import requests
from django.db import connections
from django.utils import timezone

from camp.operations import address, doctor, machine
from camp.operations.worker_tasks import FREQUENT, finish_task, start_task
from camp.settings import checks
from mail.models import OutboxEmail
from mail.templatetags.email_formats import moment
from testing.factories import NOW
from testing.servers.certificate import make_certificate
from testing.servers.providers import is_refused, problem

pytestmark = pytest.mark.django_db


def run_worker():
    for task in FREQUENT:
        start_task(task, every=timedelta(seconds=1), now=timezone.now())


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

    def test_it_passes_over_a_folder_that_it_may_not_open(self, disk, settings, tmp_path, without_root):
        """Only the backup's user may read the backups."""
        disk(50)
        (tmp_path / "locked").mkdir(mode=0)
        settings.BACKUP_DIR = tmp_path / "locked" / "backups"
        with without_root():
            assert problem(doctor.check_disk) is None

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


class TestUptimeService:
    @pytest.mark.parametrize(
        ("status", "expected", "refused"),
        [
            (200, None, False),
            (404, "The uptime service refuses PING_URL (status 404). Copy it again.", True),
            (429, "The uptime service answers with status 429. Try again.", False),
            (503, "The uptime service answers with status 503. Try again.", False),
        ],
    )
    def test_it_requests_the_address(self, other, settings, status, expected, refused):
        settings.PING_URL = f"{other.url}/ping"
        other.respond("/ping", {}, status)
        found = problem(doctor.check_uptime_service)
        assert found is None if expected is None else found[0] == expected
        assert expected is None or is_refused(doctor.check_uptime_service) == refused

    def test_it_says_that_the_service_does_not_respond(self, settings):
        settings.PING_URL = "http://127.0.0.1:1/ping"
        assert problem(doctor.check_uptime_service) == ("The uptime service does not respond. Check PING_URL.", True)

    def test_it_is_content_without_an_address(self, settings):
        settings.PING_URL = ""
        assert problem(doctor.check_uptime_service) is None


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
