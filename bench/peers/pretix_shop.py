"""Creates the shop in pretix's database and prints its facts as JSON. Runs in the virtual environment of pretix."""

import json
import sys
from datetime import timedelta
from decimal import Decimal

import django

PRICE = Decimal("45.50")
SEATS = 100_000


def create_shop(items: int) -> dict[str, object]:
    """Returns the ids of the items, each with a quota of its own, and a token for the REST API."""
    from django.utils.timezone import now
    from pretix.base.models import Event, Organizer, Team  # type: ignore[import-not-found]

    organizer = Organizer.objects.create(name="Craft Camp", slug="camp")
    event = Event.objects.create(
        organizer=organizer,
        name="Summer",
        slug="summer",
        currency="USD",
        date_from=now() + timedelta(days=60),
        live=True,
        plugins="pretix.plugins.manualpayment",
    )
    event.settings.set("timezone", "UTC")
    event.settings.set("payment_manual__enabled", True)
    event.settings.set("payment_manual_public_name", "Invoice")
    event.settings.set("attendee_names_asked", False)
    ids = []
    for number in range(1, items + 1):
        item = event.items.create(name=f"Class {number}", default_price=PRICE, admission=True)
        event.quotas.create(name=f"Class {number}", size=SEATS).items.add(item)
        ids.append(item.pk)
    team = Team.objects.create(
        organizer=organizer, name="Office", all_events=True, all_event_permissions=True, all_organizer_permissions=True
    )
    return {"items": ids, "token": team.tokens.create(name="bench").token}


if __name__ == "__main__":
    django.setup()
    from django_scopes import scopes_disabled  # type: ignore[import-not-found]

    with scopes_disabled():
        print(json.dumps(create_shop(int(sys.argv[1]))))
