"""Units of measure: what they are called (``names``), and converting (``convert_units``)."""
