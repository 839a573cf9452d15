from mail.models import OutboxEmail
from mail.rendering import Details
from testing.email_samples.sample import DISCOUNT, OFFER_END, SCHEDULE, Sample, about

Kind = OutboxEmail.Kind

OFFERED = Details({"schedule": SCHEDULE, "hours_left": 20})

PROMISES: dict[str, Sample] = {
    "waitlist-joined": Sample(Kind.WAITLIST_JOINED, "for a child", about("Mia", position=3)),
    "waitlist-joined-first": Sample(Kind.WAITLIST_JOINED, "for the reader", about(position=1)),
    "waitlist-offer": Sample(
        Kind.WAITLIST_OFFER, "for a child", about("Mia", price="45.50", until=OFFER_END.isoformat()), OFFERED
    ),
    "waitlist-offer-discount": Sample(
        Kind.WAITLIST_OFFER, "early price", about("Mia", price="36.40", until=OFFER_END.isoformat(), **DISCOUNT)
    ),
    "waitlist-offer-free": Sample(
        Kind.WAITLIST_OFFER, "for the reader, free", about(price="0.00", until=OFFER_END.isoformat())
    ),
    "waitlist-offer-moved": Sample(
        Kind.WAITLIST_OFFER,
        "less time, the lessons have moved",
        about("Mia", price="45.50", until=OFFER_END.isoformat(), moved=True),
    ),
    "waitlist-lapsed": Sample(Kind.WAITLIST_LAPSED, "for a child", about("Mia")),
    "waitlist-lapsed-own": Sample(Kind.WAITLIST_LAPSED, "for the reader", about()),
    "waitlist-lapsed-moved": Sample(Kind.WAITLIST_LAPSED, "the lessons have moved", about("Mia", moved=True)),
    "waitlist-closed-withdrawn": Sample(Kind.WAITLIST_CLOSED, "the class is withdrawn", about("Mia", why="withdrawn")),
    "waitlist-closed-denied": Sample(Kind.WAITLIST_CLOSED, "the class is denied", about(why="denied")),
    "waitlist-closed-begun": Sample(Kind.WAITLIST_CLOSED, "the class has started", about("Mia", why="begun")),
    "waitlist-closed-account": Sample(
        Kind.WAITLIST_CLOSED, "the account can't book anymore", about("Mia", why="account")
    ),
    "waitlist-closed-age": Sample(
        Kind.WAITLIST_CLOSED,
        "the child's age doesn't fit",
        about("Mia", why="age_not_in_range", ages="children aged 12 and over", has_first_day=True),
    ),
    "waitlist-closed-birth-date": Sample(
        Kind.WAITLIST_CLOSED,
        "the child's age isn't known",
        about("Mia", why="birth_date_needed", ages="children aged 12 and over"),
    ),
    "reserved": Sample(Kind.RESERVED, "for a child", about("Mia", price="45.50", until=OFFER_END.isoformat())),
    "reserved-discount": Sample(
        Kind.RESERVED, "early price", about("Mia", price="36.40", until=OFFER_END.isoformat(), **DISCOUNT)
    ),
    "reserved-free": Sample(Kind.RESERVED, "for the reader, free", about(price="0.00", until=OFFER_END.isoformat())),
    "reservation-ends": Sample(
        Kind.RESERVATION_ENDS, "for a child", about("Mia", price="45.50", until=OFFER_END.isoformat())
    ),
    "reservation-ends-free": Sample(
        Kind.RESERVATION_ENDS, "for the reader, free", about(price="0.00", until=OFFER_END.isoformat())
    ),
    "reservation-ended": Sample(Kind.RESERVATION_ENDED, "it wasn't paid in time", about("Mia", why="lapsed")),
    "reservation-ended-by-school": Sample(
        Kind.RESERVATION_ENDED, "staff have canceled it, for the reader", about(why="by_school")
    ),
    "reservation-ended-withdrawn": Sample(
        Kind.RESERVATION_ENDED, "the class is withdrawn", about("Mia", why="withdrawn")
    ),
}
