"""URLs of the office."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
