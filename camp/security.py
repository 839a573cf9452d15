"""What a browser may do with this site's answers: one Content-Security-Policy for all, and what stands beside.

Scripts are let in by origin or by hash, never by nonce, so that the page shell is the same for everybody and can be
held ready. Nothing here imports Django: the settings call it while they load.
"""

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import urlsplit

NONE, SELF = "'none'", "'self'"

STRIPE = ("https://js.stripe.com", "https://*.js.stripe.com")
"""Where Stripe's scripts and card fields come from; https://docs.stripe.com/security/guide#content-security-policy"""
STRIPE_API, STRIPE_CHALLENGE = "https://api.stripe.com", "https://hooks.stripe.com"

GOOGLE_SCRIPT = "https://apis.google.com"
"""Firebase loads Google's script to open and to hear the sign-in window, with the emulator too."""
FIREBASE_CALLS = ("https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com")
GOOGLE_ACCOUNTS = "https://accounts.google.com"

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

SWITCHED_OFF = (
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
"""Abilities of a browser that neither the site nor anything in a frame of it has any use for."""


def inline_script_hashes(template: Path) -> list[str]:
    """The sources that let in exactly the inline scripts of this template; computed, so that the two cannot drift."""
    scripts = INLINE_SCRIPT.findall(template.read_text())
    return [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in scripts]


def origin(address: str) -> str:
    """The origin of an address: scheme, host and port."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def content_security_policy(
    *, scripts: list[str], auth_domain: str, emulator: str, stripe_script: str, https_only: bool
) -> dict[str, list[str] | bool]:
    """The policy's directives.

    ``scripts``: hashes of inline scripts. ``emulator`` (host and port) and ``stripe_script`` (an address) are the
    stand-ins' in the demo and empty otherwise; where one is given, the provider itself is not let in.
    """
    card = _card_provider(stripe_script)
    identity = _identity_provider(auth_domain, emulator)
    return {
        "default-src": [NONE],
        "object-src": [NONE],
        "script-src": [SELF, *scripts, GOOGLE_SCRIPT, *card["script"]],
        "style-src": [SELF],
        # "blob:" is a picture that an instructor has just chosen, before it is sent.
        "img-src": [SELF, "https:", "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF, *identity["connect"], *card["connect"]],
        "frame-src": [*identity["frame"], *card["frame"]],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
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
    """The Permissions-Policy: paying for the site and its card provider, nothing else for anybody."""
    payers = " ".join(f'"{each}"' for each in STRIPE)
    return ", ".join([f"payment=(self {payers})", *(f"{ability}=()" for ability in SWITCHED_OFF)])
