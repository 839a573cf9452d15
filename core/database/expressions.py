from typing import Any

from django.db import connection
from django.db.models import DateTimeField, F, Func, QuerySet, Value
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


class CompiledOnce(Func):
    """What a query adds to the primary key of each row, for other queries of these rows.

    It is compiled here, and not in each query, which takes Django longer than PostgreSQL needs to execute it. It may
    use no other column of the row.
    """

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        compiler = rows.query.get_compiler(connection=connection)
        compiler.setup_query()
        (_, self.key, _), (added, self.compiled, _) = compiler.select
        super().__init__(F("pk"), output_field=added.output_field)

    def as_sql(self, compiler: Any, connection: Any, *args: Any, **extra: Any) -> Any:
        if compiler.compile(self.source_expressions[0]) != self.key:
            raise ValueError("In a subquery the table has another name.")
        return self.compiled
