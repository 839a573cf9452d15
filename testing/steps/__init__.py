"""What families and staff do in tests, as requests to the API."""
