"""Search for rows by word prefixes, in an index: "kes" and "ada k" find Ada Kessler, "camp" her e-mail address.

Accents and apostrophes make no difference: "jose" finds José, "obrien" and "brien" find O'Brien.

Uses PostgreSQL's full-text search with the configuration ``simple``, which drops and stems no words. PostgreSQL's
parser would keep an address, a host name or a tag as one word, so separators are replaced by spaces before.
"""

import re

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Expression

from core.database.folding import Fold
from core.names import APOSTROPHES, fold
from core.pasted import fold_search

SEPARATORS = "@._-+/~<>&:"
NON_WORD = re.compile(r"[\s!-/:-@\[-`{-~]+")
"""White space and ASCII punctuation: the rest needs no quoting inside a query."""


def search_vector(*columns: str | Expression) -> SearchVector:
    """PostgreSQL uses the index only if index and filter have the same vector."""
    # With the apostrophes removed, and as the spaces between two words.
    ways = (SEPARATORS, SEPARATORS + APOSTROPHES)
    return SearchVector(*(Fold(name, separators) for name in columns for separators in ways), config="simple")


def prefix_query(text: str) -> SearchQuery | None:
    """Rows match that have, for each word of the text, a word that begins with it. None if the text has no word."""
    words = [word for word in NON_WORD.split(fold(fold_search(text))) if word]
    if not words:
        return None
    return SearchQuery(" & ".join(f"'{word}':*" for word in words), config="simple", search_type="raw")
