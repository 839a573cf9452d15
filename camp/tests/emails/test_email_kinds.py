# ruff: noqa: E501 (one line per kind)
"""Every kind of e-mail: who can cause it, who gets it, with whose words, and which rules apply to it.

A new kind needs a line. Names and places contain no links (core/names.py); what else users write is in ``WORDS``.
"""

from dataclasses import dataclass

import pytest

from core.names import validate_no_link
from mail.models import OutboxEmail
from mail.rules import RULES, RULES_IF_MOVED, RULES_IF_PAID, OverLimit, rules_of
from testing.email_samples import SAMPLES

Kind = OutboxEmail.Kind
SEND, WAIT, SKIP = OverLimit.SEND, OverLimit.WAIT, OverLimit.SKIP
NEVER, IF_PAID, ALWAYS = "never", "if paid", "always"
QUIET = True


@dataclass(frozen=True)
class Row:
    """``over_limit``: what the daily limit does to it, if the recipient has not paid for what it is about."""

    caused_by: str
    recipient: str
    words: set[str]
    to_unverified: str
    over_limit: OverLimit
    is_quiet: bool = False


KINDS = {
    Kind.LOGIN_CHANGED: Row("who logs in with the address", "the same account", set(), ALWAYS, SEND),
    Kind.INVITATION: Row("an admin, once, or once a day if asked again", "who has never logged in", set(), NEVER, SEND),
    Kind.WELCOME: Row("who registers, once per address and day", "the same account", set(), ALWAYS, SEND),
    Kind.BOOKED: Row("who books or pays", "the same account", {"class", "child"}, IF_PAID, SKIP, QUIET),
    Kind.LATE_PAYMENT_REFUNDED: Row("who pays too late", "the same account", {"class", "child"}, IF_PAID, WAIT),
    Kind.ENROLLMENT_CANCELED: Row("who cancels", "the same account", {"class", "child"}, IF_PAID, SKIP, QUIET),
    Kind.REFUNDED: Row("staff, or Stripe", "who booked", {"class", "child", "note"}, IF_PAID, SEND),
    Kind.PAID_BACK: Row("staff", "who booked", {"class", "child"}, IF_PAID, SEND),
    Kind.CHECK_RETURNED: Row("staff", "who booked", {"class", "child", "note"}, ALWAYS, SEND, QUIET),
    Kind.MOVED: Row("staff", "who booked", {"class", "former", "child", "reason"}, IF_PAID, SEND),
    Kind.CLASS_DECIDED: Row("an admin", "the instructor", {"class", "feedback"}, NEVER, SEND, QUIET),
    Kind.CLASS_CHANGED: Row("the instructor", "who booked", {"class", "children", "place", "bring"}, IF_PAID, WAIT, QUIET),
    Kind.CLASS_HANDED_OVER: Row("an admin", "both instructors", {"class"}, NEVER, SEND, QUIET),
    Kind.CLASS_WITHDRAWN: Row("an admin", "who booked, and the instructor", {"class", "child", "reason"}, IF_PAID, SEND),
    Kind.WAITLIST_JOINED: Row("who joins", "the same account", {"class", "child"}, NEVER, SKIP, QUIET),
    Kind.WAITLIST_OFFER: Row("the next open seat, once per entry", "who waits", {"class", "child"}, NEVER, SEND),
    Kind.WAITLIST_LAPSED: Row("the end of an offer, once per entry", "who waited", {"class", "child"}, NEVER, WAIT),
    Kind.WAITLIST_CLOSED: Row("an admin or the worker, once per entry", "who waited", {"class", "child"}, NEVER, WAIT),
    Kind.COLLECTED_BY_OTHER: Row("who teaches the class", "who booked", {"class", "child", "collector", "reason", "staff"}, NEVER, SEND),
    Kind.RESERVED: Row("an admin", "the account with the reservation", {"class", "child"}, ALWAYS, SEND),
    Kind.RESERVATION_ENDS: Row("the worker, once per end", "the account with the reservation", {"class", "child"}, ALWAYS, SEND),
    Kind.RESERVATION_ENDED: Row("an admin or the worker", "the account with the reservation", {"class", "child"}, ALWAYS, WAIT),
    Kind.REMINDER: Row("the worker, once per first lesson", "who booked", {"class", "child", "place", "bring"}, NEVER, WAIT),
    Kind.CARE_DUE: Row("the worker, three times per class, or an admin, once a day", "who booked", {"class", "season"}, NEVER, WAIT),
    Kind.SEASON_OPENS: Row("the worker, once per season", "who has selected or booked a class", {"season"}, NEVER, WAIT),
    Kind.SHARED_SEAT: Row("who books, pays or cancels, or staff", "second guardians of the child", {"class", "former", "child", "reason"}, NEVER, WAIT, QUIET),
    Kind.GUARDIAN_INVITED: Row("the owner of the child, three a day to an address, or an admin", "an address", set(), ALWAYS, SEND),
    Kind.MESSAGE: Row("the instructor, five times a day, or an admin", "who booked or waits", {"class", "season", "subject", "text"}, IF_PAID, SEND),
    Kind.ALERT: Row("what needs an admin", "admins who want it at once", {"class"}, NEVER, SKIP),
    Kind.ALERT_DIGEST: Row("the worker, once a day", "admins", {"class"}, NEVER, SEND),
}  # fmt: skip
NAMES = {"class", "former", "child", "children", "place", "season", "collector", "staff"}
WORDS = {
    "feedback": "an admin's",
    "reason": "an admin's or, about their child, the instructor's",
    "subject": "the instructor's or an admin's, to those who booked or wait",
    "text": "the instructor's or an admin's, to those who booked or wait",
    "note": "an admin's",
    "bring": "the instructor's, to those who booked the class after an admin had approved it",
}
"""Longer texts. They may contain links, because a stranger's e-mails never have them."""


def test_it_lists_every_kind():
    assert set(KINDS) == set(RULES) == set(Kind)


@pytest.mark.parametrize("kind", KINDS)
def test_it_has_these_rules(kind):
    row = KINDS[kind]
    free, paid = rules_of(kind, {"amount": "0.00"}), rules_of(kind, {"price": "0.50", "amount": "0.00"})
    assert (free.over_limit, free.is_quiet) == (row.over_limit, row.is_quiet)
    assert free.to_unverified is (row.to_unverified == ALWAYS)
    assert paid.to_unverified is (row.to_unverified != NEVER)


def test_it_sends_every_email_about_money_at_once_and_beyond_the_limit():
    assert set(RULES_IF_PAID) == {kind for kind, row in KINDS.items() if row.to_unverified == IF_PAID}
    for kind in set(RULES_IF_PAID) - {Kind.CLASS_CHANGED}:
        rules = rules_of(kind, {"amount": "0.50"})
        assert (rules.over_limit, rules.is_quiet) == (SEND, False)


def test_it_limits_how_often_an_offer_is_moved():
    rules = rules_of(Kind.WAITLIST_OFFER, {"moved": True, "price": "45.50"})
    assert rules == RULES_IF_MOVED[Kind.WAITLIST_OFFER]
    assert (rules.over_limit, rules.is_quiet, rules.to_unverified) == (WAIT, True, False)


@pytest.mark.parametrize("kind", KINDS)
def test_it_contains_no_other_words(kind):
    facts = [sample.facts for sample in SAMPLES.values() if sample.kind == kind]
    found = set().union(*(words_in(each, kind) for each in facts))
    assert found == KINDS[kind].words
    assert found <= NAMES | set(WORDS)


def words_in(facts, kind):
    """Returns the names of the facts that users have written."""
    if isinstance(facts, list):
        return set().union(*(words_in(each, kind) for each in facts if isinstance(each, dict)))
    written = NAMES | set(WORDS) - ({"reason"} if kind == Kind.LATE_PAYMENT_REFUNDED else set())
    return (facts.keys() & written).union(
        *(words_in(value, kind) for value in facts.values() if isinstance(value, dict | list))
    )


def test_it_uses_samples_without_links_in_names():
    for sample in SAMPLES.values():
        for name in NAMES & sample.facts.keys() - {"children"}:
            validate_no_link(sample.facts[name])
