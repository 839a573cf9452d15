"""Stripe's API errors: status, body, and whether they are stored for the idempotency key."""

from typing import Any

_DOCS = "https://stripe.com/docs/error-codes/"


class StripeError(Exception):
    """An API error with Stripe's status and body.

    `stored` says whether a repeated request with the same idempotency key gets the same error. It is False for errors
    that occur before the operation begins, such as failed validation: the key may be used for the corrected request.
    """

    def __init__(self, status: int, error: dict[str, Any], *, stored: bool = True) -> None:
        super().__init__(error.get("message", ""))
        self.status = status
        self.error = error
        self.stored = stored

    @property
    def body(self) -> dict[str, Any]:
        """The response body."""
        return {"error": self.error}


def _error(kind: str, message: str, **fields: Any) -> dict[str, Any]:
    error = {"message": message, "type": kind, **fields}
    if code := fields.get("code"):
        error["doc_url"] = _DOCS + str(code).replace("_", "-")
    return error


def invalid_request(message: str, *, status: int = 400, **fields: Any) -> StripeError:
    """Returns the error for a valid request that the current state does not allow."""
    return StripeError(status, _error("invalid_request_error", message, **fields))


def invalid_parameter(message: str, param: str | None = None, code: str | None = None) -> StripeError:
    """Returns the error for an invalid parameter; nothing has been changed."""
    fields = {key: value for key, value in (("param", param), ("code", code)) if value}
    return StripeError(400, _error("invalid_request_error", message, **fields), stored=False)


def missing_parameter(param: str) -> StripeError:
    """Returns the error for a required parameter that is absent."""
    return invalid_parameter(f"Missing required param: {param}.", param, "parameter_missing")


def unknown_parameters(names: list[str]) -> StripeError:
    """Returns the error for parameters that the endpoint does not accept."""
    plural = "s" if len(names) > 1 else ""
    message = f"Received unknown parameter{plural}: {', '.join(names)}"
    return invalid_parameter(message, names[0], "parameter_unknown")


def no_such(kind: str, object_id: str, param: str, status: int = 404) -> StripeError:
    """Returns the error for an id without an object."""
    message = f"No such {kind}: '{object_id}'"
    return invalid_request(message, status=status, code="resource_missing", param=param)


def card_error(message: str, code: str, **fields: Any) -> StripeError:
    """Returns the error for a declined or invalid card; the customer may try another one."""
    return StripeError(402, _error("card_error", message, code=code, **fields))


def unexpected_state(message: str, intent: dict[str, Any]) -> StripeError:
    """Returns the error for an operation that the status of the payment intent does not allow."""
    return invalid_request(message, code="payment_intent_unexpected_state", payment_intent=intent)


def unauthorized(message: str, **fields: Any) -> StripeError:
    """Returns the error for a missing or invalid API key."""
    return StripeError(401, _error("invalid_request_error", message, **fields), stored=False)


def key_reused(key: str, endpoint: str | None = None) -> StripeError:
    """Returns the error for an idempotency key that an earlier, different request used.

    `endpoint` is the path of the earlier request, if the paths differ.
    """
    same = "with the same parameters they were first used with"
    if endpoint:
        same = f"for the same endpoint they were first used for ('{endpoint}')"
    message = (
        f"Keys for idempotent requests can only be used {same}. Try using a key other than "
        f"'{key}' if you meant to execute a different request."
    )
    return StripeError(400, _error("idempotency_error", message), stored=False)


def key_in_use(key: str) -> StripeError:
    """Returns the error for an idempotency key whose first request is still in progress."""
    message = (
        "There is currently another in-progress request using this Idempotent Key (that probably "
        "means you submitted twice, and the other request is still going through): "
        f"{key}. Please try again later."
    )
    error = _error("idempotency_error", message, code="idempotency_key_in_use")
    return StripeError(409, error, stored=False)


def api_failure(status: int = 500, *, stored: bool = False) -> StripeError:
    """Returns a failure of the API itself, or with status 400 a refusal without a code.

    Unless it is `stored`, nothing has been changed, and the request may be repeated with the same idempotency key.
    """
    kind = {400: "invalid_request_error", 429: "rate_limit_error"}.get(status, "api_error")
    message = "An unknown error occurred. We have been notified of the problem."
    return StripeError(status, _error(kind, message), stored=stored)
