"""Money: holds paid, settled and given back."""
