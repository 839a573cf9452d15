"""Several workers run at once and some are killed: every e-mail is sent, and only few are sent twice."""

import random
import subprocess
import sys
from collections import Counter

import pytest
from django.conf import settings

from testing.servers.mail import running_mail_server
from testing.servers.processes import create_database, database_name, drop_database, query, run_python, wait_until

pytestmark = pytest.mark.slow

EMAILS, WORKERS, KILLED = 2000, 6, 3
FILL = f"""
from django.utils import timezone
from accounts.models import User
from mail.models import OutboxEmail
users = User.objects.bulk_create(User(email=f"user{{n}}@camp.example") for n in range({EMAILS}))
OutboxEmail.objects.bulk_create(OutboxEmail(kind="welcome", about="account", recipient=user) for user in users)
"""
UNSENT = "SELECT count(*) FROM mail_outboxemail WHERE state <> 'SENT'"


def start_worker(environ):
    command = [sys.executable, "manage.py", "run_worker"]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=environ, stdout=subprocess.DEVNULL)


def wait_until_sent(environ, at_most):
    """Waits until at most ``at_most`` e-mails are unsent: longer than the lease of a killed worker."""
    wait_until(lambda: query(environ, UNSENT)[0] <= at_most)


@pytest.mark.long
def test_it_loses_no_email_when_workers_are_killed():
    environ = create_database("workers")
    processes = []
    try:
        with running_mail_server() as server:
            environ |= {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}"}
            run_python(environ, FILL)
            processes = [start_worker(environ) for _ in range(WORKERS)]
            for turn, victim in enumerate(random.sample(processes, KILLED), start=1):
                wait_until_sent(environ, at_most=EMAILS * (KILLED + 1 - turn) // (KILLED + 1))
                victim.kill()
            wait_until_sent(environ, at_most=0)
            sent = Counter(message["Message-ID"] for message in server.accepted)
    finally:
        for process in processes:
            process.kill()
            process.wait()
        drop_database(database_name("workers"))
    assert len(sent) == EMAILS
    # Each killed worker causes at most one duplicate: an e-mail that was accepted and not yet marked as sent.
    assert sum(sent.values()) - EMAILS <= KILLED
