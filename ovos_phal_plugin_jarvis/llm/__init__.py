"""The translator that asks a language model."""
