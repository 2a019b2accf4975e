"""Judged queries of the food search, and how well they are answered."""
