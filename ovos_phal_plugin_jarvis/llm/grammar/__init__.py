"""What a model may write, as grammar: JSON Schema and the shapes of calls compiled for llama.cpp."""
