"""The vectors of memories: one of the current model for each, kept as signed bytes with one scale for all.

A vector counts only while its model is the one that is asked for and the memory still has the text that it was made
of; whatever else there is takes no part in anything, and `hippo embed` replaces it. Nor does what cannot be a vector of
its model: a database is a file that anybody may have written to.
"""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hippo.store.connection import Connection

#: Rows read at once when all vectors are wanted.
_AT_ONCE = 10_000
#: Components of a vector at most (chosen: sixteen times those of the largest models), and what one step of a byte is
#: worth: in a vector of length 1 the largest of n components is between 1 / √n and 1, and it is at most 127 steps.
MOST_COMPONENTS = 65_536
SCALES = (1e-6, 1.0)

#: What holds of a model that can be one; another one is as good as none.
SOUND_MODEL = f"""
typeof(embedding_model.name) = 'text'
AND typeof(embedding_model.dimension) = 'integer' AND embedding_model.dimension BETWEEN 1 AND {MOST_COMPONENTS}
AND typeof(embedding_model.scale) = 'real' AND embedding_model.scale BETWEEN {SCALES[0]} AND {SCALES[1]}
"""
_MODEL = f"SELECT number, name, dimension, scale FROM embedding_model WHERE name = :name AND {SOUND_MODEL}"
_ANY_MODEL = f"""
SELECT number, name, dimension, scale FROM embedding_model
WHERE number = (SELECT model FROM vector LIMIT 1) AND {SOUND_MODEL}
"""
_FORGET_NAME = "DELETE FROM embedding_model WHERE name = :name"
_FORGET_ORPHANS = "DELETE FROM vector WHERE model NOT IN (SELECT number FROM embedding_model)"
_ADD_MODEL = "INSERT INTO embedding_model (name, dimension, scale) VALUES (:name, :dimension, :scale)"
#: What holds a model to its dimension: a vector as long as that, of whatever text.
_BINDS = """
SELECT EXISTS (
    SELECT 1 FROM vector WHERE model = :model AND typeof(components) = 'blob' AND length(components) = :dimension
)
"""
_UNUSED = "FROM embedding_model WHERE number <> :kept AND number NOT IN (SELECT model FROM vector)"
_REMOVE_ALL = "DELETE FROM vector"
_REMOVE_MODELS = "DELETE FROM embedding_model"
#: What holds of a vector that counts; see `_counting` for a model that the store does not know.
_COUNTS = (
    "vector.model = :model AND vector.fingerprint = memory.fingerprint "
    "AND typeof(vector.components) = 'blob' AND length(vector.components) = :dimension"
)
_PENDING = f"""
SELECT memory.number, memory.text, memory.fingerprint FROM memory
LEFT JOIN vector ON vector.memory = memory.number AND {_COUNTS}
WHERE memory.state = 'live' AND vector.memory IS NULL AND memory.number > :after ORDER BY memory.number LIMIT :most
"""
#: What is made anew: the live memories, and others that have a vector, so that none of an earlier making is left.
_REPLACEABLE = "(memory.state = 'live' OR memory.number IN (SELECT memory FROM vector)) AND memory.number > :after"
_TO_REPLACE = f"""
SELECT number, text, fingerprint FROM memory WHERE {_REPLACEABLE} ORDER BY number LIMIT :most
"""
_LEFT_TO_REPLACE = f"SELECT count(*) FROM memory WHERE {_REPLACEABLE}"
_COVERAGE = f"""
SELECT count(*) AS live, count(vector.memory) AS made, coalesce(sum({_COUNTS}), 0) AS current
FROM memory LEFT JOIN vector ON vector.memory = memory.number WHERE memory.state = 'live'
"""
_PUT = """
INSERT INTO vector (memory, model, fingerprint, components)
SELECT number, :model, :fingerprint, :components FROM memory WHERE number = :memory AND fingerprint = :fingerprint
ON CONFLICT (memory) DO UPDATE SET
    model = excluded.model, fingerprint = excluded.fingerprint, components = excluded.components
"""
_ALL = f"""
SELECT memory.number, components FROM vector JOIN memory ON memory.number = vector.memory
WHERE {_COUNTS} AND memory.number > :after ORDER BY memory.number LIMIT :most
"""


@value
class Model:
    """A model as the store knows it; `scale` turns a byte of one of its vectors into a component."""

    number: int
    name: str
    dimension: int
    scale: float


@value
class Waiting:
    """A live memory that has no vector yet."""

    number: int
    text: str
    fingerprint: int


@value
class Made:
    """The vector of a memory as bytes, and the fingerprint of the text it is of."""

    number: int
    fingerprint: int
    components: bytes


@value
class Coverage:
    """Of the live memories: how many there are, have a vector that counts, have an outdated one, have none."""

    live: int
    current: int
    stale: int
    pending: int


class Vectors:
    """The vectors of one store. Callers hold the transaction of what writes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def model(self, name: str) -> Model | None:
        """What the store knows of a model, if any vector was ever made by it."""
        return self._model(_MODEL, {"name": name})

    def model_in_use(self) -> Model | None:
        """The model of any of the vectors that are there."""
        return self._model(_ANY_MODEL, {})

    def add_model(self, name: str, *, dimension: int, scale: float) -> Model:
        """Note a model before its first vectors; what was there under its name or its number goes."""
        self.remove_model(name)
        number = self._connection.insert(_ADD_MODEL, {"name": name, "dimension": dimension, "scale": scale})
        return Model(number=number, name=name, dimension=dimension, scale=scale)

    def pending(self, model: Model | None, *, after: int = 0, most: int) -> list[Waiting]:
        """The first live memories behind a row that have no vector that counts."""
        return self._waiting(_PENDING, {**_counting(model), "after": after, "most": most})

    def to_replace(self, *, after: int, most: int) -> list[Waiting]:
        """The first memories behind a row that get a new vector when all are made anew."""
        return self._waiting(_TO_REPLACE, {"after": after, "most": most})

    def left_to_replace(self, *, after: int) -> int:
        """How many those are in all."""
        return self._connection.number(_LEFT_TO_REPLACE, {"after": after})

    def put(self, model: Model, made: Iterable[Made]) -> None:
        """Keep vectors; one of a memory that has gone or has another text by now is left out."""
        self._connection.run_many(
            _PUT,
            (
                {
                    "memory": each.number,
                    "model": model.number,
                    "fingerprint": each.fingerprint,
                    "components": each.components,
                }
                for each in made
            ),
        )

    def coverage(self, name: str) -> Coverage:
        """How far the vectors of a model are."""
        row = self._connection.row(_COVERAGE, _counting(self.model(name)))
        assert row is not None
        return Coverage(
            live=row["live"],
            current=row["current"],
            stale=row["made"] - row["current"],
            pending=row["live"] - row["made"],
        )

    def all(self, model: Model) -> Iterator[tuple[int, bytes]]:
        """Every vector that counts with the row of its memory, whatever its state, in the order of the rows."""
        after = -1
        while True:
            rows = self._connection.rows(_ALL, {**_counting(model), "after": after, "most": _AT_ONCE})
            yield from ((row["number"], row["components"]) for row in rows)
            if len(rows) < _AT_ONCE:
                return
            after = rows[-1]["number"]

    def of(self, model: Model, numbers: Sequence[int]) -> list[tuple[int, bytes]]:
        """Those vectors of some rows that count."""
        marks = ", ".join(map(str, map(int, numbers)))
        rows = self._connection.rows(
            f"SELECT memory.number, components FROM vector JOIN memory ON memory.number = vector.memory "
            f"WHERE {_COUNTS} AND memory.number IN ({marks})",
            _counting(model),
        )
        return [(row["number"], row["components"]) for row in rows]

    def has_unused_models(self, kept: Model) -> bool:
        """Whether there is another model that no vector is left of."""
        return bool(self._connection.number(f"SELECT count(*) {_UNUSED}", {"kept": kept.number}))

    def remove_unused_models(self, kept: Model) -> None:
        """Forget the other models that no vector is left of."""
        self._connection.run(f"DELETE {_UNUSED}", {"kept": kept.number})

    def remove_model(self, name: str) -> None:
        """Forget a model with its vectors, and those whose model is gone: the next one may get its number."""
        self._connection.run(_FORGET_NAME, {"name": name})
        self._connection.run(_FORGET_ORPHANS)

    def binds(self, model: Model) -> bool:
        """Whether there is a vector that can be of a model, beside which new ones must be able to stand."""
        return bool(self._connection.number(_BINDS, _counting(model)))

    def are_any(self) -> bool:
        """Whether there is any vector, whether it counts or not."""
        return bool(self._connection.number("SELECT EXISTS (SELECT 1 FROM vector)"))

    def remove_all(self) -> None:
        """Forget all vectors and all models."""
        self._connection.run(_REMOVE_ALL)
        self._connection.run(_REMOVE_MODELS)

    def _waiting(self, statement: str, values: dict[str, int]) -> list[Waiting]:
        rows = self._connection.rows(statement, values)
        return [Waiting(number=row["number"], text=row["text"], fingerprint=row["fingerprint"]) for row in rows]

    def _model(self, statement: str, values: dict[str, str]) -> Model | None:
        row = self._connection.row(statement, values)
        if row is None:
            return None
        return Model(number=row["number"], name=row["name"], dimension=row["dimension"], scale=row["scale"])


def _counting(model: Model | None) -> dict[str, int]:
    """The parameters of what counts; nothing does for no model."""
    return {"model": model.number, "dimension": model.dimension} if model else {"model": 0, "dimension": -1}
