"""Plans every statement that a test sends, and finds those that read all rows of a growing table."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from testing.bulk_data import TABLES, fill
from testing.servers.processes import wait_until

ROWS = 100_000
GROWING_TABLES = {
    *("accounts_user", "classes_enrollment", "classes_selection", "payments_payment", "payments_stripeevent"),
    *("accounts_child", "accounts_historicaluser", "accounts_historicalchild", "django_session"),
    *("mail_outboxemail", "payments_ledgerentry"),
    *("care_contact", "care_contactchild", "care_caresheet", "care_careread", "care_agreement", "care_presenceevent"),
}
PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE")


class Plans:
    """A database execute wrapper that records the sequentially scanned tables of each statement."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, set[str]]] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.lstrip("(").startswith(PLANNED):  # a UNION begins with parentheses
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                (plan,) = cursor.fetchone()[0]
            self.statements.append((sql, set(_scanned_tables(plan["Plan"]))))
        return execute(sql, params, many, context)

    def sequential_scans(self, allowed: Collection[str] = ()) -> list[str]:
        """Returns the statements that scan a growing table which is not in ``allowed``, with the tables' names."""
        return [f"{', '.join(tables)}: {sql}" for sql, tables in self.statements if tables - set(allowed)]


def _scanned_tables(plan: dict[str, Any]) -> Iterator[str]:
    if plan["Node Type"].endswith("Seq Scan") and plan["Relation Name"] in GROWING_TABLES:
        yield plan["Relation Name"]
    for part in plan.get("Plans", []):
        yield from _scanned_tables(part)


@contextmanager
def recorded_plans() -> Iterator[Plans]:
    """Records the plans of all statements in the block, and rolls the block back."""
    plans = Plans()
    with transaction.atomic(), connection.execute_wrapper(plans):
        yield plans
        transaction.set_rollback(True)


def fill_tables(cursor: Any) -> None:
    """Fills the tables and vacuums them, so that the planner can use index-only scans as on a production site."""
    cursor.execute("SET statement_timeout = 0")  # on a busy machine these take longer than a request may
    fill(cursor, classes=200, users=ROWS, payments=ROWS, selections=ROWS)
    wait_until(lambda: _vacuum(cursor))
    cursor.execute("RESET statement_timeout")


def _vacuum(cursor: Any) -> bool:
    """Returns whether VACUUM marked pages of every table as visible to all; an open transaction can prevent that."""
    cursor.execute("VACUUM ANALYZE")
    cursor.execute("SELECT bool_and(relallvisible > 0) FROM pg_class WHERE relname = ANY(%s)", [list(TABLES)])
    return bool(cursor.fetchone()[0])
