"""System checks that refuse an unsafe configuration."""
