"""Text in the database without accents and apostrophes, for searching and sorting.

The extension ``unaccent`` and ICU collations would do more, but not every PostgreSQL has them (see ADR 14). These
functions are part of each PostgreSQL, immutable, and independent of the locale of the database.
"""

from typing import Any

from django.db.models import Expression, F, Func, TextField
from django.db.models.functions import Collate, Lower

from core.names import APOSTROPHES, LETTERS, LIGATURES, MARKS


class Fold(Func):
    """What ``core.names.fold`` does. Replaces the characters of ``separators`` by spaces before it."""

    output_field = TextField()

    def __init__(self, column: str | Expression, separators: str = "") -> None:
        super().__init__(F(column) if isinstance(column, str) else column)
        self.separators = separators

    def as_sql(self, compiler: Any, connection: Any, *args: Any, **extra: Any) -> Any:
        column, parameters = compiler.compile(self.source_expressions[0])
        letters, plain = LETTERS
        separators = "".join(sorted(self.separators))
        # PostgreSQL's translate() removes what has no counterpart: the apostrophes that are no separators.
        found = separators + "".join(each for each in APOSTROPHES if each not in separators)
        sql = f"normalize(translate({column}, {_literal(found)}, {_literal(' ' * len(separators))}), NFKD)"
        sql = f"translate(regexp_replace({sql}, '[{MARKS}]', '', 'g'), {_literal(letters)}, {_literal(plain)})"
        for letter, both in LIGATURES.items():
            sql = f"replace({sql}, '{letter}', '{both}')"
        return sql, parameters


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def name_order(column: str) -> Collate:
    """Without capitals and accents, in any database."""
    return Collate(Lower(Fold(column)), "C")
