"""A crowd of students, each on a connection of their own, going the whole road: choose, hold, pay, settle.

In one thread, on bare streams: on two cores the crowd must not cost what is being measured. Whoever is told to wait
(503, a connection that breaks) asks again, as the browser's code does; whoever is refused goes on to another class.
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
TROUBLE = (OSError, EOFError, ValueError)
"""What a connection raises whose other end is pulled out."""


class GaveUp(Exception):
    """Somebody's patience is over."""


@dataclass
class Report:
    """What the crowd met."""

    latencies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0

    def percentile(self, call: str, percent: float) -> float:
        """Milliseconds within which so many percent of these calls were answered."""
        ordered = sorted(self.latencies[call])
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    @property
    def server_errors(self) -> int:
        return sum(count for key, count in self.statuses.items() if key.split()[1] in ("500", "502", "504"))


class Line:
    """One kept connection."""

    def __init__(self, port: int, bearer: str) -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {bearer}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        """Status and JSON. Raises what ``TROUBLE`` holds where the connection breaks; the next call opens another."""
        try:
            reader, writer = self._streams or await asyncio.open_connection("127.0.0.1", self._port)
            self._streams = reader, writer
            head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            return await _answer(reader)
        except TROUBLE:
            self.close()
            raise

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0]
    body = await reader.readexactly(int(length))
    return int(head[9:12]), json.loads(body)


@dataclass
class Door:
    """Where the crowd goes: the site's port, the card provider's, and how long anybody tries (seconds)."""

    site: int
    cards: int
    patience: float = 60
    secret_key: str = "sk_test_crowd"


class Walker:
    """One student with a site token, and the classes they want, best first: (id, dollars)."""

    def __init__(self, door: Door, report: Report, token: str, wishes: Sequence[tuple[int, str]]) -> None:
        self.door, self.report, self.wishes = door, report, wishes
        self.site, self.cards = Line(door.site, token), Line(door.cards, door.secret_key)
        self.deadline = 0.0

    async def arrive(self, after: float) -> None:
        """Come after so many seconds and go the road; the outcome is in the report."""
        await asyncio.sleep(after)
        self.deadline = perf_counter() + self.door.patience
        try:
            outcome = await self._road()
        except GaveUp:
            outcome = "gave up"
        finally:
            self.site.close()
            self.cards.close()
        self.report.outcomes[outcome] += 1

    async def _road(self) -> str:
        for class_id, dollars in self.wishes:
            outcome = await self._one_class(class_id, dollars)
            if outcome != "class_full":
                return outcome
        return "refused"

    async def _one_class(self, class_id: int, dollars: str) -> str:
        status, answer = await self._ask("select", "/selectClass", {"classId": str(class_id)})
        if status != 201 and answer["code"] != "already_selected":
            return str(answer["code"])
        status, answer = await self._ask(
            "hold", "/createPaymentIntent", {"classId": str(class_id), "price": float(dollars)}
        )
        if status != 200:
            return "enrolled" if answer["code"] == "already_enrolled" else str(answer["code"])
        intent = answer["clientSecret"].split("_secret_")[0]
        await self._pay(intent)
        status, answer = await self._ask("settle", "/payments", {"transactionId": intent})
        if status not in (200, 201):
            return str(answer["code"])
        return "enrolled" if answer["result"]["modifiedCount"] else "refunded"

    async def _pay(self, intent: str) -> None:
        """In the card form; 400 is "has been paid already", after an answer that was lost."""
        body = b"payment_method=pm_card_visa"
        await self._try("pay", self.cards, f"/v1/payment_intents/{intent}/confirm", body, FORM)

    async def _ask(self, name: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        return await self._try(name, self.site, path, json.dumps(body).encode(), JSON)

    async def _try(self, name: str, line: Line, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        while perf_counter() < self.deadline:
            begun = perf_counter()
            try:
                status, answer = await asyncio.wait_for(line.post(path, body, kind), self.door.patience)
            except TROUBLE:
                line.close()
                self.report.statuses[f"{name} broken"] += 1
            else:
                self.report.statuses[f"{name} {status}"] += 1
                if status != 503:
                    self.report.latencies[name].append(perf_counter() - begun)
                    return status, answer
            await asyncio.sleep(PAUSE_SECONDS * random.uniform(0.5, 1.5))
        raise GaveUp


async def crowd(door: Door, people: Sequence[tuple[str, Sequence[tuple[int, str]]]], within: float) -> Report:
    """Let all of them (token, wishes) arrive within so many seconds, at random moments, and wait for the last."""
    report = Report()
    begun = perf_counter()
    walkers = [Walker(door, report, token, wishes) for token, wishes in people]
    await asyncio.gather(*(walker.arrive(random.uniform(0, within)) for walker in walkers))
    report.seconds = perf_counter() - begun
    return report
