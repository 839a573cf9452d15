from csp.decorators import csp_replace
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from mail.rendering import RenderedEmail
from mail.samples import SAMPLES

POLICY = {"script-src": ["'none'"], "style-src": ["'unsafe-inline'"]}
"""Mail programs load no style sheets, so an e-mail contains its styles. See docs/adr/0009."""


def index(request: HttpRequest) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": "Preview of the e-mails",
        "samples": [(name, sample, sample.render()) for name, sample in SAMPLES.items()],
    }
    return TemplateResponse(request, "admin/mail/preview.html", context)


@csp_replace(POLICY)  # type: ignore[arg-type]  # typed for views without parameters
def html(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(_rendered(name).html)


def text(request: HttpRequest, name: str) -> HttpResponse:
    email = _rendered(name)
    attached = "".join(f"Attached: {attachment}\n" for attachment, _, _ in email.attachments)
    content = f"Subject: {email.subject}\n{attached}\n{email.text}"
    return HttpResponse(content, content_type="text/plain; charset=utf-8")


def _rendered(name: str) -> RenderedEmail:
    if name not in SAMPLES:
        raise Http404
    return SAMPLES[name].render()
