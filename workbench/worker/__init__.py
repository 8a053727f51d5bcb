"""What a worker needs to play games by their numbers, and nothing else, so that it is soon ready.

Nothing in here imports the lab. `tests/worker/test_imports.py` holds that.
"""
