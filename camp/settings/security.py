"""The Content-Security-Policy and the Permissions-Policy. See docs/adr/0009.

The policy allows scripts by origin or by hash, never by nonce, so that the page shell is the same for all users and can
be cached. This module does not import Django, because the settings call it while they load.
"""

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import urlsplit

NONE, SELF = "'none'", "'self'"

STRIPE = ("https://js.stripe.com", "https://*.js.stripe.com")
"""Origins of Stripe's scripts and card fields: https://docs.stripe.com/security/guide#content-security-policy"""
STRIPE_API, STRIPE_CHALLENGE = "https://api.stripe.com", "https://hooks.stripe.com"

GOOGLE_SCRIPT = "https://apis.google.com"
"""Firebase loads Google's script for the sign-in window, also with the emulator."""
FIREBASE_CALLS = ("https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com")
GOOGLE_ACCOUNTS = "https://accounts.google.com"

REPORT_PATH = "/browserErrors"
"""Where browsers report violations of the policy (`camp.operations.browser_errors`)."""

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

DISABLED_FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "picture-in-picture",
    "screen-wake-lock",
    "usb",
    "xr-spatial-tracking",
)
"""Browser features that neither the site nor its frames use."""


def inline_script_hashes(template: Path) -> list[str]:
    """Computed, so that the policy always matches the template."""
    scripts = INLINE_SCRIPT.findall(template.read_text())
    return [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in scripts]


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def content_security_policy(
    *, scripts: list[str], auth_domain: str, emulator: str, stripe_script: str, https_only: bool
) -> dict[str, list[str] | bool]:
    """``scripts``: hash sources of inline scripts.

    ``emulator`` (host and port) and ``stripe_script`` (a URL) are the stand-ins of the demo, else empty; if one is
    given, the policy does not allow the real provider.
    """
    card = _card_provider(stripe_script)
    identity = _identity_provider(auth_domain, emulator)
    return {
        "default-src": [NONE],
        "object-src": [NONE],
        "script-src": [SELF, *scripts, GOOGLE_SCRIPT, *card["script"]],
        "style-src": [SELF],
        # "blob:" is the preview of a picture that an instructor has chosen but not uploaded.
        "img-src": [SELF, "https:", "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF, *identity["connect"], *card["connect"]],
        "frame-src": [*identity["frame"], *card["frame"]],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": [REPORT_PATH],
        "upgrade-insecure-requests": https_only,
    }


def _card_provider(script: str) -> dict[str, list[str]]:
    if script:
        stand_in = origin(script)
        return {"script": [stand_in], "connect": [stand_in], "frame": []}
    return {"script": [*STRIPE], "connect": [STRIPE_API], "frame": [*STRIPE, STRIPE_CHALLENGE]}


def _identity_provider(auth_domain: str, emulator: str) -> dict[str, list[str]]:
    if emulator:
        stand_in = f"http://{emulator}"
        return {"connect": [stand_in], "frame": [stand_in]}
    return {"connect": [*FIREBASE_CALLS], "frame": [f"https://{auth_domain}", GOOGLE_ACCOUNTS]}


def permissions_policy() -> str:
    """Payment for the site and Stripe, every other feature disabled."""
    payers = " ".join(f'"{each}"' for each in STRIPE)
    return ", ".join([f"payment=(self {payers})", *(f"{feature}=()" for feature in DISABLED_FEATURES)])
