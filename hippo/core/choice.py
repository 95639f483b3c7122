"""Choices among a few words, which cost nothing to import.

    class Layer(Choice):
        EPISODIC = "episodic"
        SEMANTIC = "semantic"

means what a class of `enum.StrEnum` means as far as hippo asks for it: `Layer("episodic") is Layer.EPISODIC`, members
are texts, are hashed, compared and stored as such, and stand in the order in which they were written. Type checkers
read it as a StrEnum. Why not enum: importing it costs a third of the start of a bare interpreter, and a class of four
words twenty times what it costs here. What agents call at every prompt pays that each time; other choices are StrEnums.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from enum import StrEnum

    Choice = StrEnum
else:

    class _Choices(type):
        """The class of classes of choices: it makes their members, and finds them."""

        def __new__(cls, name, bases, body):
            words = {key: text for key, text in body.items() if not key.startswith("_") and isinstance(text, str)}
            made = super().__new__(cls, name, bases, {key: each for key, each in body.items() if key not in words})
            made._members = {text: str.__new__(made, text) for text in words.values()}
            for key, text in words.items():
                member = made._members[text]
                member.name, member.value = key, text
                setattr(made, key, member)
            return made

        def __call__(cls, text):
            try:
                return cls._members[text]
            except (KeyError, TypeError):
                raise ValueError(f"{text!r} is not a valid {cls.__qualname__}") from None

        def __iter__(cls):
            return iter(cls._members.values())

        def __len__(cls):
            return len(cls._members)

        def __contains__(cls, text):
            return text in cls._members

    class Choice(str, metaclass=_Choices):
        """A word of a few."""

        __slots__ = ("name", "value")

        def __repr__(self):
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __reduce__(self):
            return type(self), (self.value,)

        def __copy__(self):
            return self

        def __deepcopy__(self, _):
            return self
