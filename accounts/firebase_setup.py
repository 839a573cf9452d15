import json
from pathlib import Path
from urllib.parse import urlsplit

import requests
from django.conf import settings
from google.auth.exceptions import RefreshError

from accounts.firebase import IdentityProviderUnavailable, identity_exists
from core.errors import RefusedSetting, SetupProblem

TIMEOUT_SECONDS = 5
API = "https://identitytoolkit.googleapis.com"
PROJECT_DOMAIN = ".firebaseapp.com"
REFUSALS = (400, 401, 403)


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
    if response.status_code in REFUSALS:
        raise RefusedSetting("Firebase refuses FIREBASE_API_KEY. Copy it again from the settings of the web app.")
    if response.status_code != requests.codes.ok:
        raise SetupProblem(f"Firebase answers with status {response.status_code}. Try again.")
    if not emulator:
        _check_domains(response.json().get("authorizedDomains", []), host)


def _check_domains(domains: list[str], host: str | None) -> None:
    """Each project has the domain PROJECT_ID.firebaseapp.com, the only name of the project in the answer."""
    projects = [each.removesuffix(PROJECT_DOMAIN) for each in domains if each.endswith(PROJECT_DOMAIN)]
    if projects and settings.FIREBASE_PROJECT_ID not in projects:
        raise RefusedSetting(
            f"FIREBASE_API_KEY belongs to the project {projects[0]}, but FIREBASE_PROJECT_ID is "
            f"{settings.FIREBASE_PROJECT_ID}: nobody could log in. Copy both from the same page."
        )
    if host not in domains:
        raise SetupProblem(f"Add {host} in the Firebase console: Authentication, Settings, Authorized domains.")
    if not projects:
        raise SetupProblem(
            f"Nobody can see whether FIREBASE_API_KEY belongs to FIREBASE_PROJECT_ID. Add "
            f"{settings.FIREBASE_PROJECT_ID}{PROJECT_DOMAIN} to the authorized domains.",
            is_certain=False,
        )


def check_service_account() -> None:
    """Raises SetupProblem if the service account belongs to another project, or is refused."""
    path = settings.FIREBASE_CREDENTIALS
    if not path and not settings.FIREBASE_AUTH_EMULATOR_HOST:
        return
    if path:
        try:
            project = json.loads(Path(path).read_text(encoding="utf-8"))["project_id"]
        except (OSError, ValueError, LookupError, TypeError):
            raise RefusedSetting("FIREBASE_CREDENTIALS does not name a readable service account file.") from None
        if project != settings.FIREBASE_PROJECT_ID:
            raise RefusedSetting(f"FIREBASE_CREDENTIALS belongs to the project {project}, not to FIREBASE_PROJECT_ID.")
    try:
        identity_exists("doctor")
    except IdentityProviderUnavailable as error:
        if isinstance(error.__cause__, RefreshError) and not error.__cause__.retryable:
            raise RefusedSetting("Firebase refuses the service account. Create a new key.") from None
        raise SetupProblem("Firebase does not respond to the service account. Try again.") from None
