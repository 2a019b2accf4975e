"""Judged queries for the food search."""
