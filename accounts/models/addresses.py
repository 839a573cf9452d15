"""E-mail addresses and phone numbers of accounts, and how they are found.

An account that the office has created for a caller may have no e-mail address. Its row has a placeholder, which is
never shown and gets no e-mail (``mail.outbox``).
"""

import secrets

from django.contrib.postgres.search import SearchVector
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Right

from core.database.word_search import search_vector
from core.names import NO_EMAIL


def new_placeholder() -> str:
    """Random, because a predictable address could be registered in advance."""
    return f"{secrets.token_hex(8)}{NO_EMAIL}"


def name_and_email_vector() -> SearchVector:
    return search_vector("name", _replaced("email", f"^.*{NO_EMAIL}$", ""))


def phone_vector() -> SearchVector:
    """The digits as words: all, and without country code, area code and exchange; never the extension."""
    digits = _replaced("phone", "[xX#eE].*$|[^0-9]", "g")
    return SearchVector(digits, *(Right(digits, length) for length in (10, 7, 4)), config="simple")


def _replaced(column: str, pattern: str, flags: str) -> Func:
    arguments = (Value(pattern), Value(""), Value(flags))
    return Func(F(column), *arguments, function="regexp_replace", output_field=TextField())
