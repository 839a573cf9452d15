"""What is taught, and who has a seat."""
