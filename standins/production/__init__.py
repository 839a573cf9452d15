"""A production site on this machine, with stand-ins in the place of Firebase and Stripe and nowhere else.

``python -m standins.production`` (behind ``make proof-production``) goes the way of docs/deploy.md from nothing to a
site that lives on from a backup, and lets the journeys in a real browser run against it.
"""
