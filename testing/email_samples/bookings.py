from typing import Any

from mail.facts import template_values
from mail.models import OutboxEmail
from mail.rendering import Details
from payments.emails.outgoing import returned_check
from testing.email_samples.sample import DISCOUNT, FIRST_START, OFFER_END, SCHEDULE, Sample, about

Kind = OutboxEmail.Kind

NOTE = "The first lesson was rained out."


def _line(name: str, class_id: int, child: str, price: str) -> dict[str, Any]:
    return {"class": name, "class_id": class_id, "child": child, "price": price, "enrollment": class_id}


def _booked(variant: str, amount: str, *lines: dict[str, Any], instead_of: str = "") -> Sample:
    seats = [
        line | {"schedule": SCHEDULE | {"days": f"Jul {5 + number} \u2013 {9 + number}, 2027 (5 days)"}}
        for number, line in enumerate(template_values(list(lines)))
    ]
    lacking = [line["child"] for line in lines if line["child"]]
    calendar = ("lessons.ics", b"", "text/calendar")
    return Sample(
        Kind.BOOKED,
        variant,
        {
            "order": "5a6c1f52-8a0b-4a52-9f0e-0d1a9a1f7d11",
            "amount": amount,
            "lines": list(lines),
            "instead_of": instead_of,
        },
        Details({"lines": seats, "lacking": lacking}, [calendar]),
    )


def _moved(variant: str, child: str = "", **facts: Any) -> Sample:
    default = {"former": "Wood carving", "reason": NOTE, "price": "45.50", "amount": "0.00"}
    calendar = ("lessons.ics", b"", "text/calendar")
    return Sample(Kind.MOVED, variant, about(child, **default | facts), Details({"first": FIRST_START}, [calendar]))


def _seat(child: str, **facts: Any) -> dict[str, Any]:
    return about(child, price="45.50", note=NOTE, seat_released=False, paid_back="0.00") | facts


def _check_returned(variant: str, *lines: dict[str, Any]) -> Sample:
    facts = {"lines": list(lines)}
    return Sample(Kind.CHECK_RETURNED, variant, facts, returned_check(facts, OFFER_END))


BOOKINGS: dict[str, Sample] = {
    "booked": _booked("for the reader", "45.50", _line("Clay for beginners", 1, "", "45.50")),
    "booked-child": _booked("for a child", "45.50", _line("Clay for beginners", 1, "Mia", "45.50")),
    "booked-instead": _booked(
        "corrects an earlier email", "45.50", _line("Clay", 1, "", "45.50"), instead_of="Wood carving"
    ),
    "booked-discounts": _booked(
        "an early price, and a seat that a code makes free",
        "36.40",
        _line("Clay for beginners", 1, "Mia", "36.40") | DISCOUNT,
        _line("Open workshop", 2, "Leo", "0.00")
        | {"list_price": "20.00", "discount": "20.00", "discount_text": "100% off with a code"},
    ),
    "booked-free": _booked("free", "0.00", _line("Open workshop", 2, "Mia", "0.00")),
    "booked-several": _booked(
        "several seats",
        "1119.50",
        _line("Clay for beginners", 1, "Mia", "45.50"),
        _line("Glass fusing", 3, "", "1074.00"),
        _line("Open workshop", 2, "Leo", "0.00"),
    ),
    "late-seat-gone": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "the class is full", about("Mia", amount="45.50", reason="class_full")
    ),
    "late-not-bookable": Sample(
        Kind.LATE_PAYMENT_REFUNDED,
        "another class was confirmed",
        about("Mia", amount="45.50", reason="not_bookable", instead_of="Wood Toys"),
    ),
    "late-already-enrolled": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "paid twice", about("Mia", amount="45.50", reason="already_enrolled")
    ),
    "late-amount-changed": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "another amount", about(amount="45.50", reason="amount_changed")
    ),
    "late-free": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "the class is full, free", about("Mia", amount="0.00", reason="class_full")
    ),
    "late-free-already-enrolled": Sample(
        Kind.LATE_PAYMENT_REFUNDED, "booked twice, free", about(amount="0.00", reason="already_enrolled")
    ),
    "canceled-full": Sample(
        Kind.ENROLLMENT_CANCELED, "full refund", about("Mia", price="45.50", amount="45.50", percent=100)
    ),
    "canceled-part": Sample(
        Kind.ENROLLMENT_CANCELED, "part of the price", about(price="45.50", amount="22.75", percent=50)
    ),
    "canceled-without-refund": Sample(
        Kind.ENROLLMENT_CANCELED, "without a refund", about("Mia", price="45.50", amount="0.00", percent=0)
    ),
    "canceled-free": Sample(
        Kind.ENROLLMENT_CANCELED, "free seat", about("Mia", price="0.00", amount="0.00", percent=100)
    ),
    "refunded": Sample(
        Kind.REFUNDED, "seat released, by staff", about("Mia", amount="45.50", seat_released=True, by="staff")
    ),
    "refunded-free": Sample(
        Kind.REFUNDED, "free seat released, by staff", about(amount="0.00", seat_released=True, by="staff")
    ),
    "refunded-part": Sample(
        Kind.REFUNDED, "seat kept, at Stripe", about(amount="10.00", seat_released=False, by="provider")
    ),
    "refunded-part-by-staff": Sample(
        Kind.REFUNDED,
        "seat kept, by staff",
        about("Mia", price="45.50", amount="10.00", seat_released=False, by="staff", note=NOTE),
    ),
    "refunded-part-at-desk": Sample(
        Kind.REFUNDED,
        "seat kept, paid at the desk",
        about(price="45.50", amount="10.00", seat_released=False, by="staff", note=NOTE, at_desk=True),
    ),
    "refunded-nothing": Sample(
        Kind.REFUNDED,
        "seat released without a refund",
        about("Mia", price="45.50", amount="0.00", seat_released=True, by="staff", note=NOTE),
    ),
    "paid-back": Sample(Kind.PAID_BACK, "by check", about("Mia", amount="45.50", method="check")),
    "paid-back-otherwise": Sample(Kind.PAID_BACK, "in another way", about(amount="45.50", method="none")),
    "check-returned": _check_returned("for a child", _seat("Mia", seat_released=True)),
    "check-returned-later": _check_returned("after the seat was released", _seat("Mia")),
    "check-returned-too-late": _check_returned("after the money was paid back", _seat("Mia", paid_back="45.50")),
    "check-returned-several": _check_returned(
        "for several seats", _seat("Mia", seat_released=True), _seat("", until=OFFER_END.isoformat())
    ),
    "moved": _moved("by request", "Mia"),
    "moved-by-school": _moved("by the school, with a part refund", amount="10.00", until=OFFER_END.isoformat()),
    "moved-free": _moved("free", "Mia", price="0.00"),
}
