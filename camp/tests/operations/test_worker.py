"""The worker runs its tasks at their intervals, continues after errors and stops at a signal."""

import signal
import subprocess
import sys
import threading
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from camp.operations import worker
from camp.operations.worker import TASKS, Task, Worker
from camp.operations.worker_tasks import late_tasks, seconds_since_start, seconds_since_success, start_task
from core.models import WorkerTask
from testing.factories import NOW
from testing.proofs.races import run_concurrently
from testing.servers.processes import create_database, database_name, drop_database, query, wait_until

MINUTE = timedelta(minutes=1)


class TestStartTask:
    pytestmark = pytest.mark.django_db

    def test_it_starts_a_task_once_in_its_interval(self):
        starts = [NOW, NOW + timedelta(seconds=59), NOW + MINUTE, NOW + MINUTE]
        assert [start_task("minute", every=MINUTE, now=now) for now in starts] == [True, False, True, False]
        assert start_task("daily", every=MINUTE, now=NOW)

    @pytest.mark.django_db(transaction=True)
    def test_it_starts_a_task_on_one_of_several_workers(self):
        start_task("minute", every=MINUTE, now=NOW)
        later = [lambda: start_task("minute", every=MINUTE, now=NOW + MINUTE)] * 6
        assert sorted(run_concurrently(*later)) == [False] * 5 + [True]

    def test_it_reports_a_frequent_task_that_was_not_started_for_five_minutes(self):
        assert late_tasks(NOW) == ["mail", "minute"]
        start_task("mail", every=MINUTE, now=NOW)
        assert late_tasks(NOW) == ["minute"]
        start_task("minute", every=MINUTE, now=NOW)
        assert late_tasks(NOW + 5 * MINUTE) == []
        assert late_tasks(NOW + 5 * MINUTE + timedelta(seconds=1)) == ["mail", "minute"]
        assert seconds_since_start(NOW + MINUTE) == {"mail": 60, "minute": 60}


@pytest.mark.django_db(transaction=True)
class TestRun:
    @pytest.fixture
    def calls(self, monkeypatch):
        """Replaces sending and the tasks by functions that append their names to the returned list."""
        calls = []
        tasks = [Task(name, MINUTE, lambda name=name: calls.append(name)) for name in ("minute", "daily")]
        monkeypatch.setattr(worker, "TASKS", tasks)
        monkeypatch.setattr(worker, "send_due_emails", lambda **_: calls.append("mail") or 0)
        monkeypatch.setattr(worker, "PAUSE_SECONDS", 0.01)
        monkeypatch.setattr(worker, "PAUSE_AFTER_ERROR_SECONDS", 0.01)
        return calls

    def run_until(self, condition):
        running = Worker()
        thread = threading.Thread(target=running.run)
        thread.start()
        try:
            wait_until(condition)
        finally:
            running.stop()
            thread.join(20)
        assert not thread.is_alive()

    def test_it_repeats_sending_and_runs_each_task_once_in_its_interval(self, calls):
        self.run_until(lambda: calls.count("mail") > 20)
        assert (calls.count("minute"), calls.count("daily")) == (1, 1)
        succeeded = WorkerTask.objects.filter(finished_at__isnull=False)
        assert set(succeeded.values_list("name", flat=True)) == {"mail", "minute", "daily"}

    def test_it_continues_after_an_error(self, calls, monkeypatch, caplog):
        def fail(**_):
            calls.append("mail")
            raise OperationalError("the database restarts")

        monkeypatch.setattr(worker, "send_due_emails", fail)
        broken = Task("broken", MINUTE, lambda: 1 / 0)
        monkeypatch.setattr(worker, "TASKS", [broken, *worker.TASKS])
        self.run_until(lambda: calls.count("mail") > 3 and "daily" in calls)
        assert calls.count("minute") == 1
        assert "the task broken of the worker failed" in caplog.text
        assert "ZeroDivisionError" in caplog.text
        assert "it continues: the database restarts" in caplog.text
        assert caplog.text.count("Traceback") == 1  # an outage is one line each time
        assert set(seconds_since_success(timezone.now())) == {"minute", "daily"}

    def test_it_sends_while_a_task_takes_long(self, calls, monkeypatch):
        ended = threading.Event()
        monkeypatch.setattr(worker, "TASKS", [Task("minute", MINUTE, lambda: ended.wait(20))])

        def sent_during_the_task():
            if calls.count("mail") > 10:
                ended.set()
            return ended.is_set()

        self.run_until(sent_during_the_task)
        assert ended.is_set()


@pytest.mark.django_db
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_it_runs_each_task_with_an_empty_database(task):
    task.run()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_runs_until_a_signal(number):
    environ = create_database("worker")
    command = [sys.executable, "manage.py", "run_worker"]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environ, stderr=subprocess.PIPE, text=True)
    try:
        started = "SELECT count(*) FROM core_workertask WHERE name IN ('mail', 'minute', 'daily')"
        wait_until(lambda: query(environ, started) == (3,))
        process.send_signal(number)
        _, log = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
        drop_database(database_name("worker"))
    assert process.returncode == 0
    assert "the worker has stopped" in log
