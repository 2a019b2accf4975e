"""Parts of scripts/ci/check-openapi."""
