"""The Django project: settings, URLs, page shell, health, logging and metrics. No app imports it."""
