"""Views of classes."""
