"""Checks the whole set-up: the settings, and what only a connection shows. Each problem says what to do about it.

A check returns without a word if all is well, and raises ``SetupProblem`` otherwise. If the value of a setting is
refused for certain, such as a key by Stripe, it raises ``RefusedSetting``: ``manage.py doctor`` then exits with 3, and
a script keeps the old processes. A provider that does not respond is no reason for that: it exits with 1.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.core.checks import run_checks
from django.core.checks.messages import ERROR
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.firebase_setup import check_project, check_service_account
from camp.operations.address import check_certificate, check_redirect, check_site
from camp.operations.machine import (
    check_clock,
    check_disk,
    check_mail_server,
    check_storage,
    check_uptime_service,
)
from camp.operations.worker_tasks import failed_backup_at, has_late_backup, late_tasks, seconds_since_success
from camp.settings.checks import DATABASE_SILENT
from care.models import CareSheet
from care.paperwork.sheets import count_sheets_with_other_keys
from core.database.sessions import direct_alias
from core.errors import RefusedSetting, SetupProblem
from core.models import School
from mail.models import OutboxEmail
from mail.templatetags.email_formats import moment
from payments.settlement.webhook import EFFECTS
from payments.stripe.setup import check_account, check_publishable_key, check_webhook_endpoint

OK, WARNING, BROKEN = "ok", "warning", "error"
MAIL_SERVER = "Mail server"
FAILING_SECONDS = 1800
REGULAR = ("mail", "minute", "reconciliation")
NO_BACKUP = (
    "No backup was made with deploy/backup. Run `camp backup` (in containers `docker compose run --rm backup`), or "
    "check that your platform backs up the database and the pictures: this site cannot see that."
)
BACKUP_LOG = "Look at its log (`journalctl --unit camp-backup`), or run it again."

CHECKED_SHEETS = 50
"""Those that were confirmed longest ago. The worker looks at all sheets, every 15 minutes."""

Check = Callable[[], None]


@dataclass(frozen=True)
class Finding:
    """``todo`` is empty if it is ok. ``is_refused``: a setting has a value that never works, so it is no outage."""

    what: str
    state: str
    todo: str
    is_refused: bool = False


def check_settings() -> None:
    if settings.DEMO:
        raise SetupProblem("This is the demo: no real e-mail is sent and no real card charged.", is_certain=False)
    messages = [each for each in run_checks(include_deployment_checks=True) if not each.is_silenced()]
    if messages:
        text = " ".join(str(each.msg) for each in messages)
        if any(each.level >= ERROR for each in messages):
            raise RefusedSetting(text)
        raise SetupProblem(text, is_certain=False)


def check_missing_settings() -> None:
    if settings.MISSING:
        texts = [f"Set {', '.join(names)}: without it {text}." for text, names in settings.MISSING.items()]
        raise SetupProblem(" ".join(texts), is_certain=False)


def check_misspelled_settings() -> None:
    if settings.MISSPELLED:
        texts = [f"{name} (is {meant} meant?)" for name, meant in settings.MISSPELLED.items()]
        raise SetupProblem(f"These are no settings, so they have no effect: {', '.join(texts)}.", is_certain=False)


def check_school() -> None:
    school = School.current()
    facts = {
        "legal name": school.legal_name,
        "tax ID": school.tax_id,
        "address": school.address,
        "phone number": school.phone,
    }
    missing = [name for name, value in facts.items() if not value]
    if missing:
        text = f"Under Settings, General, the school has no {' and no '.join(missing)}."
        if not school.can_be_claimed:
            text += " Tax statements don't name it, so families can't claim what they paid."
        raise SetupProblem(text, is_certain=False)


def check_database() -> None:
    messages = run_checks(tags=["database"], databases=["default"])
    if messages:
        is_outage = any(each.id == DATABASE_SILENT for each in messages)
        raise (SetupProblem if is_outage else RefusedSetting)(" ".join(str(each.msg) for each in messages))


def check_migrations() -> None:
    executor = MigrationExecutor(connections[direct_alias()])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise SetupProblem("The database has the tables of another version. Run deploy/release.")


def check_care_sheets() -> None:
    unreadable, outdated = count_sheets_with_other_keys(among=CHECKED_SHEETS)
    if unreadable:
        raise RefusedSetting(
            f"No key of CARE_KEYS decrypts {_number(unreadable)} care sheets. Add the key that is missing."
        )
    if outdated:
        text = (
            f"{_number(outdated).capitalize()} care sheets are encrypted with an old key. Run `camp rotate_care_keys`."
        )
        raise SetupProblem(text, is_certain=False)


def _number(sheets: int) -> str:
    are_more = CareSheet.objects.exclude(secret="").count() > CHECKED_SHEETS
    return f"at least {sheets}" if are_more else str(sheets)


def check_test_mode() -> None:
    if settings.TEST_MODE:
        raise SetupProblem(
            "Stripe's test keys are set: no card is charged. docs/deploy.md says how to go live.", is_certain=False
        )


def check_worker() -> None:
    if late_tasks(timezone.now()):
        raise SetupProblem(
            "No worker runs: e-mails, refunds and waitlist offers wait. Start deploy/worker "
            "(systemctl start camp-worker)."
        )
    ages = seconds_since_success(timezone.now())
    failing = [name for name in REGULAR if ages.get(name, 0) > FAILING_SECONDS]
    if failing:
        raise SetupProblem(
            f"The worker has not finished these tasks for half an hour: {', '.join(failing)}. Look at its log "
            "(journalctl --unit camp-worker)."
        )
    if stuck := OutboxEmail.objects.stuck(timezone.now()).count():
        raise SetupProblem(f"E-mails that should have been sent ten minutes ago: {stuck}. Look at the worker's log.")


def check_backup() -> None:
    if failed_at := failed_backup_at():
        raise SetupProblem(f"The last backup failed: {moment(failed_at)}. {BACKUP_LOG}")
    age = seconds_since_success(timezone.now()).get("backup")
    if age is None:
        raise SetupProblem(NO_BACKUP, is_certain=False)
    if has_late_backup(timezone.now()):
        raise SetupProblem(f"The last backup is {age / 3600:.0f} hours old. {BACKUP_LOG}")


BEFORE_START: tuple[tuple[str, Check], ...] = (
    ("Settings", check_settings),
    ("Recommended settings", check_missing_settings),
    ("Names of settings", check_misspelled_settings),
    ("Test mode", check_test_mode),
    ("Database", check_database),
    ("Tables of the database", check_migrations),
    ("The school's facts", check_school),
    ("Keys of the care sheets", check_care_sheets),
)
RUNNING: tuple[tuple[str, Check], ...] = (("Worker and e-mails", check_worker), ("Backup", check_backup))
CONNECTIONS: tuple[tuple[str, Check], ...] = (
    (MAIL_SERVER, check_mail_server),
    ("Pictures", check_storage),
    ("Disk", check_disk),
    ("Clock", check_clock),
    ("Firebase project", check_project),
    ("Firebase service account", check_service_account),
    ("Stripe account", check_account),
    ("Stripe publishable key", check_publishable_key),
    ("Stripe webhook", lambda: check_webhook_endpoint(EFFECTS)),
)
# Only at a start: the service takes each request for the report of a good round.
UPTIME: tuple[tuple[str, Check], ...] = (("Uptime service", check_uptime_service),)
SITE: tuple[tuple[str, Check], ...] = (
    ("Address of the site", check_site),
    ("Redirect to https", check_redirect),
    ("Certificate", check_certificate),
)


def diagnose(*, is_running: bool) -> list[Finding]:
    """``is_running``: also what only a running site shows."""
    remote = (*CONNECTIONS, *(SITE if is_running else UPTIME))
    # Checks that wait for other servers run at the same time; they do not use the database.
    with ThreadPoolExecutor(len(remote)) as threads:
        waiting = [threads.submit(_finding, what, check) for what, check in remote]
        local = [_finding(what, check) for what, check in (*BEFORE_START, *(RUNNING if is_running else ()))]
        return [*local, *(each.result() for each in waiting)]


def _finding(what: str, check: Check) -> Finding:
    try:
        check()
    except SetupProblem as problem:
        state = BROKEN if problem.is_certain else WARNING
        return Finding(what, state, str(problem), is_refused=isinstance(problem, RefusedSetting))
    except Exception as error:  # noqa: BLE001 (one check that fails must not hide the others)
        return Finding(what, BROKEN, f"This could not be checked ({type(error).__name__}).")
    return Finding(what, OK, "")
