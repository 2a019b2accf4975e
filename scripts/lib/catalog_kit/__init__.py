"""Rules of scripts/data/make-starter-catalog for foods and for the manually edited files beside the catalog."""
