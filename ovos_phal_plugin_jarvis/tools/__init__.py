"""Tools: found, kept in an immutable snapshot, validated and run in a bounded pool."""
