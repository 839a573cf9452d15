"""Fault injection: which webhooks and API requests go wrong, how, and how often."""

from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any, Self

from standins.stripe.store import Store

WEBHOOK_ACTIONS = ("drop", "delay", "duplicate", "reorder")
STORED_FAILURES = ("fail_stored", "fail_after")
REQUEST_FAULTS = ("fail", *STORED_FAILURES, "malformed", "timeout", "lose_response", "delay")
FAIL_STATUSES = (400, 429, 500, 502, 503)
_MAX_SECONDS = 3_600.0
_MAX_COPIES = 20
_MAX_COUNT = 1_000_000
_SETTING = "faults"


class FaultError(ValueError):
    """An invalid fault; the message names the field and the allowed values."""


def _number(values: dict[str, Any], name: str, default: float, highest: float) -> float:
    value = values.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise FaultError(f"{name} must be a number from 0 to {highest:g}, not {value!r}")
    return float(value)


def _count(values: dict[str, Any], default: int | None) -> int | None:
    value = values.get("count", default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MAX_COUNT:
        raise FaultError(f"count must be an integer from 1 to {_MAX_COUNT}, or null for no limit, not {value!r}")
    return value


def _choice(values: dict[str, Any], name: str, allowed: tuple[Any, ...], default: Any = None) -> Any:
    value = values.get(name, default)
    if value not in allowed:
        raise FaultError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def _text(values: dict[str, Any], name: str, default: str) -> str:
    value = values.get(name, default)
    if not isinstance(value, str) or not value:
        raise FaultError(f"{name} must be a string, not {value!r}")
    return value


def _check_names(values: Any, known: tuple[str, ...]) -> None:
    if not isinstance(values, dict):
        raise FaultError(f"a fault must be an object, not {values!r}")
    if unknown := [name for name in values if name not in known]:
        raise FaultError(f"unknown fields: {', '.join(unknown)}; allowed are {', '.join(known)}")


@dataclass
class WebhookFault:
    """Applies an action to the next `count` events whose type matches the pattern `events`."""

    action: str
    events: str
    count: int | None
    seconds: float
    copies: int

    @classmethod
    def parse(cls, values: Any) -> Self:
        """Returns the fault that the JSON object describes. Raises FaultError."""
        _check_names(values, ("action", "events", "count", "seconds", "copies"))
        return cls(
            action=_choice(values, "action", WEBHOOK_ACTIONS),
            events=_text(values, "events", "*"),
            count=_count(values, None),
            seconds=_number(values, "seconds", 1.0, _MAX_SECONDS),
            copies=int(_number(values, "copies", 1, _MAX_COPIES)),
        )

    def matches(self, event_type: str) -> bool:
        """Returns whether the fault applies to this event type."""
        return fnmatchcase(event_type, self.events)


@dataclass
class RequestFault:
    """Applies a fault to the next `count` requests whose method and path match."""

    fault: str
    method: str
    path: str
    count: int | None
    seconds: float
    status: int
    body: str

    @classmethod
    def parse(cls, values: Any) -> Self:
        """Returns the fault that the JSON object describes. Raises FaultError."""
        _check_names(values, ("fault", "method", "path", "count", "seconds", "status", "body"))
        fault = _choice(values, "fault", REQUEST_FAULTS)
        return cls(
            fault=fault,
            method=_choice(values, "method", ("*", "GET", "POST"), "*"),
            path=_text(values, "path", "/v1/*"),
            count=_count(values, 1),
            seconds=_number(values, "seconds", 120.0 if fault == "timeout" else 1.0, _MAX_SECONDS),
            status=_choice(values, "status", FAIL_STATUSES, 500),
            body=_text(values, "body", "{}"),
        )

    def matches(self, method: str, path: str) -> bool:
        """Returns whether the fault applies to this request."""
        return self.method in ("*", method) and fnmatchcase(path, self.path)


class Faults:
    """The active faults. They survive a restart and expire when their count is used up."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.webhooks: list[WebhookFault] = []
        self.requests: list[RequestFault] = []
        self._load(store.setting(_SETTING) or {})

    def replace(self, values: Any) -> None:
        """Replaces the faults of `webhooks`, of `requests`, or both.

        Raises FaultError, and changes nothing, if one is invalid.
        """
        if not isinstance(values, dict):
            raise FaultError("faults must be an object with webhooks and requests")
        if unknown := [name for name in values if name not in ("webhooks", "requests")]:
            raise FaultError(f"unknown fields: {', '.join(unknown)}; allowed are webhooks, requests")
        self._load(values)
        self._save()

    def clear(self) -> None:
        """Removes all faults."""
        self.webhooks, self.requests = [], []
        self._save()

    def as_json(self) -> dict[str, Any]:
        """Returns the active faults with their remaining counts."""
        return {
            "webhooks": [asdict(fault) for fault in self.webhooks],
            "requests": [asdict(fault) for fault in self.requests],
        }

    def for_event(self, event_type: str) -> list[WebhookFault]:
        """Returns all faults that apply to this event, and counts the event."""
        matching = [fault for fault in self.webhooks if fault.matches(event_type)]
        for fault in matching:
            self._count_use(fault)
        return matching

    def for_request(self, method: str, path: str) -> RequestFault | None:
        """Returns the first fault that applies to this request, if any, and counts the request."""
        matching = next((fault for fault in self.requests if fault.matches(method, path)), None)
        if matching:
            self._count_use(matching)
        return matching

    def _load(self, values: dict[str, Any]) -> None:
        webhooks, requests = values.get("webhooks"), values.get("requests")
        for name, faults in (("webhooks", webhooks), ("requests", requests)):
            if faults is not None and not isinstance(faults, list):
                raise FaultError(f"{name} must be a list of faults")
        webhook_faults = [WebhookFault.parse(fault) for fault in webhooks or ()]
        request_faults = [RequestFault.parse(fault) for fault in requests or ()]
        if webhooks is not None:
            self.webhooks = webhook_faults
        if requests is not None:
            self.requests = request_faults

    def _count_use(self, fault: WebhookFault | RequestFault) -> None:
        if fault.count is None:
            return
        fault.count -= 1
        self.webhooks = [fault for fault in self.webhooks if fault.count != 0]
        self.requests = [fault for fault in self.requests if fault.count != 0]
        self._save()

    def _save(self) -> None:
        self._store.set_setting(_SETTING, self.as_json())
