"""API keys: any `sk_test_...` may call everything, any `pk_test_...` only what the browser script needs."""

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
_SECRET_KEY_REQUIRED = (
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can "
    "find a list of your API keys at https://dashboard.stripe.com/account/apikeys."
)


def has_publishable_key(request: Request, params: Params, *, allowed: bool) -> bool:
    """Authenticates the request; returns whether it uses a publishable key.

    Raises StripeError (401) for a missing or invalid key, and for a publishable key unless `allowed`.
    """
    key = _key(request, params)
    if not key:
        raise unauthorized(_NO_KEY)
    if key.startswith("sk_test_") and len(key) > len("sk_test_"):
        return False
    if not key.startswith("pk_test_") or len(key) == len("pk_test_"):
        raise unauthorized(f"Invalid API Key provided: {key[:8]}{'*' * 8}")
    if not allowed:
        raise unauthorized(_SECRET_KEY_REQUIRED, code="secret_key_required")
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
    # The browser script sends its key as a parameter. A secret key is not accepted there.
    key = params.get("key")
    return key if isinstance(key, str) and key.startswith("pk_") else ""
