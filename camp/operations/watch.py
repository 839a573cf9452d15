"""The worker checks the set-up every four minutes, and tells the admins what became broken and what is well again.

A refused setting is told at once. Anything else may be a short outage, and is told if the next round finds it too: so
somebody knows within ten minutes. After a round without a problem ``PING_URL`` is requested: the uptime service behind
it tells somebody if the rounds end, because the worker, the mail server or the whole machine is down.
"""

import logging
from collections.abc import Iterable
from datetime import datetime

import requests
from django.conf import settings
from django.db import transaction

from camp.operations.doctor import BROKEN, Finding, diagnose
from core.models import SiteProblem
from mail import alerts
from mail.models import Alert

logger = logging.getLogger(__name__)

PING_TIMEOUT_SECONDS = 10
PATH = "/dashboard/settings/check"


def watch(*, now: datetime) -> None:
    broken = [each for each in diagnose(is_running=True) if each.state == BROKEN]
    record(broken, now=now)
    if not broken:
        _ping()


@transaction.atomic
def record(broken: Iterable[Finding], *, now: datetime) -> None:
    findings = {each.what: each for each in broken}
    known = {row.what: row for row in SiteProblem.objects.select_for_update()}
    ended = [row for what, row in known.items() if what not in findings]
    SiteProblem.objects.filter(pk__in=[row.pk for row in ended]).delete()
    started = []
    for what, finding in findings.items():
        row = known.get(what) or SiteProblem(what=what, since=now)
        row.todo = finding.todo
        if row.told_at is None and (finding.is_refused or row.since < now):
            row.told_at = now
            started.append({"what": what, "todo": finding.todo})
        row.save()
    well = [row.what for row in ended if row.told_at]
    if started or well:
        facts = {"broken": started, "well": well, "path": PATH}
        alerts.put(Alert.Kind.SITE_CHECK, about=now.isoformat(), facts=facts, now=now)


def _ping() -> None:
    if not settings.PING_URL:
        return
    try:
        requests.get(settings.PING_URL, timeout=PING_TIMEOUT_SECONDS).raise_for_status()
    except requests.RequestException as error:
        logger.warning("the uptime service did not accept the ping (%s)", type(error).__name__)
