"""What translators and the assistant say to each other: calls, questions, translations; the translators' protocol."""
