"""The run directory: what outcomes look like on disk, and how they are written and read."""
