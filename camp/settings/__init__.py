"""The settings. They are the same in every environment (``base``), or come from the environment (``environment``)."""

from camp.settings.environment import *  # noqa: F403
