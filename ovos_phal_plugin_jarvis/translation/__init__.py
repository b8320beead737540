"""What translators and the assistant say to each other: calls, questions, translations, and the translators' protocol."""
