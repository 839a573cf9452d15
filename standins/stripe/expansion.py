"""`expand[]`: identifiers in an answer replaced by the objects that they name."""

import json
from typing import Any

from standins.stripe.errors import invalid_parameter
from standins.stripe.parameters import Params
from standins.stripe.store import Store

Object = dict[str, Any]

_MAX_DEPTH = 4
_EXPANDABLE = {
    "payment_intent": {"latest_charge", "payment_method", "customer", "review", "on_behalf_of"},
    "charge": {"payment_intent", "customer", "balance_transaction", "refunds", "review"},
    "refund": {"charge", "payment_intent", "payment_method", "balance_transaction"},
    "payment_method": {"customer"},
    "dispute": {"charge", "payment_intent"},
}


def expand(store: Store, params: Params, answer: Object) -> Object:
    """Return the answer with what `expand` names put in. Raises StripeError if it cannot be."""
    wanted = params.get("expand", [])
    if not isinstance(wanted, list) or not all(isinstance(path, str) for path in wanted):
        raise invalid_parameter("Invalid array", "expand")
    for path in wanted:
        parts = path.split(".")
        if len(parts) > _MAX_DEPTH:
            raise invalid_parameter(
                f"You cannot expand more than {_MAX_DEPTH} levels of a property (property: {path}).",
                "expand",
            )
        _expand(store, answer, parts, path)
    return answer


def _expand(store: Store, node: Object, parts: list[str], path: str) -> None:
    name, rest = parts[0], parts[1:]
    if node.get("object") == "list":
        items = node["data"] if name == "data" and rest else _refuse(path)
        for item in items:
            _expand(store, item, rest, path)
        return
    if name not in _EXPANDABLE.get(str(node.get("object")), set()):
        _refuse(path)
    node[name] = _named(store, node, name)
    if rest and isinstance(node[name], dict):
        _expand(store, node[name], rest, path)


def _named(store: Store, node: Object, name: str) -> Any:
    if name == "refunds":
        return refunds_of(store, node["id"])
    value = node[name]
    return store.find_any(value) or value if isinstance(value, str) else value


def _refuse(path: str) -> Any:
    raise invalid_parameter(
        f"This property cannot be expanded ({path}). You may want to try expanding another property.",
        "expand",
    )


def refunds_of(store: Store, charge: str) -> Object:
    """Return the list object of a charge's refunds, newest first."""
    rows = store.db.execute(
        "SELECT body FROM objects WHERE kind = 'refund' AND charge = ? ORDER BY seq DESC",
        (charge,),
    ).fetchall()
    return {
        "object": "list",
        "data": [json.loads(row[0]) for row in rows],
        "has_more": False,
        "url": f"/v1/charges/{charge}/refunds",
    }
