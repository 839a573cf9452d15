"""The `expand[]` parameter: replaces ids in a response by the objects that they identify."""

import json
from typing import Any

from standins.stripe.errors import StripeError, invalid_parameter
from standins.stripe.listing import list_object
from standins.stripe.parameters import Params
from standins.stripe.store import Object, Store

_MAX_DEPTH = 4
_EXPANDABLE = {
    "payment_intent": {"latest_charge", "payment_method", "customer", "review", "on_behalf_of"},
    "charge": {"payment_intent", "customer", "balance_transaction", "refunds", "review"},
    "refund": {"charge", "payment_intent", "payment_method", "balance_transaction"},
    "payment_method": {"customer"},
    "dispute": {"charge", "payment_intent"},
}


def expand(store: Store, params: Params, response: Object) -> Object:
    """Expands the `expand[]` paths in the response. Raises StripeError for a path that cannot be expanded."""
    paths = params.get("expand", [])
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise invalid_parameter("Invalid array", "expand")
    for path in paths:
        names = path.split(".")
        if len(names) > _MAX_DEPTH:
            raise invalid_parameter(
                f"You cannot expand more than {_MAX_DEPTH} levels of a property (property: {path}).",
                "expand",
            )
        _expand(store, response, names, path)
    return response


def _expand(store: Store, node: Object, names: list[str], path: str) -> None:
    name, rest = names[0], names[1:]
    if node.get("object") == "list":
        if name != "data" or not rest:
            raise _not_expandable(path)
        for item in node["data"]:
            _expand(store, item, rest, path)
        return
    if name not in _EXPANDABLE.get(str(node.get("object")), set()):
        raise _not_expandable(path)
    node[name] = _expanded(store, node, name)
    if rest and isinstance(node[name], dict):
        _expand(store, node[name], rest, path)


def _expanded(store: Store, node: Object, name: str) -> Any:
    if name == "refunds":
        return _refunds_of_charge(store, node["id"])
    value = node[name]
    return store.find_any(value) or value if isinstance(value, str) else value


def _not_expandable(path: str) -> StripeError:
    return invalid_parameter(
        f"This property cannot be expanded ({path}). You may want to try expanding another property.",
        "expand",
    )


def _refunds_of_charge(store: Store, charge: str) -> Object:
    rows = store.db.execute(
        "SELECT body FROM objects WHERE kind = 'refund' AND charge = ? ORDER BY seq DESC", (charge,)
    ).fetchall()
    return list_object(f"/v1/charges/{charge}/refunds", [json.loads(row[0]) for row in rows], has_more=False)
