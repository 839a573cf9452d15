"""Simulated students, each with a connection of their own, who select a class, hold a seat, pay and settle.

All run in one thread on asyncio streams, so that they cost little beside the measured site. After a 503 or a broken
connection a student repeats the request, like the client's code; after a refusal the student tries another class.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

PAUSE_SECONDS = 0.5
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
CONNECTION_ERRORS = (OSError, EOFError, ValueError)
"""The errors of a connection whose server was killed."""


class GaveUp(Exception):
    """A student's time limit has passed."""


@dataclass
class Report:
    """Latencies in seconds by call, statuses of all responses, and the students' outcomes."""

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0

    def percentile(self, call: str, percent: float) -> float:
        """Returns a percentile of a call's latencies in milliseconds."""
        ordered = sorted(self.latencies[call])
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    @property
    def server_errors(self) -> int:
        return sum(count for key, count in self.statuses.items() if key.split()[1] in ("500", "502", "504"))


class Connection:
    """A persistent HTTP connection, anonymous without a ``bearer``."""

    def __init__(self, port: int, bearer: str = "") -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\n" + (f"Authorization: Bearer {bearer}\r\n" if bearer else "")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, Any]:
        """As ``post``."""
        return await self._send(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())

    async def post(self, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        """Returns status and JSON. Raises CONNECTION_ERRORS; the next call opens another connection."""
        head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        return await self._send(head.encode() + body)

    async def _send(self, request: bytes) -> tuple[int, Any]:
        try:
            reader, writer = self._streams or await asyncio.open_connection("127.0.0.1", self._port)
            self._streams = reader, writer
            writer.write(request)
            return await _read_response(reader)
        except CONNECTION_ERRORS:
            self.close()
            raise

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def _read_response(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0]
    body = await reader.readexactly(int(length))
    return int(head[9:12]), json.loads(body)


@dataclass
class Target:
    """The ports of the site and of the Stripe stand-in, and after how many seconds a student gives up."""

    site_port: int
    stripe_port: int
    give_up_after: float = 60
    secret_key: str = "sk_test_students"


class Student:
    """A participant with the token of their account, and the wanted classes in order of preference.

    ``child_id`` is None for the account holder; ``wishes`` are pairs of a class's id and its price in dollars.
    """

    def __init__(
        self, target: Target, report: Report, token: str, child_id: int | None, wishes: Sequence[tuple[int, str]]
    ) -> None:
        self.target, self.report, self.child_id, self.wishes = target, report, child_id, wishes
        self.site = Connection(target.site_port, token)
        self.stripe = Connection(target.stripe_port, target.secret_key)
        self.deadline = 0.0

    async def enroll(self, after: float) -> None:
        """Starts after this many seconds and adds the outcome to the report."""
        await asyncio.sleep(after)
        self.deadline = perf_counter() + self.target.give_up_after
        try:
            outcome = await self._try_classes()
        except GaveUp:
            outcome = "gave up"
        finally:
            self.site.close()
            self.stripe.close()
        self.report.outcomes[outcome] += 1

    async def _try_classes(self) -> str:
        for class_id, dollars in self.wishes:
            outcome = await self._try_class(class_id, dollars)
            if outcome != "class_full":
                return outcome
        return "refused"

    async def _try_class(self, class_id: int, dollars: str) -> str:
        status, response = await self._post(
            "select", "/selectClass", {"classId": str(class_id), "childId": self.child_id}
        )
        if status != 201 and response["code"] != "already_selected":
            return str(response["code"])
        status, response = await self._post(
            "hold",
            "/createPaymentIntent",
            {"classId": str(class_id), "childId": self.child_id, "price": float(dollars)},
        )
        if status != 200:
            return "enrolled" if response["code"] == "already_enrolled" else str(response["code"])
        intent = response["clientSecret"].split("_secret_")[0]
        await self._pay(intent)
        status, response = await self._post("settle", "/payments", {"transactionId": intent})
        if status not in (200, 201):
            return str(response["code"])
        return "enrolled" if response["result"]["modifiedCount"] else "refunded"

    async def _pay(self, intent: str) -> None:
        """Pays at the Stripe stand-in. A 400 means that it was paid already, and the first response was lost."""
        body = b"payment_method=pm_card_visa"
        await self._send("pay", self.stripe, f"/v1/payment_intents/{intent}/confirm", body, FORM)

    async def _post(self, name: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        return await self._send(name, self.site, path, json.dumps(body).encode(), JSON)

    async def _send(self, name: str, connection: Connection, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        while perf_counter() < self.deadline:
            start = perf_counter()
            try:
                status, response = await asyncio.wait_for(connection.post(path, body, kind), self.target.give_up_after)
            except CONNECTION_ERRORS:
                connection.close()
                self.report.statuses[f"{name} broken"] += 1
            else:
                self.report.statuses[f"{name} {status}"] += 1
                if status != 503:
                    self.report.latencies[name].append(perf_counter() - start)
                    return status, response
            await asyncio.sleep(PAUSE_SECONDS * random.uniform(0.5, 1.5))
        raise GaveUp


async def simulate(
    target: Target, students: Sequence[tuple[str, int | None, Sequence[tuple[int, str]]]], within: float
) -> Report:
    """Starts all students (token, child, wishes) at random times within this many seconds.

    Returns when all have an outcome.
    """
    report = Report()
    start = perf_counter()
    runs = [Student(target, report, token, child_id, wishes) for token, child_id, wishes in students]
    await asyncio.gather(*(student.enroll(random.uniform(0, within)) for student in runs))
    report.seconds = perf_counter() - start
    return report
