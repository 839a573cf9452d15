"""A test deployment with production settings on one machine; only Firebase, Stripe and the mail server are stand-ins.

``python -m standins.production`` (behind ``make proof-production``) follows docs/deploy.md: it installs the site, backs
it up, restores the backup as a new site, and runs the browser journeys against that site.
"""
