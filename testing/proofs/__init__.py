"""What proves a property of the whole site."""
