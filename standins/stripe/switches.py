"""Switches for tests and for people: what goes wrong with webhooks and with requests, how often."""

from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any, Self

from standins.stripe.store import Store

WEBHOOK_ACTIONS = ("drop", "delay", "duplicate", "reorder")
REQUEST_FAULTS = ("fail", "timeout", "lose_answer", "delay")
FAIL_STATUSES = (429, 500, 502, 503)
_MAX_SECONDS = 3_600.0
_MAX_COPIES = 20
_MAX_COUNT = 1_000_000
_SETTING = "switches"


class SwitchError(ValueError):
    """A switch that does not exist or is set to what it cannot be; says which and why."""


def _number(given: dict[str, Any], name: str, default: float, highest: float) -> float:
    value = given.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise SwitchError(f"{name} must be a number from 0 to {highest:g}, not {value!r}")
    return float(value)


def _count(given: dict[str, Any], default: int | None) -> int | None:
    value = given.get("count", default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MAX_COUNT:
        raise SwitchError(f"count must be a whole number from 1, or null for ever, not {value!r}")
    return value


def _choice(given: dict[str, Any], name: str, allowed: tuple[Any, ...], default: Any = None) -> Any:
    value = given.get(name, default)
    if value not in allowed:
        raise SwitchError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def _pattern(given: dict[str, Any], name: str, default: str) -> str:
    value = given.get(name, default)
    if not isinstance(value, str) or not value:
        raise SwitchError(f"{name} must be text, not {value!r}")
    return value


def _check_names(given: Any, known: tuple[str, ...]) -> None:
    if not isinstance(given, dict):
        raise SwitchError(f"a switch must be an object, not {given!r}")
    if strange := [name for name in given if name not in known]:
        raise SwitchError(f"a switch has no {', '.join(strange)}; it has {', '.join(known)}")


@dataclass
class WebhookSwitch:
    """What happens to the webhooks of some event types, for the next `count` of them."""

    action: str
    events: str
    count: int | None
    seconds: float
    copies: int

    @classmethod
    def read(cls, given: Any) -> Self:
        """Return the switch that a person describes. Raises SwitchError."""
        _check_names(given, ("action", "events", "count", "seconds", "copies"))
        return cls(
            action=_choice(given, "action", WEBHOOK_ACTIONS),
            events=_pattern(given, "events", "*"),
            count=_count(given, None),
            seconds=_number(given, "seconds", 1.0, _MAX_SECONDS),
            copies=int(_number(given, "copies", 1, _MAX_COPIES)),
        )

    def concerns(self, kind: str) -> bool:
        """Say whether the switch is about this event type."""
        return fnmatchcase(kind, self.events)


@dataclass
class RequestSwitch:
    """What happens to the next `count` requests to some paths."""

    fault: str
    method: str
    path: str
    count: int | None
    seconds: float
    status: int

    @classmethod
    def read(cls, given: Any) -> Self:
        """Return the switch that a person describes. Raises SwitchError."""
        _check_names(given, ("fault", "method", "path", "count", "seconds", "status"))
        fault = _choice(given, "fault", REQUEST_FAULTS)
        return cls(
            fault=fault,
            method=_choice(given, "method", ("*", "GET", "POST"), "*"),
            path=_pattern(given, "path", "/v1/*"),
            count=_count(given, 1),
            seconds=_number(given, "seconds", 120.0 if fault == "timeout" else 1.0, _MAX_SECONDS),
            status=_choice(given, "status", FAIL_STATUSES, 500),
        )

    def concerns(self, method: str, path: str) -> bool:
        """Say whether the switch is about this request."""
        return self.method in ("*", method) and fnmatchcase(path, self.path)


class Switches:
    """All switches that are set; they survive a restart and count down as they act."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.webhooks: list[WebhookSwitch] = []
        self.requests: list[RequestSwitch] = []
        self._read(store.setting(_SETTING) or {})

    def set(self, given: Any) -> None:
        """Replace the lists that are given. Raises SwitchError and changes nothing if one is wrong."""
        if not isinstance(given, dict):
            raise SwitchError("switches must be an object with webhooks and requests")
        if strange := [name for name in given if name not in ("webhooks", "requests")]:
            raise SwitchError(f"there are no switches called {', '.join(strange)}")
        self._read(given)
        self._save()

    def clear(self) -> None:
        """Set everything back to normal."""
        self.webhooks, self.requests = [], []
        self._save()

    def shown(self) -> dict[str, Any]:
        """Return the switches as they stand, counts as far as they have counted down."""
        return {
            "webhooks": [asdict(switch) for switch in self.webhooks],
            "requests": [asdict(switch) for switch in self.requests],
        }

    def for_event(self, kind: str) -> list[WebhookSwitch]:
        """Return what is to happen to this event's webhook, and count it."""
        acting = [switch for switch in self.webhooks if switch.concerns(kind)]
        for switch in acting:
            self._used(switch)
        return acting

    def for_request(self, method: str, path: str) -> RequestSwitch | None:
        """Return what is to happen to this request, if anything, and count it."""
        acting = next((one for one in self.requests if one.concerns(method, path)), None)
        if acting:
            self._used(acting)
        return acting

    def _read(self, given: dict[str, Any]) -> None:
        webhooks, requests = given.get("webhooks"), given.get("requests")
        for name, switches in (("webhooks", webhooks), ("requests", requests)):
            if switches is not None and not isinstance(switches, list):
                raise SwitchError(f"{name} must be a list of switches")
        read_webhooks = [WebhookSwitch.read(one) for one in webhooks or ()]
        read_requests = [RequestSwitch.read(one) for one in requests or ()]
        if webhooks is not None:
            self.webhooks = read_webhooks
        if requests is not None:
            self.requests = read_requests

    def _used(self, switch: WebhookSwitch | RequestSwitch) -> None:
        if switch.count is None:
            return
        switch.count -= 1
        self.webhooks = [one for one in self.webhooks if one.count != 0]
        self.requests = [one for one in self.requests if one.count != 0]
        self._save()

    def _save(self) -> None:
        self._store.set_setting(_SETTING, self.shown())
