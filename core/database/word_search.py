"""Search for rows by word prefixes, in an index: "kes" and "ada k" find Ada Kessler, "camp" her e-mail address.

Uses PostgreSQL's full-text search with the configuration ``simple``, which drops and stems no words. PostgreSQL's
parser would keep an address, a host name or a tag as one word, so separators are replaced by spaces before.
"""

import re

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import F, Func, TextField, Value

SEPARATORS = "@._-+/~<>&:"
NON_WORD = re.compile(r"[\s!-/:-@\[-`{-~]+")
"""White space and ASCII punctuation: the rest needs no quoting inside a query."""


def search_vector(*columns: str) -> SearchVector:
    """Returns the words of these columns. PostgreSQL uses the index only if index and filter have the same vector."""
    spaces = Value(" " * len(SEPARATORS))
    separated = [
        Func(F(name), Value(SEPARATORS), spaces, function="translate", output_field=TextField()) for name in columns
    ]
    return SearchVector(*separated, config="simple")


def prefix_query(text: str) -> SearchQuery | None:
    """Returns a query for rows that have, for each word of the text, a word that begins with it.

    None if the text has no word.
    """
    words = [word for word in NON_WORD.split(text) if word]
    if not words:
        return None
    return SearchQuery(" & ".join(f"'{word}':*" for word in words), config="simple", search_type="raw")
