"""Sums: what they are (``expression``), how they are said (``reading``, ``numerals``, ``words``)."""
