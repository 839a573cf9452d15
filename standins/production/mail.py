"""Checks that the worker sends the e-mails of the running site, and that the site counts them."""

import ssl
import time

import httpx

from standins.production.installation import METRICS_TOKEN, Installation

SECONDS = 30
NEW_USER = {"email": "new.user@camp.example", "password": "Camp-2003!", "returnSecureToken": True}
METRICS = ('camp_emails_total{outcome="sent"}', 'camp_worker_age_seconds{task="mail"}')


def mail_problems(installation: Installation) -> list[str]:
    """Registers a user. Returns a message if no e-mail arrives, and for each metric about e-mails that is missing."""
    _register(installation)
    if not _arrives(installation, NEW_USER["email"]):
        return [f"no e-mail arrived within {SECONDS} s after a registration"]
    token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    metrics = httpx.get(f"http://127.0.0.1:{installation.web_port}/metrics", headers=token, trust_env=False).text
    return [f"missing in the metrics: {metric}" for metric in METRICS if metric not in metrics]


def _register(installation: Installation) -> None:
    emulator = f"http://127.0.0.1:{installation.firebase_port}/identitytoolkit.googleapis.com/v1/accounts:signUp"
    account = httpx.post(emulator, params={"key": "any"}, json=NEW_USER, trust_env=False).raise_for_status().json()
    tls = ssl.create_default_context(cafile=str(installation.certificate))
    with httpx.Client(base_url=installation.url, verify=tls, trust_env=False) as site:
        profile = {"email": NEW_USER["email"], "name": "Nora Newcomer"}
        headers = {"Authorization": f"Bearer {account['idToken']}"}
        site.post("/users", json=profile, headers=headers).raise_for_status()


def _arrives(installation: Installation, address: object) -> bool:
    """Returns whether the mailbox gets an e-mail to this address in time."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        emails = httpx.get(f"http://127.0.0.1:{installation.mailbox_port}/email", trust_env=False).json()
        if any(recipient["address"] == address for email in emails for recipient in email["to"]):
            return True
        time.sleep(0.5)
    return False
