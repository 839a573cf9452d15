"""Local replacements for external providers, for development and tests. Never installed in production."""
