"""Views of care."""
