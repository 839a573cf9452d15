"""Refusals: what the domain raises when a rule stands against a request."""

from typing import ClassVar


class DomainError(Exception):
    """A rule that refuses, told in words a person can act on.

    Subclasses stand beside the function that raises them and name the refusal (``ClassFull``). ``code`` is for
    programs, ``message`` for people, ``status`` the HTTP status, ``retry_after`` the seconds after which trying
    again makes sense, ``fields`` the inputs to blame.
    """

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
    message: str = "This cannot be done."
    retry_after: int | None = None

    def __init__(self, message: str | None = None, *, fields: dict[str, list[str]] | None = None) -> None:
        if message is not None:
            self.message = message
        self.fields = fields
        super().__init__(self.message)


class ProviderUnavailable(DomainError):
    """A provider (identity, cards, pictures) is slow, down or answers nonsense; nothing was lost, try again."""

    code = "provider_unavailable"
    status = 503
    message = "A service that we depend on does not answer just now. Nothing was lost; please try again in a moment."
    retry_after = 5


class NotFound(DomainError):
    """No such thing, or not this person's to know of."""

    code = "not_found"
    status = 404
    message = "There is no such thing here."
