"""What a tool takes, declared once: for the schema that a client reads, and for reading what it sends.

Why not a pydantic model per tool, as the SDK's decorators make: its complaints speak of models and types, not of what
the tool takes, and an unknown name passes unseen.
"""

from __future__ import annotations

from enum import StrEnum

from hippo.core.value import value
from hippo.errors import UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

#: The largest whole number that is taken (chosen: more than anybody can mean, and a sum of some fits anywhere).
LARGEST = 1_000_000_000
#: A name that shares so much with a known one is taken for a misspelling of it (as difflib counts it; chosen).
_ALIKE = 0.6


class Kind(StrEnum):
    """The types of JSON Schema that parameters have."""

    TEXT = "string"
    WHOLE = "integer"
    SHARE = "number"
    FLAG = "boolean"
    TEXTS = "array"


@value
class Parameter:
    """One parameter. What is not given, or null, is `default`; a flag is then false, a list empty.

    A whole number has a lower bound, `low`; a share is a number from 0 to 1.
    """

    name: str
    description: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()
    low: int = 0
    default: Any = None

    @property
    def unset(self) -> Any:
        if self.kind is Kind.TEXTS:
            return ()
        return False if self.kind is Kind.FLAG else self.default

    @property
    def wanted(self) -> str:
        """What it accepts, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return {
            Kind.TEXT: "a text",
            Kind.WHOLE: f"a whole number from {self.low:,} to {LARGEST:,}",
            Kind.SHARE: "a number from 0 to 1",
            Kind.FLAG: "true or false",
            Kind.TEXTS: "a list of texts",
        }[self.kind]


def schema_of(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The JSON Schema of what a tool takes."""
    return {
        "type": "object",
        "properties": {each.name: _property(each) for each in parameters},
        "required": [each.name for each in parameters if each.required],
        "additionalProperties": False,
    }


def read(tool: str, parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every parameter. Raises UsageError that names each one that is unknown, missing or wrong."""
    known = {each.name: each for each in parameters}
    faults = [f"it does not take {shortened(name)!r}{_meant(name, known)}" for name in given if name not in known]
    values: dict[str, Any] = {}
    for each in parameters:
        content = given.get(each.name)
        if content is None:
            values[each.name] = each.unset
            faults += [f"it needs {each.name!r}"] * each.required
        elif _fits(each, content):
            values[each.name] = _taken(each, content)
        else:
            faults.append(f"{each.name!r} must be {each.wanted}, not {shortened(repr(content), 40)}")
    if faults:
        raise UsageError(f"{tool}: {'; '.join(faults)}", hint=f"{tool} takes {', '.join(known) or 'nothing'}")
    return values


def _property(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": parameter.kind.value, "description": parameter.description}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    if parameter.kind is Kind.TEXTS:
        schema["items"] = {"type": "string"}
    if parameter.kind is Kind.WHOLE:
        schema |= {"minimum": parameter.low, "maximum": LARGEST}
    if parameter.kind is Kind.SHARE:
        schema |= {"minimum": 0, "maximum": 1}
    if parameter.default is not None:
        schema["default"] = parameter.default
    return schema


def _fits(parameter: Parameter, content: Any) -> bool:
    """Whether a value is of the parameter's type and within its bounds; true is no number, 3.0 is a whole one."""
    is_number = isinstance(content, int | float) and not isinstance(content, bool)
    match parameter.kind:
        case Kind.TEXT:
            return isinstance(content, str) and (not parameter.choices or content in parameter.choices)
        case Kind.WHOLE:
            return is_number and parameter.low <= content <= LARGEST and content == content // 1
        case Kind.SHARE:
            return is_number and 0 <= content <= 1
        case Kind.FLAG:
            return isinstance(content, bool)
        case Kind.TEXTS:
            return isinstance(content, list) and all(isinstance(each, str) for each in content)


def _taken(parameter: Parameter, content: Any) -> Any:
    if parameter.kind is Kind.TEXTS:
        return tuple(content)
    return int(content) if parameter.kind is Kind.WHOLE else content


def _meant(name: str, known: Mapping[str, Parameter]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name[:80], known, n=1, cutoff=_ALIKE)
    return f", did you mean {near[0]!r}?" if near else ""
