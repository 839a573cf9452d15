"""What the test deployment reports about its e-mails and their metrics."""

import json
import threading
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from standins.production import mail
from standins.production.installation import PORTS, Installation
from testing.servers.free_ports import free_port

WELCOME = [{"to": [{"address": mail.NEW_USER["email"]}]}]
METRICS = 'camp_emails_total{outcome="sent"} 1.0\ncamp_worker_age_seconds{task="mail"} 2.0\n'


@contextmanager
def serving(port, text):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            """Writes no log."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def problems(tmp_path, monkeypatch):
    """Returns what the check reports about a mailbox and metrics with this content."""
    monkeypatch.setattr(mail, "_register", lambda _: None)
    monkeypatch.setattr(mail, "SECONDS", 0.2)
    installation = Installation(tmp_path, free_port(PORTS))

    def problems(emails, metrics=METRICS):
        with ExitStack() as stack:
            stack.enter_context(serving(installation.mailbox_port, json.dumps(emails)))
            stack.enter_context(serving(installation.web_port, metrics))
            return mail.mail_problems(installation)

    return problems


def test_it_accepts_a_site_that_sends_and_counts_e_mails(problems):
    assert problems(WELCOME) == []


@pytest.mark.parametrize("emails", [[], [{"to": [{"address": "another@camp.example"}]}]])
def test_it_reports_that_no_e_mail_arrives(problems, emails):
    assert problems(emails) == ["no e-mail arrived within 0.2 s after a registration"]


def test_it_reports_a_missing_metric(problems):
    (problem,) = problems(WELCOME, METRICS.splitlines()[0])
    assert "camp_worker_age_seconds" in problem
