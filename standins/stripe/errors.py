"""The provider's refusals: status, body and whether an idempotency key remembers them."""

from typing import Any

_DOCS = "https://stripe.com/docs/error-codes/"


class StripeError(Exception):
    """A refusal as the provider words it.

    `stored` says whether the deed had begun, so that the same idempotency key is answered with
    the same refusal; a request that fails validation may be corrected under its key.
    """

    def __init__(self, status: int, error: dict[str, Any], *, stored: bool = True) -> None:
        super().__init__(error.get("message", ""))
        self.status = status
        self.error = error
        self.stored = stored

    @property
    def body(self) -> dict[str, Any]:
        """The answer's body."""
        return {"error": self.error}


def _error(kind: str, message: str, **fields: Any) -> dict[str, Any]:
    error = {"message": message, "type": kind, **fields}
    if code := fields.get("code"):
        error["doc_url"] = _DOCS + str(code).replace("_", "-")
    return error


def invalid_request(message: str, *, status: int = 400, **fields: Any) -> StripeError:
    """Return the refusal of a well-formed request that the present state does not allow."""
    return StripeError(status, _error("invalid_request_error", message, **fields))


def invalid_parameter(message: str, param: str | None = None, code: str | None = None) -> StripeError:
    """Return the refusal of a parameter, found before anything was done."""
    fields = {key: value for key, value in (("param", param), ("code", code)) if value}
    return StripeError(400, _error("invalid_request_error", message, **fields), stored=False)


def missing_parameter(param: str) -> StripeError:
    """Return the refusal for a required parameter that is absent."""
    return invalid_parameter(f"Missing required param: {param}.", param, "parameter_missing")


def unknown_parameters(names: list[str]) -> StripeError:
    """Return the refusal for parameters that the call does not have."""
    plural = "s" if len(names) > 1 else ""
    message = f"Received unknown parameter{plural}: {', '.join(names)}"
    return invalid_parameter(message, names[0], "parameter_unknown")


def no_such(kind: str, identifier: str, param: str, status: int = 404) -> StripeError:
    """Return the refusal for an identifier that names nothing."""
    message = f"No such {kind}: '{identifier}'"
    return invalid_request(message, status=status, code="resource_missing", param=param)


def card_error(message: str, code: str, **fields: Any) -> StripeError:
    """Return the refusal that a card caused; the person may try another card."""
    return StripeError(402, _error("card_error", message, code=code, **fields))


def unexpected_state(message: str, intent: dict[str, Any]) -> StripeError:
    """Return the refusal of a deed that the intent's status does not allow."""
    return invalid_request(message, code="payment_intent_unexpected_state", payment_intent=intent)


def unauthorized(message: str, **fields: Any) -> StripeError:
    """Return the refusal of a missing or wrong API key."""
    return StripeError(401, _error("invalid_request_error", message, **fields), stored=False)


def key_reused(key: str, endpoint: str | None = None) -> StripeError:
    """Return the refusal of an idempotency key that came with another request before.

    `endpoint` is the path of the first request when the second went elsewhere.
    """
    same = (
        f"for the same endpoint they were first used for ('{endpoint}')"
        if endpoint
        else ("with the same parameters they were first used with")
    )
    message = (
        f"Keys for idempotent requests can only be used {same}. Try using a key other than "
        f"'{key}' if you meant to execute a different request."
    )
    return StripeError(400, _error("idempotency_error", message), stored=False)


def key_in_use(key: str) -> StripeError:
    """Return the refusal of an idempotency key whose first request is still under way."""
    message = (
        "There is currently another in-progress request using this Idempotent Key (that probably "
        "means you submitted twice, and the other request is still going through): "
        f"{key}. Please try again later."
    )
    error = _error("idempotency_error", message, code="idempotency_key_in_use")
    return StripeError(409, error, stored=False)


def provider_failure(status: int = 500) -> StripeError:
    """Return the provider's own failure: nothing was done, the request may be repeated."""
    kind = "rate_limit_error" if status == 429 else "api_error"
    message = "An unknown error occurred. We have been notified of the problem."
    return StripeError(status, _error(kind, message), stored=False)
