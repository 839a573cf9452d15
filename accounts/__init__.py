"""Who somebody is: identity, tokens, roles."""
