"""When an account can book the classes of a season. See docs/adr/0029."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.models import User
from classes.models import Opening, is_returning_family
from core.errors import DomainError
from core.site_time import site_day
from mail.templatetags.email_formats import moment


class NotOpenYet(DomainError):
    """``opens_at``: from when the account can book; None if the season is only announced."""

    code = "not_open_yet"
    message = "Registration for this class hasn't opened yet, and we don't know the day yet."

    def __init__(self, opens_at: datetime | None) -> None:
        super().__init__(f"Registration for this class opens on {moment(opens_at)}." if opens_at else None)
        self.details = {"opens_at": opens_at}


@dataclass
class Family:
    account: User
    now: datetime

    @cached_property
    def is_returning(self) -> bool:
        return User.objects.filter(is_returning_family(site_day(self.now)), pk=self.account.pk).exists()

    def refuse_unless_open(self, opening: Opening | None) -> None:
        """``opening``: when the class's season opens; None if the class has no season."""
        if opening is None or opening.is_open(self.now):
            return
        # Looks for former seats only if the answer depends on them.
        opens_at = opening.opens_for(is_returning=opening.depends_on_family(self.now) and self.is_returning)
        if opens_at is None or opens_at > self.now:
            raise NotOpenYet(opens_at)
