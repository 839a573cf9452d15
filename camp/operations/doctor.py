"""Checks the whole set-up: the settings, and what only a connection shows. Each problem says what to do about it.

A check returns without a word if all is well, and raises ``SetupProblem`` otherwise.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import uuid4

import requests
from django.conf import settings
from django.core.checks import run_checks
from django.core.checks.messages import ERROR
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import get_connection
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.firebase_setup import check_project, check_service_account
from camp.operations.worker_tasks import late_tasks, seconds_since_success
from care.paperwork.sheets import count_sheets_with_other_keys
from core.database.sessions import direct_alias
from core.errors import SetupProblem
from mail.models import OutboxEmail
from payments.settlement.webhook import EFFECTS
from payments.stripe.setup import check_account, check_webhook_endpoint

OK, WARNING, BROKEN = "ok", "warning", "error"
TIMEOUT_SECONDS = 5
BACKUP_LATE_SECONDS = 30 * 3600
NO_BACKUP = (
    "No backup was made with deploy/backup. Run `camp backup` (in containers `docker compose run --rm backup`), or "
    "check that your platform backs up the database and the pictures: this site cannot see that."
)
BACKUP_LOG = "Look at its log (`journalctl --unit camp-backup`), or run it again."
FORGED_ADDRESS = "203.0.113.7"
"""An address of the range for documentation, which no visitor has."""

Check = Callable[[], None]


@dataclass(frozen=True)
class Finding:
    """The state of one part of the set-up; ``todo`` is empty if it is ok."""

    what: str
    state: str
    todo: str


def check_settings() -> None:
    if settings.DEMO:
        raise SetupProblem("This is the demo: no real e-mail is sent and no real card charged.", is_certain=False)
    messages = [each for each in run_checks(include_deployment_checks=True) if not each.is_silenced()]
    if messages:
        text = " ".join(str(each.msg) for each in messages)
        raise SetupProblem(text, is_certain=any(each.level >= ERROR for each in messages))


def check_missing_settings() -> None:
    if settings.MISSING:
        texts = [f"Set {', '.join(names)}: without it {text}." for text, names in settings.MISSING.items()]
        raise SetupProblem(" ".join(texts), is_certain=False)


def check_database() -> None:
    messages = run_checks(tags=["database"], databases=["default"])
    if messages:
        raise SetupProblem(" ".join(str(each.msg) for each in messages))


def check_migrations() -> None:
    executor = MigrationExecutor(connections[direct_alias()])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise SetupProblem("The database has the tables of another version. Run deploy/release.")


def check_care_sheets() -> None:
    unreadable, outdated = count_sheets_with_other_keys()
    if unreadable:
        raise SetupProblem(f"No key of CARE_KEYS decrypts {unreadable} care sheets. Add the key that is missing.")
    if outdated:
        text = f"{outdated} care sheets are encrypted with an old key. Run `camp rotate_care_keys`."
        raise SetupProblem(text, is_certain=False)


def check_mail_server() -> None:
    connection = get_connection(timeout=TIMEOUT_SECONDS)
    try:
        connection.open()
    except OSError as error:
        raise SetupProblem(
            f"The mail server refuses the login or does not respond ({type(error).__name__}). Check EMAIL_URL."
        ) from None
    finally:
        connection.close()


def check_storage() -> None:
    content, name = uuid4().bytes, ""
    try:
        name = default_storage.save(f"doctor/{uuid4().hex}", ContentFile(content))
        with default_storage.open(name) as file:
            is_read = file.read() == content
    except Exception as error:  # noqa: BLE001 (each storage raises its own)
        raise SetupProblem(
            f"Pictures cannot be stored ({type(error).__name__}). Check MEDIA_ROOT or "
            "PICTURES_BUCKET and its credentials."
        ) from None
    finally:
        if name:
            default_storage.delete(name)
    if not is_read:
        raise SetupProblem("The storage of the pictures returns other files than were stored.")


def check_site() -> None:
    forged = {} if settings.DEMO else {"X-Forwarded-For": FORGED_ADDRESS}  # the demo refuses the header
    try:
        response = requests.get(
            f"{settings.SITE_URL}/readyz",
            headers=forged,
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
    except requests.exceptions.SSLError:
        raise SetupProblem("The certificate of SITE_URL is not valid. Look at the log of the proxy.") from None
    except requests.RequestException:
        raise SetupProblem(
            "SITE_URL does not lead to a running site. Check the name server, the firewall (ports 80 and "
            "443), the proxy, and whether a web server runs."
        ) from None
    if response.is_redirect:
        raise SetupProblem("SITE_URL redirects. Set SITE_URL to the address to which it leads.")
    try:
        seen = response.json()["client"]
    except (ValueError, LookupError, TypeError):
        raise SetupProblem(f"Something else answers at SITE_URL, with status {response.status_code}.") from None
    if seen == FORGED_ADDRESS:
        raise SetupProblem(
            "The site believes an address that a visitor invents. Lower TRUSTED_PROXY_HOPS to the number of proxies."
        )


def check_redirect() -> None:
    address = urlsplit(settings.SITE_URL)
    if address.scheme != "https" or address.port:
        return
    try:
        response = requests.get(f"http://{address.hostname}/", timeout=TIMEOUT_SECONDS, allow_redirects=False)
    except requests.RequestException:
        raise SetupProblem(
            "http:// does not answer. Open port 80, which the certificate's renewal may need too.", is_certain=False
        ) from None
    if not response.headers.get("Location", "").startswith("https://"):
        raise SetupProblem("http:// is not redirected to https://. Change the proxy.")


def check_worker() -> None:
    if late_tasks(timezone.now()):
        raise SetupProblem(
            "No worker runs: e-mails, refunds and waitlist offers wait. Start deploy/worker "
            "(systemctl start camp-worker)."
        )
    if stuck := OutboxEmail.objects.stuck(timezone.now()).count():
        raise SetupProblem(f"E-mails that should have been sent ten minutes ago: {stuck}. Look at the worker's log.")


def check_backup() -> None:
    age = seconds_since_success(timezone.now()).get("backup")
    if age is None:
        raise SetupProblem(NO_BACKUP, is_certain=False)
    if age > BACKUP_LATE_SECONDS:
        raise SetupProblem(f"The last backup is {age / 3600:.0f} hours old. {BACKUP_LOG}", is_certain=False)


BEFORE_START: tuple[tuple[str, Check], ...] = (
    ("Settings", check_settings),
    ("Recommended settings", check_missing_settings),
    ("Database", check_database),
    ("Tables of the database", check_migrations),
    ("Keys of the care sheets", check_care_sheets),
)
RUNNING: tuple[tuple[str, Check], ...] = (("Worker and e-mails", check_worker), ("Backup", check_backup))
CONNECTIONS: tuple[tuple[str, Check], ...] = (
    ("Mail server", check_mail_server),
    ("Pictures", check_storage),
    ("Firebase project", check_project),
    ("Firebase service account", check_service_account),
    ("Stripe account", check_account),
    ("Stripe webhook", lambda: check_webhook_endpoint(EFFECTS)),
)
SITE: tuple[tuple[str, Check], ...] = (("Address of the site", check_site), ("Redirect to https", check_redirect))


def diagnose(*, is_running: bool) -> list[Finding]:
    """Returns the state of each part. ``is_running``: also of what only a running site shows.

    Checks that wait for other servers run at the same time, each in a thread; they do not use the database.
    """
    remote = (*CONNECTIONS, *SITE) if is_running else CONNECTIONS
    with ThreadPoolExecutor(len(remote)) as threads:
        waiting = [threads.submit(_finding, what, check) for what, check in remote]
        local = [_finding(what, check) for what, check in (*BEFORE_START, *(RUNNING if is_running else ()))]
        return [*local, *(each.result() for each in waiting)]


def _finding(what: str, check: Check) -> Finding:
    try:
        check()
    except SetupProblem as problem:
        return Finding(what, BROKEN if problem.is_certain else WARNING, str(problem))
    except Exception as error:  # noqa: BLE001 (one check that fails must not hide the others)
        return Finding(what, BROKEN, f"This could not be checked ({type(error).__name__}).")
    return Finding(what, OK, "")


def is_broken(findings: Iterable[Finding]) -> bool:
    return any(each.state == BROKEN for each in findings)
