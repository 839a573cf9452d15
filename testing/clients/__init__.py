"""What sends requests in tests."""
