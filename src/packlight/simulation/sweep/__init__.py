"""Sweeps: many conversations replayed under many policies, one row each.

    policies.py   Policy, dict or table → named policies, checked before anything starts
    uses.py       the facts of a transcript: names, ids and numbers that it uses again itself
    meter.py      one replay watched → figures
    row.py        a row: frozen, a mapping, JSON
    work.py       a task (one source, some policies) → rows; what a worker process runs
    rows.py       all rows of a sweep, as they come
    summary.py    rows → which policy wins on what

Comes in: sources and policies. Goes out: rows. Called by `api/sweep.py`, which joins them with an engine and a file.
"""
