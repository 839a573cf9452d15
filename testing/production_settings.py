"""The environment of a production site: every variable that it requires, with fake values."""

PRODUCTION = {
    "SECRET_KEY": "s" * 50,
    "JWT_SIGNING_KEY": "j" * 32,
    "ALLOWED_HOSTS": "camp.example",
    "SITE_URL": "https://camp.example",
    "SITE_TIME_ZONE": "America/New_York",
    "DATABASE_URL": "postgres://camp@db/camp",
    "FIREBASE_PROJECT_ID": "camp",
    "FIREBASE_API_KEY": "key",
    "EMAIL_URL": "smtp+tls://camp:secret@smtp.camp.example:587",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}
