"""What words say beyond doubt, whatever a translator made of them: "every Monday", "all of them".

Each mends the arguments of a call and leaves alone what it does not know. How often something comes again, and that all
are meant, is known in each language (``words.yaml``); most else in English, and in other languages nothing matches.
"""
