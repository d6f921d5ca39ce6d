"""The agent loop, measured: the workload, our loop, the loops of peers, and the report. See `../agent_loop.py`."""
