"""Production's own settings; of Firebase and Stripe alone the addresses are the stand-ins'.

The settings of the site refuse such addresses outside ``CAMP_DEMO=1``, and still do: what is loaded first are they,
whole and strict. A site that others can reach never starts on this module, which wants its own address on this machine.
"""

import os
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from camp import security
from camp.settings import *  # noqa: F403
from camp.settings import BASE_DIR, FIREBASE_AUTH_DOMAIN, HTTPS_ONLY, SITE_URL

if urlsplit(SITE_URL).hostname != "127.0.0.1":
    raise ImproperlyConfigured("standins.production.settings believe anybody, and are for 127.0.0.1 alone.")

FIREBASE_AUTH_EMULATOR_HOST = f"127.0.0.1:{os.environ['STANDIN_FIREBASE_PORT']}"
STRIPE_API_BASE = f"http://127.0.0.1:{os.environ['STANDIN_STRIPE_PORT']}"
STRIPE_SCRIPT_URL = f"{STRIPE_API_BASE}/v3/stripe.js"
os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = FIREBASE_AUTH_EMULATOR_HOST  # where the SDK looks for it

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": security.content_security_policy(
        scripts=security.inline_script_hashes(BASE_DIR / "templates" / "index.html"),
        auth_domain=FIREBASE_AUTH_DOMAIN,
        emulator=FIREBASE_AUTH_EMULATOR_HOST,
        stripe_script=STRIPE_SCRIPT_URL,
        https_only=HTTPS_ONLY,
    )
}
