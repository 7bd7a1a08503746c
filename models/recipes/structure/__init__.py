"""The line classifier of laid-out protocols, and its experiments."""
