"""Orders at Craft Camp: the calls of the client, payment at the Stripe stand-in, webhooks and e-mail."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import count, cycle
from typing import Self

import httpx
import psutil

from bench.servers import ROOT, Server
from bench.stack import Stack, running_stack
from bench.students import Enrolling, Family, Report, Target
from demo.servers.services import worker

PRICE = "45.50"
FINISH_SECONDS = 120


class CampOrders:
    """The site with two web workers and the worker that sends its e-mails."""

    def __init__(self, stack: Stack, worker_id: int, classes: int) -> None:
        from accounts.models import Role
        from accounts.tokens import issue_token
        from testing.factories import make_class, make_user

        self.name = "Craft Camp"
        self.stack = stack
        self.web = Server(stack.port, psutil.Process(stack.site.pid))
        self.servers: Sequence[Server] = (self.web, Server(0, psutil.Process(worker_id)))
        self.student_token = issue_token(user=make_user("peers-student"))
        instructor, *_ = [make_user(f"peers-instructor-{n}", Role.INSTRUCTOR) for n in range(classes)]
        made = [make_class(instructor, f"Class {number}", capacity=100_000) for number in range(1, classes + 1)]
        self._class_ids = cycle([each.pk for each in made])
        self._numbers = count(1)
        self._families: list[Family] = []

    def without_worker(self) -> Self:
        """Returns the same site, of which only the web workers count."""
        site = copy(self)
        site.name, site.servers = "Craft Camp, without its worker (e-mail)", (self.web,)
        return site

    def prepare(self, orders: int) -> None:
        """Creates this many accounts, each of which wants one seat."""
        from accounts.models import User
        from accounts.tokens import issue_token

        names = [f"peers-{next(self._numbers)}" for _ in range(orders)]
        users = User.objects.bulk_create(
            User(email=f"{name}@camp.example", name=name, firebase_uid=name, email_verified=True) for name in names
        )
        self._families = [
            Family(each.email, issue_token(user=each), [None], [(next(self._class_ids), PRICE)]) for each in users
        ]

    def buy(self, orders: int, clients: int) -> None:
        assert len(self._families) == orders, "prepare() creates the accounts"
        report = Report()
        asyncio.run(self._buy(report, clients))
        if report.outcomes != {"enrolled": orders}:
            raise RuntimeError(f"{dict(report.outcomes)} instead of {orders} enrolled; {dict(report.statuses)}")

    async def _buy(self, report: Report, clients: int) -> None:
        target = Target(self.stack.port, self.stack.stripe_port)

        async def client() -> None:
            while self._families:
                await Enrolling(target, report, self._families.pop()).enroll(0)

        await asyncio.gather(*(client() for _ in range(clients)))

    def finish(self) -> None:
        """Waits until all webhooks are delivered, all payments are final and all e-mails are sent."""
        from mail.models import OutboxEmail
        from payments.models import Payment

        deadline = time.monotonic() + FINISH_SECONDS
        while (
            self._undelivered_webhooks()
            or Payment.objects.exclude(state="enrolled").exists()
            or OutboxEmail.objects.queued().exists()
        ):
            if time.monotonic() > deadline:
                raise TimeoutError("some webhooks or e-mails are not finished")
            time.sleep(0.2)

    def _undelivered_webhooks(self) -> bool:
        address = f"http://127.0.0.1:{self.stack.stripe_port}/v1/events"
        address += "?delivery_success=false&limit=1"
        return bool(httpx.get(address, auth=("sk_test_peers", "")).json()["data"])


@contextmanager
def running_camp(smtp_port: int, classes: int) -> Iterator[CampOrders]:
    """Runs the site, its worker and the Stripe stand-in on a new database."""
    os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{smtp_port}"
    with running_stack() as stack:
        import django
        from django.db import connections

        django.setup()
        command = [sys.executable, *worker(dev=False).command[1:]]
        with (stack.directory / "worker.log").open("w") as log:
            process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        try:
            yield CampOrders(stack, process.pid, classes)
        finally:
            process.terminate()
            process.wait(20)
            connections.close_all()
