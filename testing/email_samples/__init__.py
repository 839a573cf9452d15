"""Samples of each kind of e-mail, in each variant of its text. They neither read nor write rows."""

from testing.email_samples.bookings import BOOKINGS
from testing.email_samples.classes import CLASSES
from testing.email_samples.guardians import INVITATIONS, TO_GUARDIANS
from testing.email_samples.reminders import REMINDERS
from testing.email_samples.sample import Sample
from testing.email_samples.waitlist import PROMISES

__all__ = ["SAMPLES", "TO_GUARDIANS", "Sample"]

SAMPLES = BOOKINGS | CLASSES | PROMISES | REMINDERS | TO_GUARDIANS | INVITATIONS
"""The samples by their names."""
