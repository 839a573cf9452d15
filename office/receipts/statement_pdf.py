"""The page of the client says the same."""

from collections.abc import Iterator

from django.conf import settings
from reportlab.platypus import Flowable

from core.site_time import day_text, days_text, site_day
from office.receipts.pdf import HEADING, TITLE, dollars, pdf, table, text
from office.receipts.receipt_pdf import family_text, school_text
from office.receipts.statement import ParticipantYear, Statement, what
from payments.models import LedgerEntry

ASK = "This statement names no tax ID of the school. If you need one to claim what you paid, please ask {email}."


def statement_pdf(statement: Statement) -> bytes:
    title = f"Tax statement {statement.year}"
    return pdf(title=title, author=settings.SITE_NAME, content=list(_content(statement, title)))


def _content(statement: Statement, title: str) -> Iterator[Flowable]:
    yield text(title, TITLE)
    yield text(family_text(statement.user))
    yield text("Care provider", HEADING)
    provider = statement.provider
    yield text(school_text(provider) if provider else ASK.format(email=statement.school.contact["email"]))
    for participant in statement.participants:
        yield from _participant(participant)
    yield text("All payments and refunds", HEADING)
    rows = [*map(_entry, statement.entries), ("Total paid", "", "", dollars(statement.paid))]
    rows.append(("Total refunded", "", "", dollars(statement.refunded)))
    yield table([("Date", "What", "Class", "Amount"), *rows], (2, 3, 4, 2))


def _participant(participant: ParticipantYear) -> Iterator[Flowable]:
    yield text(participant.name, HEADING)
    yield text(f"Paid {dollars(participant.paid)}, refunded {dollars(participant.refunded)}")
    rows = [(each.name, days_text(each.days)) for each in participant.classes]
    if rows:
        yield table([("Class", "Days of service"), *rows], (2, 5), numbers=0)


def _entry(entry: LedgerEntry) -> tuple[str, ...]:
    name = "" if entry.camp_class is None else entry.camp_class.name
    return (day_text(site_day(entry.happened_at)), what(entry), name, dollars(entry.amount))
