"""The client's pages and what its first screen shares with them.

``make types`` writes ``client_pages.json`` from the client's page table. It is committed, so that the server also
starts without a built client.
"""

import json
from pathlib import Path

_data = json.loads((Path(__file__).parent / "client_pages.json").read_text())

ROUTES: dict[str, str] = _data["routes"]
"""The pages' routes and titles. The page of one class or instructor has its name as the title instead."""
LEADS: dict[str, str] = _data["leads"]
"""The line below the heading, by route."""
LINKS: list[tuple[str, str]] = _data["links"]
"""The address and text of the links in the navigation bar."""
PICTURE_SIZES: dict[str, str] = _data["pictureSizes"]
"""The ``sizes`` attribute of pictures. With another one than the client's, a browser would request a picture twice."""

DASHBOARD = "dashboard"

MOVED = {
    "dashboard/desk": "/dashboard",
    "dashboard/seasons": "/dashboard/manage-classes",
    "dashboard/seasons/<slug:season>": "/dashboard/manage-classes?season=%(season)s",
    "dashboard/overview": "/dashboard/money",
    "dashboard/reports": "/dashboard/money/books",
    "dashboard/vouchers": "/dashboard/money/codes",
    "dashboard/setup": "/dashboard/settings/check",
    "dashboard/agreement-texts": "/dashboard/settings/agreements",
    "dashboard/my-classes/<str:id>/roster": "/dashboard/classes/%(id)s",
    "dashboard/my-classes/<str:id>/care": "/dashboard/classes/%(id)s?tab=care",
}
"""The routes of former pages, which stand in e-mails and bookmarks, and the address of what replaced each."""


def is_public(route: str) -> bool:
    return route.split("/")[0] != DASHBOARD
