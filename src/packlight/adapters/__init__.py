"""The outside world: formats in and out, counters, real model calls; heavy imports are late."""
