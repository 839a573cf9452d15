"""Checks the site's own address, as browsers see it: proxy, redirect, certificate."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.utils import timezone

from core.errors import SetupProblem

TIMEOUT_SECONDS = 5
CERTIFICATE_DAYS = 10
"""Caddy renews a certificate 30 days before its end."""
FORGED_ADDRESS = "203.0.113.7"
"""An address of the range for documentation, which no visitor has."""


def check_site() -> None:
    forged = {} if settings.DEMO else {"X-Forwarded-For": FORGED_ADDRESS}  # the demo refuses the header
    try:
        response = requests.get(
            f"{settings.SITE_URL}/readyz",
            headers=forged,
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
    except requests.exceptions.SSLError:
        raise SetupProblem("The certificate of SITE_URL is not valid. Look at the log of the proxy.") from None
    except requests.RequestException:
        raise SetupProblem(
            "SITE_URL does not lead to a running site. Check the name server, the firewall (ports 80 and "
            "443), the proxy, and whether a web server runs."
        ) from None
    if response.is_redirect:
        raise SetupProblem("SITE_URL redirects. Set SITE_URL to the address to which it leads.")
    try:
        seen = response.json()["client"]
    except (ValueError, LookupError, TypeError):
        raise SetupProblem(f"Something else answers at SITE_URL, with status {response.status_code}.") from None
    if seen == FORGED_ADDRESS:
        raise SetupProblem(
            "The site believes an address that a visitor invents. Lower TRUSTED_PROXY_HOPS to the number of proxies."
        )


def check_redirect() -> None:
    address = urlsplit(settings.SITE_URL)
    if address.scheme != "https" or address.port:
        return
    try:
        response = requests.get(f"http://{address.hostname}/", timeout=TIMEOUT_SECONDS, allow_redirects=False)
    except requests.RequestException:
        raise SetupProblem(
            "http:// does not answer. Open port 80, which the certificate's renewal may need too.", is_certain=False
        ) from None
    if not response.headers.get("Location", "").startswith("https://"):
        raise SetupProblem("http:// is not redirected to https://. Change the proxy.")


def check_certificate() -> None:
    """``check_site`` finds an invalid certificate; this finds one that is not renewed."""
    address = urlsplit(settings.SITE_URL)
    if address.scheme != "https" or not address.hostname:
        return
    try:
        ends_at = _certificate_end(address.hostname, address.port or 443)
    except OSError:
        return
    left = ends_at - timezone.now()
    if left < timedelta(days=CERTIFICATE_DAYS):
        raise SetupProblem(
            f"The certificate of SITE_URL ends in {left.days} days and was not renewed. Look at the log of the proxy "
            "(journalctl --unit caddy)."
        )


def _certificate_end(host: str, port: int) -> datetime:
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), TIMEOUT_SECONDS) as connection,
        context.wrap_socket(connection, server_hostname=host) as encrypted,
    ):
        certificate = encrypted.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)
