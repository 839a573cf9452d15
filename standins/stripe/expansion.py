"""The `expand[]` parameter, for the charge of a payment intent and the refunds of a charge."""

import json

from standins.stripe.errors import invalid_parameter
from standins.stripe.listing import list_object
from standins.stripe.parameters import Params
from standins.stripe.store import Object, Store

_EXPANDABLE = {("payment_intent", "latest_charge"), ("charge", "refunds")}


def expand(store: Store, params: Params, response: Object) -> Object:
    """Expands the `expand[]` paths in the response. Raises StripeError for a path that cannot be expanded."""
    paths = params.get("expand", [])
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise invalid_parameter("Invalid array", "expand")
    for path in paths:
        _expand(store, response, path.split("."), path)
    return response


def _expand(store: Store, node: Object, names: list[str], path: str) -> None:
    name, *rest = names
    if (node.get("object"), name) not in _EXPANDABLE:
        raise invalid_parameter(
            f"This property cannot be expanded ({path}). You may want to try expanding another property.",
            "expand",
        )
    if name == "refunds":
        node[name] = _refunds_of_charge(store, node["id"])
    elif isinstance(node[name], str):
        node[name] = store.find("charge", node[name])
    if rest and node[name]:
        _expand(store, node[name], rest, path)


def _refunds_of_charge(store: Store, charge: str) -> Object:
    rows = store.db.execute(
        "SELECT body FROM objects WHERE kind = 'refund' AND charge = ? ORDER BY seq DESC", (charge,)
    ).fetchall()
    return list_object(f"/v1/charges/{charge}/refunds", [json.loads(row[0]) for row in rows], has_more=False)
