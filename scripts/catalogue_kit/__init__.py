"""What scripts/make-starter-catalogue knows about foods and about the files that people edit beside the catalogue."""
