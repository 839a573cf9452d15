"""Users: login, tokens, profiles, roles and permissions."""
