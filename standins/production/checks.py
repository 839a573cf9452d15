"""Checks of the running site: what it sends over HTTP before login, and what it writes to its log."""

import json
import re
import ssl
from collections import Counter
from collections.abc import Iterable
from typing import Any

import httpx

from standins.production.installation import METRICS_TOKEN, Installation

PERSONAL_DATA = re.compile(r"@camp\.example|%40camp|eyJ\w{10}|_secret_|whsec_|sk_test|password\W?[:=]", re.IGNORECASE)
SERVER_LINE = re.compile(r"\[(?:INFO|WARNING|ERROR|CRITICAL)\] ")
"""The prefix of a line of the web server; the lines of the site are JSON."""
EXPECTED_SERVER_LINE = re.compile(r"\[WARNING\] Killing (old )?worker-\d+ after it refused to gracefully stop$")
"""granian may write this about a worker that has just ended. The caller measures whether the server stops in time."""
EXPECTED_FAILURE_ROUTE = "/orders"
"""A journey makes Stripe fail on this route, which then returns 503 and logs a warning."""
BROWSER_ERRORS = "browser, (violation: script-src-elem blocked inline|rejection: Error: A broken promise)$"
"""A journey injects a script and rejects a promise, to test that the browser reports them."""
STRIPE_ERROR = "Stripe: APIError|provider unavailable: StripeServerError from APIError$"
FIRST_LOGIN = r"user \d+: bound to a new identity with the same, verified e-mail address$"
"""The demo's users are created without their identity at Firebase."""
EXPECTED_EVENT = re.compile(f"{STRIPE_ERROR}|Service Unavailable|{BROWSER_ERRORS}|{FIRST_LOGIN}")


def http_problems(installation: Installation) -> list[str]:
    """Returns a message for each expectation on headers, redirects and access that the site does not meet."""
    ssl_context = ssl.create_default_context(cafile=str(installation.certificate))
    without_tls = f"http://127.0.0.1:{installation.web_port}"
    unknown_host = {"Host": "evil.example", "X-Forwarded-Proto": "https"}
    forged = {"X_Forwarded_Proto": "http", "X-Forwarded_Proto": "http"}
    with httpx.Client(base_url=installation.url, verify=ssl_context, trust_env=False) as http:
        home, login = http.get("/"), http.get("/admin/login/")
        csp = home.headers["content-security-policy"]
        plain = http.get(f"{without_tls}/")
        metrics = http.get(f"{without_tls}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
        expectations = {
            "the home page returns 200": home.status_code == 200,
            "browsers remember https": home.headers["strict-transport-security"] == "max-age=31536000",
            "the CSP upgrades insecure requests": "upgrade-insecure-requests" in csp,
            "cookies are secure": _are_secure(login.headers.get_list("set-cookie")),
            "HTTP redirects to HTTPS": plain.headers.get("location") == f"https://127.0.0.1:{installation.web_port}/",
            "the 404 page has no debug information": b"DEBUG" not in http.get("/no/such/page").content,
            "the proxy does not serve metrics": http.get("/metrics").status_code == 404,
            "the site serves metrics locally": metrics.status_code == 200 and "camp_requests_total" in metrics.text,
            "an unknown host is rejected": http.get(without_tls, headers=unknown_host).status_code == 400,
            "names with underscores are ignored": http.get("/login", headers=forged).status_code == 200,
        }
    return [f"expectation not met: {expectation}" for expectation, met in expectations.items() if not met]


def _are_secure(cookies: list[str]) -> bool:
    return bool(cookies) and all(cookie.startswith("__Host-") and "Secure" in cookie for cookie in cookies)


def log_problems(lines: Iterable[str]) -> list[str]:
    """Returns each unexpected line of the site's log, with the reason in front."""
    return [f"{reason}: {line}" for line in lines for reason in _line_problems(line)]


def _line_problems(line: str) -> Iterable[str]:
    if PERSONAL_DATA.search(line):
        yield "personal data or secret"
    if SERVER_LINE.match(line):
        if not line.startswith("[INFO]") and not EXPECTED_SERVER_LINE.match(line):
            yield "warning or error of the web server"
        return
    try:
        event = json.loads(line)
    except ValueError:
        yield "not a log line"
    else:
        yield from _event_problems(event)


def _event_problems(event: dict[str, Any]) -> Iterable[str]:
    if event["level"] != "info" and not EXPECTED_EVENT.match(event["event"]):
        yield event["level"]
    if event.get("status", 0) >= 500 and event["route"] != EXPECTED_FAILURE_ROUTE:
        yield f"status {event['status']}"


def requests_by_status(lines: Iterable[str]) -> Counter[int]:
    """Returns the number of requests per response status."""
    events = (json.loads(line) for line in lines if line.startswith("{"))
    return Counter(event["status"] for event in events if "status" in event)
