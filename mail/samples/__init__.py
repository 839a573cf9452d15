"""Sample e-mails for staff: each kind, in each variant of its text. They neither read nor write rows."""

from mail.samples.bookings import BOOKINGS
from mail.samples.classes import CLASSES
from mail.samples.reminders import REMINDERS
from mail.samples.sample import Sample
from mail.samples.waitlist import PROMISES

__all__ = ["SAMPLES", "Sample"]

SAMPLES = BOOKINGS | CLASSES | PROMISES | REMINDERS
"""The samples by their names in URLs."""
