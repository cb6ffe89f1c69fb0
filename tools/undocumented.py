"""Prints the public symbols of symbol graphs that have no documentation comment; fails if there are any."""

import json
import sys


def inherits(graph):
    """The symbols that take their documentation from what they override, or from a requirement that they meet."""
    kinds = {"overrides", "defaultImplementationOf", "requirementOf"}
    return {link["source"] for link in graph["relationships"] if link["kind"] in kinds - {"requirementOf"}}


def undocumented(graph):
    exempt = inherits(graph)
    for symbol in graph["symbols"]:
        lines = symbol.get("docComment", {}).get("lines", [])
        if any(line["text"].strip() for line in lines) or symbol["identifier"]["precise"] in exempt:
            continue
        place = symbol.get("location")
        # What the compiler makes itself, as the == of an enumeration, has no place in a file.
        if place is None:
            continue
        name = ".".join(symbol["pathComponents"])
        yield f"{place['uri'].removeprefix('file://')}:{place['position']['line'] + 1}: {name} has no documentation"


def main():
    found = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            found += undocumented(json.load(file))
    for line in sorted(found):
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
