"""Simulation: a conversation replayed turn by turn under a policy, recorded as a film.

Comes in: conversations and policies. Goes out: films (`film.py`). Imports from `core` and `adapters` only.
"""
