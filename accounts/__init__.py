"""Users: sign-in, tokens, profiles, roles and permissions."""
