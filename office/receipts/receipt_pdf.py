"""The page of the client says the same."""

from collections.abc import Iterator

from reportlab.platypus import Flowable

from accounts.models import User
from core.models import School
from core.names import shown_email
from core.site_time import day_text, days_text, site_day
from office.receipts.pdf import TITLE, dollars, pdf, table, text
from office.receipts.receipt import Receipt, ReceiptLine

NO_DAYS = "none"
WIDTHS = (5, 2, 2, 2, 2)


def receipt_pdf(receipt: Receipt) -> bytes:
    title = f"Receipt {receipt.number}"
    return pdf(title=title, author=receipt.school.name, content=list(_content(receipt, title)))


def school_text(school: School) -> str:
    return "\n".join(filter(None, [school.name, school.address, school.tax_id and f"Tax ID {school.tax_id}"]))


def family_text(account: User) -> str:
    return "\n".join(filter(None, [account.name, shown_email(account.email)]))


def _content(receipt: Receipt, title: str) -> Iterator[Flowable]:
    order = receipt.order
    yield text(title, TITLE)
    yield text(school_text(receipt.school))
    rows = {
        "Paid by": family_text(order.student),
        "Date": day_text(site_day(order.paid_at)) if order.paid_at else "",
        "Method": receipt.method_label,
        "Transaction": order.intent_id or "",
    }
    yield table([(term, value) for term, value in rows.items() if value], (1, 4), numbers=0)
    yield text("")
    headings = ("Class", "List price", "Discount", "Paid", "Refunded")
    totals = ("Total", "", "", dollars(receipt.total), dollars(receipt.refunded))
    yield table([headings, *map(_cells, receipt.lines), totals], WIDTHS, numbers=4)


def _cells(line: ReceiptLine) -> tuple[str, ...]:
    payment = line.payment
    what = f"{payment.class_name}\nfor {line.participant}\nDays of service: {days_text(line.days) or NO_DAYS}"
    if payment.is_returned_check:
        what += "\nCheck returned unpaid"
    return (what, dollars(payment.list_price), dollars(payment.discount), dollars(line.paid), dollars(line.refund))
