"""Writes the Swift examples of a documentation catalogue as one file, each as a function, with the page and line it came from.

usage: examples.py CATALOGUE OUTPUT

Every example may use `application` and `window`. The compiler's messages name the page and line, by `#sourceLocation`.
"""

import pathlib
import re
import sys

FENCE = re.compile(r"^```(\w*)\s*$")


def examples(page):
    """The number of the first line and the lines of each Swift block of a page."""
    first, block = None, None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if block is None:
            if fence and fence[1]:
                first, block = number + 1, []
                isSwift = fence[1] == "swift"
        elif fence:
            if isSwift:
                yield first, block
            block = None
        else:
            block.append(line)
    if block is not None:
        sys.exit(f"{page}:{first - 1}: error: the example has no end")


def main():
    catalogue, output = map(pathlib.Path, sys.argv[1:])
    text = ["import ContactorControls", "import ContactorCore", ""]
    count = 0
    for page in sorted(catalogue.rglob("*.md")):
        for first, lines in examples(page):
            count += 1
            text.append(f"func example{count}(_ application: Application, _ window: Window) throws {{")
            text.append(f'#sourceLocation(file: "{page}", line: {first})')
            text += lines
            text += ["#sourceLocation()", "}", ""]
    if count == 0:
        sys.exit(f"{catalogue}: error: no examples")
    output.write_text("\n".join(text), encoding="utf-8")
    print(f"{count} examples of {catalogue}")


if __name__ == "__main__":
    main()
