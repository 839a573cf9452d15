"""The addresses of this app."""

urlpatterns = []
