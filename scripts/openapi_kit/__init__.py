"""Parts of scripts/check-openapi."""
