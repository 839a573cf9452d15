"""The browser script and the CORS rules for the API requests that it sends."""

import re
from functools import cache
from pathlib import Path

from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_SCRIPTS = Path(__file__).parent / "browser"
# In order of dependency: each file uses names that an earlier one defines.
_FILES = ("card-rules.js", "card-style.js", "card-fields.js", "card-element.js", "challenge.js", "stripe.js")
_BROWSER_PATHS = re.compile(r"/v1/payment_methods|/v1/payment_intents/[^/]+(/confirm)?|/_standin/authentications")


@cache
def script() -> str:
    """Returns the browser script: all files, concatenated inside one strict function scope."""
    sources = [(_SCRIPTS / name).read_text(encoding="utf-8") for name in _FILES]
    return "(() => {\n'use strict';\n" + "\n".join(sources) + "\n})();\n"


async def serve_script(request: Request) -> Response:
    """Responds with the browser script."""
    headers = {
        "Cache-Control": "no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(script(), headers=headers, media_type="text/javascript")


class BrowserCors:
    """Allows cross-origin requests from the given origins, for the paths that the browser script uses only."""

    def __init__(self, app: ASGIApp, origins: list[str]) -> None:
        self._app = app
        self._cors = CORSMiddleware(app, allow_origins=origins, allow_methods=["GET", "POST"], max_age=600)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Applies CORS to the browser paths and passes every other request through."""
        from_browser = scope["type"] == "http" and _BROWSER_PATHS.fullmatch(scope["path"])
        await (self._cors if from_browser else self._app)(scope, receive, send)
