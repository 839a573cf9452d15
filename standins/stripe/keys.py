"""API keys: any `sk_test_...` may do everything, any `pk_test_...` what a browser does."""

import base64
import binascii

from starlette.requests import Request

from standins.stripe.errors import unauthorized
from standins.stripe.parameters import Params

_NO_KEY = (
    "You did not provide an API key. You need to provide your API key in the Authorization header, "
    "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See "
    "https://stripe.com/docs/api#authentication for details, or we can help at "
    "https://support.stripe.com/."
)
_SECRET_NEEDED = (
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can "
    "find a list of your API keys at https://dashboard.stripe.com/account/apikeys."
)


def is_publishable(request: Request, params: Params, *, allowed: bool) -> bool:
    """Say whether a browser's key was used.

    Raises StripeError (401) for no key, a key that is none, or a browser's key where it is
    not `allowed`.
    """
    key = _key(request, params)
    if not key:
        raise unauthorized(_NO_KEY)
    if key.startswith("sk_test_") and len(key) > len("sk_test_"):
        return False
    if not key.startswith("pk_test_") or len(key) == len("pk_test_"):
        raise unauthorized(f"Invalid API Key provided: {key[:8]}{'*' * 8}")
    if not allowed:
        raise unauthorized(_SECRET_NEEDED, code="secret_key_required")
    return True


def _key(request: Request, params: Params) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode().partition(":")[0]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    # The browser script sends its key as a parameter; a secret key never travels that way.
    named = params.get("key")
    return named if isinstance(named, str) and named.startswith("pk_") else ""
