"""Validates layouts by a JSON Schema: prints `valid NAME` or `invalid NAME` for each.

usage: layout_schema.py SCHEMA LAYOUT…

Scalars are those of YAML 1.2's core schema, as editors read them: `on` is a text. Merge keys are merged.
"""
import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """A loader of YAML 1.2's core schema."""


FLOAT = r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"
Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
    ("float", FLOAT, "-+.0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("merge", r"^<<$", "<"),
]:
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


def integer(loader, node):
    """A whole number: decimal also with zeros in front, `0x` or `0o`."""
    text = loader.construct_scalar(node)
    return int(text, 0) if text[:2] in ("0x", "0o") else int(text)


Loader.add_constructor("tag:yaml.org,2002:int", integer)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        layout = yaml.load(file, Loader)
    print("valid" if validator.is_valid(layout) else "invalid", path)
