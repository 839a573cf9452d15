"""Finding rows by how their words begin, out of an index: "kes" and "ada k" find Ada Kessler, "camp" her address.

PostgreSQL's own full-text search, without a language: no word is left out and none is cut. Its parser would keep an
address, a name of a host or a tag in one piece, so what holds them together is taken out first, in the column and in
what is looked for.
"""

import re

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import F, Func, TextField, Value

BINDS = "@._-+/~<>&:"
APART = re.compile(r"[\s!-/:-@\[-`{-~]+")
"""White space and every sign of ASCII: what is left needs no quoting inside a query."""


def words_of(*columns: str) -> SearchVector:
    """The words of these columns, for an index and for a filter alike: only where both are the same it is used."""
    spaces = Value(" " * len(BINDS))
    loose = [Func(F(name), Value(BINDS), spaces, function="translate", output_field=TextField()) for name in columns]
    return SearchVector(*loose, config="simple")


def beginning_as(text: str) -> SearchQuery | None:
    """A query for rows that have a word beginning as each word of the text does; None where it has no word."""
    words = [word for word in APART.split(text) if word]
    if not words:
        return None
    return SearchQuery(" & ".join(f"'{word}':*" for word in words), config="simple", search_type="raw")
