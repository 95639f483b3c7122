"""What sleep understands: which texts say the same, which contradict, which replace, and what many have in common.

A text is read once into a `Statement` (typed values, signed concepts, kind, circumstances); `judge` compares two of
them by structure, `plan_consolidation` decides a whole sleep. All of it is pure and deterministic.
"""
