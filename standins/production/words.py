"""What the site may have said while the journeys ran: a line for each request, and nothing that needs a look."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

PERSONAL = re.compile(r"@camp\.example|%40camp|eyJ\w{10}|_secret_|whsec_|sk_test|password\W?[:=]", re.IGNORECASE)
SERVER = re.compile(r"\[(?:INFO|WARNING|ERROR|CRITICAL)\] ")
"""How the web server's own lines begin; the site's are JSON."""
BROKEN_ON_PURPOSE = "/createPaymentIntent"
"""The route on which a journey lets the card provider fail. It is answered 503 then, and the site may complain."""
OF_THE_PROVIDER = re.compile("card provider: APIError|Service Unavailable")


def faults_in(lines: Iterable[str]) -> list[str]:
    """Every line that should not be there, with the reason in front."""
    return [f"{why}: {line}" for line in lines for why in _faults_of(line)]


def _faults_of(line: str) -> Iterable[str]:
    if PERSONAL.search(line):
        yield "personal"
    if SERVER.match(line):
        if not line.startswith("[INFO]"):
            yield "the web server complains"
        return
    try:
        said = json.loads(line)
    except ValueError:
        yield "not a line of the log"
    else:
        yield from _faults_of_event(said)


def _faults_of_event(said: dict[str, Any]) -> Iterable[str]:
    if said["level"] != "info" and not OF_THE_PROVIDER.match(said["event"]):
        yield said["level"]
    if said.get("status", 0) >= 500 and said["route"] != BROKEN_ON_PURPOSE:
        yield f"answered {said['status']}"


def requests_in(lines: Iterable[str]) -> Counter[int]:
    """How many requests were answered with which status."""
    said = (json.loads(line) for line in lines if line.startswith("{"))
    return Counter(each["status"] for each in said if "status" in each)
