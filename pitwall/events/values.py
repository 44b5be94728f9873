"""What a journal record's data is made of: the part of CBOR that pitwall uses (journal/FORMAT.md)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "bool | int | str | bytes | Sequence[Value] | Mapping[str, Value] | None"
