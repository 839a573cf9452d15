"""The failure to connect to PostgreSQL, in one line that names the setting."""

from typing import Any

from django.db import OperationalError, connections

NOT_NOW = ("starting up", "shutting down", "recovery mode", "too many", "connection slots", "terminating connection")
"""Words of PostgreSQL's refusals that end without a change of the settings."""


class NotConnected(OperationalError):
    """There is no connection. ``is_refused``: PostgreSQL has answered that this user, password or name never works."""

    def __init__(self, reason: str, *, database: dict[str, Any]) -> None:
        is_direct = database == connections.settings.get("direct")
        name = "DATABASE_DIRECT_URL" if is_direct else "DATABASE_URL"
        line = reason.partition("\n")[0]
        refusal = line.partition("FATAL:")[2].strip()
        self.is_refused = bool(refusal) and not any(word in refusal for word in NOT_NOW)
        if self.is_refused:
            answer = f"PostgreSQL refuses {name}"
        else:
            answer = "PostgreSQL accepts no connections now" if refusal else f"PostgreSQL does not answer at {name}"
        super().__init__(f"{answer}: {refusal or line}")
