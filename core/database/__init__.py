"""Django's database backend for PostgreSQL with a cheaper health check; the setting ENGINE names this package."""
