"""URLs of pictures and photos, of this site and of others. Those of every endpoint are in ``test_permissions``."""

import pytest
from django.conf import settings

from accounts.models import User
from classes.models import CampClass
from testing.clients.api import as_

pytestmark = pytest.mark.django_db

STORED = "/media/classes/0123456789abcdef.webp"


def test_it_returns_urls_of_other_sites_unchanged(sample):
    CampClass.objects.update(image="https://pictures.example/clay.jpg")
    rows = as_(None).get("/classes")
    assert {row["image"] for row in rows} == {"https://pictures.example/clay.jpg"}


def test_it_returns_no_url_for_no_photo(sample):
    User.objects.update(photo="")
    assert {user["photo"] for user in as_(sample.users.admin).get("/users")} == {""}


@pytest.mark.parametrize("image", [STORED, f"{settings.SITE_URL}{STORED}"])
def test_it_stores_an_own_picture_without_the_host(sample, image):
    instructor = sample.users.instructor
    body = {"nameClass": "Clay", "image": image, "price": 10, "seats": 3}
    created = as_(instructor).post("/classes", body, 201)["insertedId"]
    as_(instructor).put(f"/classes/{sample.approved.pk}", body)
    assert as_(instructor).put(f"/classes/{sample.approved.pk}", body)["modifiedCount"] == 0
    assert set(CampClass.objects.filter(pk__in=[created, sample.approved.pk]).values_list("image", flat=True)) == {
        STORED
    }
    as_(sample.users.student).patch("/users/me", {"photo": image})
    sample.users.student.refresh_from_db()
    assert sample.users.student.photo == STORED


@pytest.mark.parametrize("image", ["/media/../admin", "/admin", ".evil.example/media/a.webp", "@evil.example/a.webp"])
def test_it_refuses_an_address_of_this_site_that_is_no_picture(sample, image):
    """In the tests this site's address is an http URL, so that only its pictures are accepted."""
    body = {"nameClass": "Clay", "image": settings.SITE_URL + image, "price": 10, "seats": 3}
    assert list(as_(sample.users.instructor).post("/classes", body, 400)["fields"]) == ["image"]
