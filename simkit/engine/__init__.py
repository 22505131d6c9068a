"""From a config's cells to finished parts: the plan, pure chunks, and the pool of workers."""
