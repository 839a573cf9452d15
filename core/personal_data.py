"""The table of personal data: what an app says, in its ``personal_data.py``, about each model with data of a person.

The export and the deletion of an account read it (docs/adr/0011). A test finds models that are missing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet

ALL = Q()
DELETED_NOTE = "This note was deleted with the personal data."


@dataclass(frozen=True, kw_only=True)
class PersonalRows:
    """Rows of a model that are about an account.

    - ``account``, ``child``: the lookups that find the rows. ``child`` is empty if deleting a child leaves these rows.
    - ``exported_as``: the name of their list in the export.
    - ``inside``: the model whose rows contain this list; None if it is at the top.
    - ``fields``: what the export shows of a row.
    - ``sources``: the attribute of a field that has another name.
    - ``deleted``: which rows are deleted with the account or the child.
    - ``replaced``: the new values in the other rows.
    - ``untouched``: the rows in which no value is replaced.
    - ``kept``: why the rest stays.
    """

    model: type[Model]
    account: str
    child: str = ""
    exported_as: str = ""
    inside: type[Model] | None = None
    fields: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = ("-pk",)
    query: Callable[[], QuerySet[Any]] | None = None
    deleted: Q | None = None
    replaced: Mapping[str, Any] = field(default_factory=dict)
    untouched: Q | None = None
    kept: str = ""

    def source(self, name: str) -> str:
        return self.sources.get(name, name)

    def of_account(self, account: Model) -> QuerySet[Any]:
        return self._rows().filter(**{self.account: account.pk})

    def of_child(self, child: Model) -> QuerySet[Any]:
        if not self.child:
            return self._rows().none()
        rows = self._rows().filter(**{self.child: child.pk})
        # An update of rows that are found in other tables would read the whole table.
        return self._rows().filter(pk__in=list(rows.values_list("pk", flat=True))) if "__" in self.child else rows

    def shown_to(self, account: Model) -> QuerySet[Any]:
        """Newest first, with the rows that ``fields`` read."""
        related = {source.rpartition(".")[0].replace(".", "__") for source in self.sources.values() if "." in source}
        rows = self.of_account(account).order_by(*self.order)
        return rows.select_related(*sorted(related)) if related else rows

    def delete(self, rows: QuerySet[Any]) -> None:
        """``rows``: of an account or a child. Empty texts are not replaced."""
        if self.deleted is not None:
            rows.filter(self.deleted).delete()
        if self.untouched is not None:
            rows = rows.exclude(self.untouched)
        for name, value in self.replaced.items():
            filled = rows.exclude(**{name: ""}) if isinstance(value, str) else rows
            filled.update(**{name: value})

    def _rows(self) -> QuerySet[Any]:
        return self.query() if self.query else self.model._default_manager.all()
