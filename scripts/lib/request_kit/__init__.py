"""Parts of scripts/data/record-requests: the requests of an app, and what is recorded of their answers."""
