"""Checks that the Firebase project fits this site."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import requests
from django.conf import settings

from accounts.firebase import IdentityProviderUnavailable, identity_exists
from core.errors import SetupProblem

TIMEOUT_SECONDS = 5
API = "https://identitytoolkit.googleapis.com"


def check_project() -> None:
    """Raises SetupProblem if Firebase refuses the API key, or logins from the site's host."""
    emulator, host = settings.FIREBASE_AUTH_EMULATOR_HOST, urlsplit(settings.SITE_URL).hostname
    try:
        response = requests.get(
            f"http://{emulator}/identitytoolkit.googleapis.com/v1/projects" if emulator else f"{API}/v1/projects",
            params={"key": settings.FIREBASE_API_KEY},
            headers={"Referer": f"{settings.SITE_URL}/"},  # a key can be restricted to the site's pages
            timeout=TIMEOUT_SECONDS,
        )
    except requests.RequestException:
        raise SetupProblem(f"Firebase does not respond. Can this machine open {API}?") from None
    if response.status_code != requests.codes.ok:
        raise SetupProblem("Firebase refuses FIREBASE_API_KEY. Copy it again from the settings of the web app.")
    if not emulator and host not in response.json().get("authorizedDomains", []):
        raise SetupProblem(f"Add {host} in the Firebase console: Authentication, Settings, Authorized domains.")


def check_service_account() -> None:
    """Raises SetupProblem if the service account belongs to another project, or is refused."""
    path = settings.FIREBASE_CREDENTIALS
    if not path and not settings.FIREBASE_AUTH_EMULATOR_HOST:
        return
    if path:
        try:
            project = json.loads(Path(path).read_text(encoding="utf-8"))["project_id"]
        except (OSError, ValueError, LookupError, TypeError):
            raise SetupProblem("FIREBASE_CREDENTIALS does not name a readable service account file.") from None
        if project != settings.FIREBASE_PROJECT_ID:
            raise SetupProblem(f"FIREBASE_CREDENTIALS belongs to the project {project}, not to FIREBASE_PROJECT_ID.")
    try:
        identity_exists("doctor")
    except IdentityProviderUnavailable:
        raise SetupProblem("Firebase refuses the service account, or does not respond. Create a new key.") from None
