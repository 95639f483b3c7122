"""A tool: its name, when to call it, what it takes, what it answers, and how it changes the memory."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hippo.mcp.parameters import Parameter


class Effect(StrEnum):
    """What a call does to the memory, for clients that ask a person before some of them."""

    READS = "reads"
    ADDS = "adds"
    RETIRES = "retires"


@value
class Answer:
    """A result, what else to know, and the text for a reader who wants no JSON, if there is one."""

    data: Any
    notes: tuple[str, ...] = ()
    text: str | None = None


@value
class Tool:
    """A tool is called as `call(desk, **values)`; `shape` is the JSON Schema of the data that it answers.

    `repeatable` says that the same call again changes nothing more.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    call: Callable[..., Answer]
    shape: dict[str, Any]
    effect: Effect = Effect.ADDS
    repeatable: bool = False
