"""What a browser gets: the script, and leave for one origin to make the card form's calls."""

import re
from functools import cache
from pathlib import Path

from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_SCRIPTS = Path(__file__).parent / "browser"
# In the order of use; each file defines names that the later ones use.
_PARTS = ("card-rules.js", "card-style.js", "card-fields.js", "card-element.js", "challenge.js", "stripe.js")
_CALLS = re.compile(r"/v1/payment_methods|/v1/payment_intents/[^/]+(/confirm)?|/_standin/authentications")


@cache
def script() -> str:
    """Return the browser script: its parts in one strict scope of their own."""
    parts = [(_SCRIPTS / name).read_text(encoding="utf-8") for name in _PARTS]
    return "(() => {\n'use strict';\n" + "\n".join(parts) + "\n})();\n"


async def serve_script(request: Request) -> Response:
    """Answer with the browser script."""
    headers = {
        "Cache-Control": "no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(script(), headers=headers, media_type="text/javascript")


class BrowserCalls:
    """Lets pages of the given origins make the card form's calls, and no other."""

    def __init__(self, app: ASGIApp, origins: list[str]) -> None:
        self._app = app
        self._cors = CORSMiddleware(app, allow_origins=origins, allow_methods=["GET", "POST"], max_age=600)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer preflights and mark answers of the card form's calls."""
        browser = scope["type"] == "http" and _CALLS.fullmatch(scope["path"])
        await (self._cors if browser else self._app)(scope, receive, send)
