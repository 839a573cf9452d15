"""The worker sends e-mails every second. In a second thread it runs the tasks of the site at their intervals.

Any number of workers may run. Each e-mail and each task is handled by the worker that claims it first.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django.utils import timezone

from camp.operations.watch import watch
from camp.operations.worker_tasks import finish_task, start_task
from care.paperwork.due import put_due_care_emails
from care.paperwork.sheets import put_unreadable_alert
from classes.alerts import put_due_alerts
from classes.catalog.lessons import end_classes
from classes.catalog.reminders import put_due_openings, put_due_reminders
from classes.seats.reservations import remind_of_ends
from classes.waitlist.entries import make_due_offers
from mail.alerts import put_digests
from mail.sending import send_due_emails
from payments.settlement.reconciliation import RECONCILED_DAYS, reconcile, reconcile_urgent

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
PAUSE_AFTER_ERROR_SECONDS = 5.0


@dataclass(frozen=True)
class Task:
    name: str
    every: timedelta
    run: Callable[[], object]


def _minute() -> None:
    now = timezone.now()
    make_due_offers(now=now)
    end_classes(now=now)
    put_digests(now=now)
    reconcile_urgent(now=now, days=RECONCILED_DAYS)  # last, because it may wait for Stripe


def _reminders() -> None:
    now = timezone.now()
    put_due_reminders(now=now)
    put_due_openings(now=now)
    put_due_care_emails(now=now)
    put_unreadable_alert(now=now)
    remind_of_ends(now=now)
    put_due_alerts(now=now)


def _daily() -> None:
    output = StringIO()
    call_command("tidy", stdout=output)
    logger.info("tidy: %s", " ".join(output.getvalue().split()))


TASKS = (
    Task("minute", timedelta(minutes=1), _minute),
    Task("reminders", timedelta(minutes=15), _reminders),
    Task("reconciliation", timedelta(minutes=5), lambda: reconcile(now=timezone.now(), days=RECONCILED_DAYS)),
    Task("checks", timedelta(minutes=4), lambda: watch(now=timezone.now())),
    Task("daily", timedelta(days=1), _daily),
)


class Worker:
    """``stop`` may be called from a signal handler."""

    def __init__(self) -> None:
        self._stopping = threading.Event()

    def stop(self) -> None:
        """``run`` returns after the current e-mail and the current task."""
        self._stopping.set()

    def run(self) -> None:
        """Continues after errors, for example when the database does not respond."""
        logger.info("the worker is running")
        tasks = threading.Thread(target=self._repeat, args=(self._run_due_tasks,), name="tasks")
        tasks.start()
        self._repeat(self._send)
        tasks.join()
        logger.info("the worker has stopped")

    def _repeat(self, step: Callable[[], bool]) -> None:
        while not self._stopping.is_set():
            try:
                close_old_connections()
                pause = 0 if step() else PAUSE_SECONDS
            except Exception as error:  # noqa: BLE001 (the worker continues after any error)
                _log(error, "the worker could not finish a step; it continues")
                pause = PAUSE_AFTER_ERROR_SECONDS
            self._stopping.wait(pause)
        connections.close_all()

    def _send(self) -> bool:
        is_due = start_task("mail", every=timedelta(seconds=30), now=timezone.now())
        tried = send_due_emails(is_stopping=self._stopping.is_set)
        if is_due:
            finish_task("mail", now=timezone.now())
        return tried > 0

    def _run_due_tasks(self) -> bool:
        for task in TASKS:
            if not self._stopping.is_set() and start_task(task.name, every=task.every, now=timezone.now()):
                self._run(task)
        return False

    def _run(self, task: Task) -> None:
        try:
            task.run()
            finish_task(task.name, now=timezone.now())
        except Exception as error:  # noqa: BLE001 (the other tasks must run)
            _log(error, f"the task {task.name} of the worker failed; it is repeated in {task.every}")


def _log(error: Exception, text: str) -> None:
    # One line, because it repeats every few seconds while the database does not respond.
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("%s: %s", text, str(error).partition("\n")[0] or type(error).__name__)
    else:
        logger.error(text, exc_info=error)
