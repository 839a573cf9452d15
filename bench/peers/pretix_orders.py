"""Orders at pretix: the steps of its shop up to an order with manual payment, which its REST API marks as paid."""

import http.client
import json
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from urllib.parse import urlencode, urlsplit

from bench.servers import Server

SHOP = "/camp/summer/"
API = "/api/v1/organizers/camp/events/summer/"
EMAIL = "buyer@camp.example"
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
CSRF_COOKIE, CSRF_FIELD = "pretix_csrftoken", "csrfmiddlewaretoken"
ORDER = re.compile(r"/order/([A-Z0-9]+)/")


class UnexpectedPage(Exception):
    """The shop did not continue with the page that follows."""


class Browser:
    """A buyer's browser without pictures, styles and scripts. ``follows``: it requests the page of a redirect."""

    def __init__(self, port: int, *, follows: bool) -> None:
        self._port, self.follows = port, follows
        self._cookies = {CSRF_COOKIE: "c" * 32}

    def get(self, path: str) -> None:
        self._send("GET", path)

    def post(self, path: str, form: Mapping[str, str], leads_to: str) -> str:
        """Returns the path of the redirect. Raises UnexpectedPage when it does not contain ``leads_to``."""
        body = urlencode({**form, CSRF_FIELD: self._cookies[CSRF_COOKIE]})
        found = self._send("POST", path, body)
        if leads_to not in found:
            raise UnexpectedPage(f"{path} led to {found or 'a page with errors'} instead of {leads_to}")
        if self.follows:
            self.get(found)
        return found

    def _send(self, method: str, path: str, body: str | None = None) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        status, headers = request(self._port, method, path, body, {"Content-Type": FORM, "Cookie": cookies})
        if status not in (200, 302):
            raise UnexpectedPage(f"{method} {path}: status {status}")
        for name, value in headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.split(";")[0]
        location = urlsplit(dict(headers).get("Location", ""))
        return location.path + (f"?{location.query}" if location.query else "")


def request(
    port: int, method: str, path: str, body: str | None, headers: Mapping[str, str]
) -> tuple[int, list[tuple[str, str]]]:
    """Returns status and headers of a request with a connection of its own, as a proxy in front of gunicorn has it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        response.read()
        return response.status, response.getheaders()
    finally:
        connection.close()


class Shop:
    """The ways to a paid order of one seat. ``token``: of the REST API."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._headers = {"Authorization": f"Token {token}", "Content-Type": JSON}

    def order_with_every_page(self, item: int) -> None:
        """As a browser: the shop, and the page after each form."""
        browser = Browser(self._port, follows=True)
        browser.get(SHOP)
        self._order(browser, item)

    def order_with_forms(self, item: int) -> None:
        """Only the requests that change something: the forms without the pages that show them."""
        self._order(Browser(self._port, follows=False), item)

    def order_by_api(self, item: int, *, email: bool = True) -> None:
        """One request of the REST API, which is for the organizer's own programs: no cart and no checkout."""
        order = {"email": EMAIL, "locale": "en", "sales_channel": "web", "status": "p", "payment_provider": "manual"}
        self._call("orders/", order | {"send_email": email, "positions": [{"item": item}]}, expected=201)

    def _order(self, browser: Browser, item: int) -> None:
        browser.post(f"{SHOP}cart/add", {f"item_{item}": "1"}, leads_to=SHOP)
        if browser.follows:
            browser.get(f"{SHOP}checkout/questions/")
        browser.post(f"{SHOP}checkout/questions/", {"email": EMAIL}, leads_to="checkout/payment/")
        browser.post(f"{SHOP}checkout/payment/", {"payment": "manual"}, leads_to="checkout/confirm/")
        found = ORDER.search(browser.post(f"{SHOP}checkout/confirm/", {}, leads_to="/order/"))
        assert found
        self._call(f"orders/{found.group(1)}/mark_paid/", {}, expected=200)

    def _call(self, path: str, body: dict[str, object], expected: int) -> None:
        status, _ = request(self._port, "POST", API + path, json.dumps(body), self._headers)
        if status != expected:
            raise UnexpectedPage(f"{path}: status {status}")


class PretixOrders:
    """The shop with two web workers, which also send the e-mails. ``place``: a way to an order of an item."""

    def __init__(self, name: str, server: Server, items: Sequence[int], place: Callable[[int], None]) -> None:
        self.name, self.servers = name, (server,)
        self._items, self._place = cycle(items), place

    def prepare(self, orders: int) -> None:
        """Does nothing: buyers at pretix need no account."""

    def buy(self, orders: int, clients: int) -> None:
        with ThreadPoolExecutor(clients) as pool:
            for _ in pool.map(self._place, islice(self._items, orders)):
                pass

    def finish(self) -> None:
        """Does nothing: without Celery, pretix finishes everything within the requests."""
