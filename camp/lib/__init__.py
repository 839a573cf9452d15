"""What every app may use; knows none of them."""
