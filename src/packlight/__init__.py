"""Packlight: what an LLM agent carries in messages[], drawn, counted and packed again."""
