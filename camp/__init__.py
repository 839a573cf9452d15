"""The project: settings, the map of addresses, and the page shell; no rules of its own."""
