"""A model in llama.cpp."""
