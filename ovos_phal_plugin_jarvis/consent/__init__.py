"""What may run without asking: the policy, the risk of a tool, the question and its answer."""
