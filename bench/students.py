"""Simulated families, each with a connection of its own, who select a class, hold its seats, pay and settle.

All run in one thread on asyncio streams, so that they cost little beside the measured site. After a 503 or a broken
connection a family repeats the request, like the client's code; after a refusal it tries another class.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from testing.clients.durations import percentile

Request = Callable[[], Awaitable[tuple[int, Any]]]
PAUSE_SECONDS = 0.5
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
CONNECTION_ERRORS = (OSError, EOFError, ValueError)
"""The errors of a connection whose server was killed."""


class GaveUp(Exception):
    """A family's time limit has passed."""


@dataclass(frozen=True)
class Family:
    """An account whose participants want seats in the same class.

    ``participants``: the ids of children, and None for the account holder. ``wishes``: pairs of a class's id and its
    price in dollars, in order of preference.
    """

    email: str
    token: str
    participants: list[int | None]
    wishes: Sequence[tuple[int, str]]


@dataclass
class Report:
    """Latencies in seconds by call, statuses of all responses, and the outcomes of all participants."""

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0

    def percentile(self, call: str, percent: float) -> float:
        """Returns a percentile of a call's latencies in milliseconds."""
        return 1000 * percentile(self.latencies[call], percent)

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
    """The ports of the site and of the Stripe stand-in, and after how many seconds a family gives up."""

    site_port: int
    stripe_port: int
    give_up_after: float = 60
    secret_key: str = "sk_test_students"


class Enrolling:
    """A family that tries to enroll all of its participants in one of its wanted classes."""

    def __init__(self, target: Target, report: Report, family: Family) -> None:
        self.target, self.report, self.family = target, report, family
        self.site = Connection(target.site_port, family.token)
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
            self.close()
        self.report.outcomes[outcome] += len(self.family.participants)

    def close(self) -> None:
        self.site.close()
        self.stripe.close()

    async def _try_classes(self) -> str:
        for class_id, dollars in self.family.wishes:
            outcome = await self._try_class(class_id, dollars)
            if outcome not in ("class_full", "fewer_seats_left"):
                return outcome
        return "refused"

    async def _try_class(self, class_id: int, dollars: str) -> str:
        for child_id in self.family.participants:
            body = {"classId": str(class_id), "childId": child_id}
            status, response = await self._post("select", "/selectClass", body)
            if status != 201 and response["code"] != "already_selected":
                return str(response["code"])
        hold = self._hold_one if len(self.family.participants) == 1 else self._hold_several
        status, response = await hold(class_id, float(dollars))
        if status != 200:
            codes = {line["code"] for line in response.get("lines", [response])}
            return "enrolled" if codes == {"already_enrolled"} else max(codes)
        refusal, seats = await self._pay_and_settle(response["clientSecret"])
        return refusal or ("enrolled" if seats == len(self.family.participants) else "refunded")

    async def _hold_one(self, class_id: int, dollars: float) -> tuple[int, Any]:
        """As a client that knows the documented calls only."""
        (child_id,) = self.family.participants
        body = {"classId": str(class_id), "childId": child_id, "price": dollars}
        return await self._post("hold", "/createPaymentIntent", body)

    async def _hold_several(self, class_id: int, dollars: float) -> tuple[int, Any]:
        status, selected = await self._get("list", f"/selectClass?email={self.family.email}")
        assert status == 200, selected
        ids = [selection["_id"] for selection in selected if selection["classId"] == str(class_id)]
        return await self._post("hold", "/orders", {"selections": ids, "total": dollars * len(ids)})

    async def _pay_and_settle(self, client_secret: str) -> tuple[str, int]:
        """Returns the code of a refusal, and how many seats the payment got."""
        intent = client_secret.split("_secret_")[0]
        path, card = f"/v1/payment_intents/{intent}/confirm", b"payment_method=pm_card_visa"
        # A 400 of the Stripe stand-in means that it was paid already, and the first response was lost.
        await self._send("pay", self.stripe, lambda: self.stripe.post(path, card, FORM))
        status, response = await self._post("settle", "/payments", {"transactionId": intent})
        if status not in (200, 201):
            return str(response["code"]), 0
        return "", sum(payment["status"] in ("enrollPending", "enrolled") for payment in response["payments"])

    async def _get(self, name: str, path: str) -> tuple[int, Any]:
        return await self._send(name, self.site, lambda: self.site.get(path))

    async def _post(self, name: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        return await self._send(name, self.site, lambda: self.site.post(path, json.dumps(body).encode(), JSON))

    async def _send(self, name: str, connection: Connection, request: Request) -> tuple[int, Any]:
        """Sends the request, and again after a 503 or over a broken connection, which it opens again."""
        while perf_counter() < self.deadline:
            start = perf_counter()
            try:
                status, response = await asyncio.wait_for(request(), self.target.give_up_after)
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


async def simulate(target: Target, families: Sequence[Family], within: float) -> Report:
    """Starts all families at random times within this many seconds. Returns when all have an outcome."""
    report = Report()
    start = perf_counter()
    runs = [Enrolling(target, report, family) for family in families]
    await asyncio.gather(*(run.enroll(random.uniform(0, within)) for run in runs))
    report.seconds = perf_counter() - start
    return report
