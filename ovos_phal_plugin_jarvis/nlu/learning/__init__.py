"""What is learned from the tools' declarations: which tool, which words, which value, and whether at all."""
