"""Products of small arrays on one thread.

A product of an utterance's arrays takes a fraction of a millisecond; spread over threads it waits for the slowest of
them, which on a machine that does something else as well takes four to ten times as long.
"""

from __future__ import annotations

from functools import lru_cache

from threadpoolctl import ThreadpoolController


@lru_cache(maxsize=1)
def compute_on_one_thread() -> None:
    """Let numpy's products take one thread each, in the whole process and from now on.

    For the length of a request only it can't be had: libraries share one pool of threads, and threadpoolctl lets one
    Python thread set its size, so that requests on others would go without.
    """
    ThreadpoolController().select(user_api="blas").limit(limits=1)
