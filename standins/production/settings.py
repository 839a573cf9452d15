"""The production settings, with the addresses of the Firebase and Stripe stand-ins.

``camp.settings`` is loaded unchanged. It refuses the addresses of stand-ins unless ``CAMP_DEMO=1``, so this module sets
them afterwards. The Auth emulator accepts any token; therefore the site must run on 127.0.0.1.
"""

import os
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from camp.settings import security
from camp.settings.environment import *  # noqa: F403
from camp.settings.environment import BASE_DIR, FIREBASE_AUTH_DOMAIN, HTTPS_ONLY, SITE_URL

if urlsplit(SITE_URL).hostname != "127.0.0.1":
    raise ImproperlyConfigured(
        "standins.production.settings requires a SITE_URL on 127.0.0.1: its Auth emulator accepts any token."
    )

FIREBASE_AUTH_EMULATOR_HOST = f"127.0.0.1:{os.environ['STANDIN_FIREBASE_PORT']}"
STRIPE_API_BASE = f"http://127.0.0.1:{os.environ['STANDIN_STRIPE_PORT']}"
STRIPE_SCRIPT_URL = f"{STRIPE_API_BASE}/v3/stripe.js"
os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = FIREBASE_AUTH_EMULATOR_HOST  # firebase_admin reads this variable

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": security.content_security_policy(
        scripts=security.inline_script_hashes(BASE_DIR / "templates" / "index.html"),
        auth_domain=FIREBASE_AUTH_DOMAIN,
        emulator=FIREBASE_AUTH_EMULATOR_HOST,
        stripe_script=STRIPE_SCRIPT_URL,
        https_only=HTTPS_ONLY,
    )
}
