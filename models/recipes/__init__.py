"""Recipes: Python programs that make the models shipped in `models/`, from data to card."""
