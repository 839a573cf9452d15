"""A class with users and the requests that tests of operations send."""

from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import make_class


class ClassRequests:
    """A class with the users, and the requests of the operations."""

    def __init__(self, users, stripe):
        self.users, self.stripe, self.student = users, stripe, users.student
        self.clay = make_class(users.instructor, "Clay", capacity=2)

    def class_request(self, action, body=None, camp_class=None):
        return as_(self.users.admin).patch(f"/classes/{action}/{(camp_class or self.clay).pk}", body or {})

    def set_lessons(self, *lessons):
        body = {"nameClass": "Clay", "seats": 2, "price": 45.5, "image": self.clay.image, "lessons": list(lessons)}
        as_(self.users.instructor).put(f"/classes/{self.clay.pk}", body)

    def join_waitlist(self, student=None, status=201):
        """Joins the class, which has no seats from then on."""
        CampClass.objects.filter(pk=self.clay.pk).update(capacity=0)
        body = {"classId": str(self.clay.pk)}
        return as_(student or self.student).post("/waitlist", body, status).get("insertedId")

    def add_seat(self):
        body = {"nameClass": "Clay", "seats": 1, "price": 45.5, "image": self.clay.image}
        as_(self.users.instructor).put(f"/classes/{self.clay.pk}", body)

    def make_pending(self):
        return make_class(self.users.instructor, "Pending", status="Pending")

    def cancel(self, payment, body=None, status=200):
        as_(payment.student).post(f"/payments/cancel/{payment.pk}", body or {}, status)
