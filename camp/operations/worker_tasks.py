"""Records when each task of the worker was last started and when it last succeeded.

This keeps two workers from starting the same task at once, and tells staff if no worker runs.
"""

from datetime import datetime, timedelta

from core.database.sql import fetch_rows
from core.models import WorkerTask

LATE_AFTER = timedelta(minutes=5)
BACKUP_LATE = timedelta(hours=30)
FREQUENT = ("mail", "minute")
"""The tasks that the workers together start at least once a minute."""


def start_task(name: str, *, every: timedelta, now: datetime) -> bool:
    """False if a worker started the task less than ``every`` ago."""
    sql = """INSERT INTO "core_workertask" AS task (name, started_at) VALUES (%(name)s, %(now)s)
        ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at WHERE task.started_at <= %(latest)s
        RETURNING name"""
    return bool(fetch_rows(sql, name=name, now=now, latest=now - every))


def finish_task(name: str, *, now: datetime) -> None:
    WorkerTask.objects.filter(name=name).update(finished_at=now)


def seconds_since_success(now: datetime) -> dict[str, float]:
    """Of the worker's tasks and the backup, without what never succeeded."""
    finished = WorkerTask.objects.filter(finished_at__isnull=False).values_list("name", "finished_at")
    return {name: (now - at).total_seconds() for name, at in finished if at}


def failed_backup_at() -> datetime | None:
    """None if a backup has succeeded since."""
    tasks = {task.name: task for task in WorkerTask.objects.filter(name__in=("backup", "backup_failed"))}
    failed, done = tasks.get("backup_failed"), tasks.get("backup")
    is_repeated = failed and done and done.finished_at and done.finished_at > failed.started_at
    return failed.started_at if failed and not is_repeated else None


def has_late_backup(now: datetime) -> bool:
    """Failed or too old. Without any backup, a platform may make them."""
    return bool(failed_backup_at()) or seconds_since_success(now).get("backup", 0) > BACKUP_LATE.total_seconds()


def seconds_since_start(now: datetime) -> dict[str, float]:
    """Of the frequent tasks; infinity if none was ever started."""
    started = dict(WorkerTask.objects.filter(name__in=FREQUENT).values_list("name", "started_at"))
    return {name: (now - started[name]).total_seconds() if name in started else float("inf") for name in FREQUENT}


def late_tasks(now: datetime) -> list[str]:
    return [name for name, seconds in seconds_since_start(now).items() if seconds > LATE_AFTER.total_seconds()]
