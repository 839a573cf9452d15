"""E-mail addresses and phone numbers of accounts, and how they are found.

An account that the office has created for a caller may have no e-mail address. Its row has a placeholder, which is
never shown and gets no e-mail (``mail.outbox``).
"""

import secrets

from django.contrib.postgres.search import SearchVector
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Replace, Right

from core.database.word_search import search_vector

NO_EMAIL = "@no-email.invalid"
"""The domain of a placeholder. No mail server can have it (RFC 2606), and nobody can verify such an address."""


def new_placeholder() -> str:
    """Returns a unique address for an account without one. It is random, so that nobody can register it in advance.

    It begins with zeros, so that no search for a name or a phone number finds it.
    """
    return f"00{secrets.token_hex(8)}{NO_EMAIL}"


def shown_email(email: str) -> str:
    """Returns the address, or "" for a placeholder."""
    return "" if email.endswith(NO_EMAIL) else email


def name_and_email_vector() -> SearchVector:
    return search_vector("name", Replace(F("email"), Value(NO_EMAIL), Value("")))


def phone_vector() -> SearchVector:
    """Returns the digits of the phone number as words: all, and without country code, area code and exchange."""
    digits = Func(
        F("phone"), Value("[^0-9]"), Value(""), Value("g"), function="regexp_replace", output_field=TextField()
    )
    return SearchVector(digits, *(Right(digits, length) for length in (10, 7, 4)), config="simple")
