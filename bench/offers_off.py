"""The site without offers to waitlists: the control of the load test, which must detect that students overtake it."""

from camp.server.asgi import application
from classes.seats import offers, sql

__all__ = ["application"]

offers.make_offers = sql.select_availability
