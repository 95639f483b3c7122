"""What turns texts into vectors: models on this machine, and servers that a person has named.

Nothing here is imported by a command that needs no vectors. `choice` says which embedder the settings mean without
loading it; the others are the kinds there are.

`uncased_vocabulary.txt` is the WordPiece vocabulary of BERT (uncased), published by Google under the Apache License
2.0, byte for byte; the int8 MiniLM on the package index comes without it.
"""
