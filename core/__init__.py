"""Shared code without business rules. It imports no app."""
