"""A card provider for one machine: Stripe's API, webhooks and card form, with state in one file.

A development tool. It charges nobody and is never installed in production.
"""

# The API version that the pinned `stripe` package speaks, and the release train that
# `@stripe/stripe-js` looks for.
API_VERSION = "2026-10-28.endive"
