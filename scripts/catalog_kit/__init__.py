"""Rules of scripts/make-starter-catalogue for foods and for the manually edited files beside the catalog."""
