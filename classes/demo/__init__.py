"""The believable camp that the demo shows: its pictures, its people and its classes."""
