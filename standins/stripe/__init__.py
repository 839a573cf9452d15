"""A local replacement for Stripe in development: API, webhooks and card form, with its state in one SQLite file.

It charges no real card and is never installed in production.
"""

# The API version of the pinned `stripe` package.
API_VERSION = "2026-10-28.endive"
