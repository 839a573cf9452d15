"""The site without offers to waitlists: the control of the load test, which must detect that students overtake it."""

from camp.asgi import application
from classes import offers, statements

__all__ = ["application"]

offers.make_offers = statements.select_availability
