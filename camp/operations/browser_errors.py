"""Receives errors of browsers: those that the client reports, and violations of the Content-Security-Policy.

They are logged at level ``error``, and therefore also reported to Sentry if it is configured.
"""

import logging
import re
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from camp.settings.security import origin
from core.api.base import StrictJSONParser, validated
from core.api.serializers import CampSerializer
from core.observability.redaction import AT, REDACTED, redact

logger = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 * 1024
MAX_MESSAGE, MAX_STACK, MAX_PAGE = 1000, 4000, 2000

QUERY = re.compile(r"""\?[^\s)"']+|#[^\s)"'#=]*=[^\s)"']*""")
"""A query or a fragment with parameters, which can contain codes and tokens."""

QUOTED = re.compile(r"""'[^'\n]*'|"[^"\n]*"|`[^`\n]*`|“[^”\n]*”""")
IDENTIFIER = re.compile(r"[a-z_$][\w$.\[\]-]{0,60}", re.ASCII)
NAMES = re.compile(r"\b(?:[A-ZÀ-Þ][a-zß-ÿ'\u2019-]+ ){1,3}[A-ZÀ-Þ][a-zß-ÿ'\u2019-]+\b")
"""Several words with capital letters: the name of a person or a street."""
LOCAL_EMAIL = re.compile(rf"[\w.+-]{{1,64}}{AT}[\w-]{{1,63}}(?![\w:-])")
"""An e-mail address without a domain. With a colon behind, it is a line of Firefox's stack: ``function@https://...``"""
PHONE = re.compile(r"(?<![\w./-])(?<!\d:)\+?\(?\d(?:[ \t\u00a0().\u2010-\u2013/-]{0,3}\d){6,14}(?!\w)")
"""Seven digits or more, with what people write between them; not the column in ``main.js:2:1234567``."""


def log_error(*, kind: str, message: str, stack: str, page: str) -> None:
    """Without personal data. ``page`` is a path or a URL, of which the route is logged."""
    text = _without_personal_data(f"browser, {kind}: {message}")
    logger.error(text, extra={"page": _route_of(page), "trace": _without_personal_data(stack)})


def _without_personal_data(text: str) -> str:
    text = redact(NAMES.sub("…", QUOTED.sub(_quoted_identifier, QUERY.sub("", text))))
    for pattern in (LOCAL_EMAIL, PHONE):
        text = pattern.sub(REDACTED, text)
    return text


def _quoted_identifier(quoted: re.Match[str]) -> str:
    # All but a name of the program may be what a user typed.
    return quoted[0] if IDENTIFIER.fullmatch(quoted[0][1:-1]) else f"{quoted[0][0]}…{quoted[0][-1]}"


def _route_of(page: str) -> str:
    try:
        return f"/{resolve(urlsplit(page).path).route}"
    except (Resolver404, ValueError):
        return "-"


class BrowserErrorInput(CampSerializer):
    """An error of the client."""

    kind = serializers.ChoiceField(["error", "rejection", "render", "violation"])
    message = serializers.CharField(max_length=MAX_MESSAGE)
    stack = serializers.CharField(max_length=MAX_STACK, allow_blank=True, default="")
    page = serializers.CharField(max_length=MAX_PAGE)


class ErrorParser(StrictJSONParser):
    max_bytes = MAX_BODY_BYTES


class ViolationParser(ErrorParser):
    """Parses a browser's report as a ``BrowserErrorInput``: https://www.w3.org/TR/CSP3/#reporting"""

    media_type = "application/csp-report"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> dict[str, str]:
        body = super().parse(stream, media_type, parser_context)
        report = body.get("csp-report") if isinstance(body, dict) else None
        if not isinstance(report, dict):
            raise ParseError("The body is not a report of a violation.")
        directive = report.get("effective-directive") or report.get("violated-directive")
        blocked = str(report.get("blocked-uri", ""))
        return {
            "kind": "violation",
            "message": f"{directive} blocked {origin(blocked) if '//' in blocked else blocked}"[:MAX_MESSAGE],
            "stack": f"{QUERY.sub('', str(report.get('source-file', '')))}:{report.get('line-number', '')}"[:MAX_STACK],
            "page": str(report.get("document-uri", ""))[:MAX_PAGE],
        }


class BrowserErrorsView(APIView):
    authentication_classes = []
    permission_classes = [AllowAny]
    parser_classes = [ErrorParser, ViolationParser]
    throttle_scopes = {"POST": "browser-error"}

    @extend_schema(
        operation_id="reportBrowserError",
        tags=["site"],
        request={"application/json": BrowserErrorInput, "application/csp-report": OpenApiTypes.OBJECT},
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """Report an error of the client, or a violation of the Content-Security-Policy as browsers send it."""
        log_error(**validated(BrowserErrorInput, request.data))
        return Response(status=204)
