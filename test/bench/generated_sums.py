"""Read and work out sums made by chance, each written and spoken, against Python's fractions and decimals.

Run it as ``python test/bench/generated_sums.py [HOW MANY]`` (10,000). The first that is wrong ends it.
"""

from __future__ import annotations

import random
import sys
import time
from decimal import localcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from generated_sums import PRECISION, Made, check


def main() -> None:
    """Make, check, and tell how long a reading took."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    draw = random.Random(2026)
    began = time.process_time()
    with localcontext() as context:
        context.prec = PRECISION
        for _ in range(count):
            check(Made(draw, draw.choice((1, 1, 2, 2, 3))))
    spent = time.process_time() - began
    print(f"{count} sums, written and spoken: all right; {1e3 * spent / 2 / count:.2f} ms of processor time a reading")


if __name__ == "__main__":
    main()
