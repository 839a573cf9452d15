"""Rendering of e-mails: subject, plain text and HTML.

Each kind has two templates: ``mail/<kind>.txt``, whose first line is the subject, and ``mail/<kind>.html``. Upper apps
register functions that read further values from their tables when an e-mail is sent.
"""

import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template import Context
from django.template.loader import get_template

from core.models import School
from mail.facts import one_line, template_values
from mail.models import OutboxEmail

Attachment = tuple[str, bytes, str]
"""Name, content and media type."""

LINE_LENGTH = 76
INDENT = re.compile(r"- | *")


@dataclass(frozen=True)
class Details:
    context: Mapping[str, Any] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)


@dataclass(frozen=True)
class RenderedEmail:
    """``subject`` is one line without control characters. ``reply_to`` is the school's address."""

    subject: str
    text: str
    html: str
    attachments: list[Attachment]
    reply_to: str


DetailsFunction = Callable[[Mapping[str, Any], datetime], Details]

_details: dict[str, list[DetailsFunction]] = {}


def register_details(kind: OutboxEmail.Kind, function: DetailsFunction) -> None:
    """``render`` calls the function with the facts of each e-mail of this kind, and ``now``.

    Several apps may add to a kind.
    """
    _details.setdefault(kind, []).append(function)


def render(email: OutboxEmail, now: datetime) -> RenderedEmail:
    parts = [function(email.facts, now) for function in _details.get(email.kind, [])]
    context = {name: value for part in parts for name, value in part.context.items()}
    return render_with(email, Details(context, [each for part in parts for each in part.attachments]))


def render_with(email: OutboxEmail, details: Details) -> RenderedEmail:
    contact = School.current().contact
    values = {
        "kind": email.kind,
        # Somebody else may have registered an unverified address, and chosen the name.
        "name": _first_name(email.recipient.name) if email.recipient and email.recipient.has_proven_email else "",
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "contact": contact,
        **template_values(email.facts),
        **details.context,
        "attachments": details.attachments,
    }
    subject, text = _render_text(email.kind, values)
    html = _render_template(f"mail/{email.kind}.html", values | {"subject": subject}, is_html=True)
    return RenderedEmail(subject, text, html, details.attachments, contact["email"])


def _first_name(name: str) -> str:
    # A title, such as "Dr.", is no first name.
    full = one_line(name)
    first = full.partition(" ")[0]
    return full if first.endswith(".") else first


def _render_text(kind: str, values: dict[str, Any]) -> tuple[str, str]:
    rendered = _render_template(f"mail/{kind}.txt", values, is_html=False)
    subject, _, body = rendered.lstrip().partition("\n")
    lines = [wrapped for line in body.splitlines() for wrapped in _wrap(line)]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
    return one_line(subject), f"{text.strip()}\n"


def _wrap(line: str) -> list[str]:
    indent = INDENT.match(line)
    hanging = " " * len(indent[0] if indent else "")
    # A URL is never broken.
    options: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.wrap(line, LINE_LENGTH, subsequent_indent=hanging, **options) or [""]


def _render_template(name: str, values: dict[str, Any], *, is_html: bool) -> str:
    template: Any = get_template(name)  # render() of Django's wrapper always escapes
    rendered: str = template.template.render(Context(values, autoescape=is_html))
    return rendered
