from typing import Any

from django.db.models import DateTimeField, Value
from django.utils import timezone


class CurrentTime(Value):
    """The time at which the query is executed, by the server's clock.

    Django needs longer to build the query of a list than PostgreSQL needs to execute it. With a time of its own such a
    query would have to be built for each request.
    """

    def __init__(self) -> None:
        super().__init__(None, output_field=DateTimeField())

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        sql, parameters = Value(timezone.now(), DateTimeField()).as_sql(compiler, connection)
        return sql, tuple(parameters)
