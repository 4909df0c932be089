"""Writes src/protocol.ts from the server's pydantic models; `--check` only compares."""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from tourelle.server import protocol
from tourelle.server.protocol import (
    drafts,
    lessons,
    lists,
    notices,
    puzzles,
    reviews,
    teaching,
    wishes,
    you,
)

TARGET: Final = Path(__file__).resolve().parent / "src" / "protocol.ts"
HEADER: Final = (
    "// Made by generate_protocol.py from src/tourelle/server/protocol: change it there.\n"
)
MODULES: Final = (
    protocol,
    lists,
    notices,
    drafts,
    lessons,
    puzzles,
    reviews,
    teaching,
    wishes,
    you,
)
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def models() -> list[type[BaseModel]]:
    """Return every message of the protocol, in the order of its files."""
    found = [
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BaseModel)
        and value.__module__ == module.__name__
    ]
    return [model for model in found if model.model_fields]


def type_of(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of one JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(part) for part in schema[key]))
    if schema.get("type") == "array":
        inner = type_of(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        inner = type_of(values) if isinstance(values, dict) else "unknown"
        return f"Record<string, {inner}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def literal(value: object) -> str:
    """Return a constant as TypeScript writes it."""
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def interface(name: str, schema: dict[str, Any], sent: bool) -> str:
    """Return one message as an interface; what a sender may leave out is optional."""
    required = set(schema.get("required", []))
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, part in schema.get("properties", {}).items():
        mark = "?" if sent and key not in required and "const" not in part else ""
        lines.append(f"  {key}{mark}: {type_of(part)}")
    return "\n".join([*lines, "}"])


def sent_names(definitions: dict[str, Any]) -> set[str]:
    """Return the names of all messages that a browser writes, and of their parts."""
    root = TypeAdapter(wishes.FromBrowser).json_schema()
    found = set(root.get("$defs", {}))
    return found | {
        name
        for name in ("NewTable", "SeatWish", "JoinTable", "AcceptInvitation", "HintWish")
        if name in definitions
    }


def protocol_text() -> str:
    """Return the whole file."""
    everything = models()
    _, schema = models_json_schema(
        [(model, "serialization") for model in everything], ref_template="#/$defs/{model}"
    )
    definitions = schema["$defs"]
    sent = sent_names(definitions)
    parts = [HEADER, "export type Language = 'en' | 'fr' | 'de'\n"]
    parts += [
        interface(model.__name__, definitions[model.__name__], model.__name__ in sent) + "\n"
        for model in everything
        if model.__name__ in definitions
    ]
    union = TypeAdapter(wishes.FromBrowser).json_schema()
    parts.append(f"export type FromBrowser = {type_of(union)}\n")
    answers = [
        model.__name__
        for model in everything
        if "type" in model.model_fields and model.__name__ not in sent
    ]
    parts.append(f"export type ToBrowser = {' | '.join(answers)}\n")
    return "\n".join(parts)


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    checking = parser.parse_args().check
    text = protocol_text()
    if not checking:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.name} is not what protocol.py says: run python web/generate_protocol.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
