from django.db import models


class Craft(models.Model):
    """A kind of work that classes teach, such as clay."""

    name = models.CharField(max_length=40, unique=True)
    slug = models.SlugField(max_length=40, unique=True, help_text="Its name in addresses and files.")
    position = models.PositiveSmallIntegerField(default=0, help_text="Its position in lists; the lowest is the first.")

    class Meta:
        ordering = ("position", "id")

    def __str__(self) -> str:
        return self.name
