"""Turns Documentation/Layout.md (standard input) into the man page contactor-layout(5) (standard output).

It knows what that page is written in: headings, paragraphs, tables, fenced code, lists of one level, `code`, **bold** and links.
Anything else is an error, so that nothing is left out unnoticed.
"""
import re
import sys

from man import escape


def inline(text):
    """A paragraph's text with bold code, and links as their text."""
    out = []
    for part in re.split(r"(`[^`]+`)", text):
        if part.startswith("`") and part.endswith("`") and len(part) > 2:
            out.append("\\fB%s\\fR" % escape(part[1:-1]).removeprefix("\\&"))
            continue
        part = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", part)
        pieces = part.split("**")
        if len(pieces) % 2 == 0:
            raise SystemExit("man-layout.py: ** without its partner: " + text)
        for number, piece in enumerate(pieces):
            out.append("\\fB%s\\fR" % escape(piece) if number % 2 else escape(piece))
    line = "".join(out)
    return "\\&" + line if line[:1] in (".", "'") else line


def cells(line):
    """The cells of a table's row; `\\|` is no border."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(lines):
    """A row as an entry: its first cell, then the others, with their column's name where there is more than one."""
    names = [name.replace("`", "") for name in cells(lines[0])]
    if not re.fullmatch(r"[|\- :]+", lines[1]):
        raise SystemExit("man-layout.py: a table without a line below its head: " + lines[0])
    out = []
    for line in lines[2:]:
        row = cells(line)
        if len(row) != len(names):
            raise SystemExit("man-layout.py: %d cells and not %d: %s" % (len(row), len(names), line))
        out += [".TP", inline(row[0])]
        for number, (name, cell) in enumerate(zip(names[1:], row[1:])):
            if len(names) > 2:
                out += [".br"] if number else []
                out += ["\\fI%s\\fR: %s" % (escape(name), inline(cell))]
            else:
                out += [inline(cell)]
    return out


def block(lines):
    """One block of the page: what stands between blank lines."""
    first = lines[0]
    if first.startswith("|"):
        return table(lines)
    if first.startswith("- "):
        items = re.split(r"(?:^|\n)- ", "\n".join(lines))[1:]
        return [line for item in items for line in (".IP \\(bu 2", inline(" ".join(item.split())))]
    if re.match(r"[#>*+\d]+[.)]? ", first):
        raise SystemExit("man-layout.py: this is not known: " + first)
    return [".PP", inline(" ".join(line.strip() for line in lines))]


def page(text):
    """The whole page."""
    out = ['.TH CONTACTOR\\-LAYOUT 5 "" "contactor"', ".ad l", ".SH NAME"]
    out += [escape("contactor-layout - layout file of contactor: what is touched where, and what it does"), ".SH DESCRIPTION"]
    lines = text.rstrip("\n").split("\n") + [""]
    if not lines[0].startswith("# "):
        raise SystemExit("man-layout.py: the page has no title")
    waiting, code = [], None
    for line in lines[1:]:
        if line.startswith("```"):
            if waiting:
                out += block(waiting)
                waiting = []
            out += [".PP", ".RS 4", ".nf"] if code is None else [".fi", ".RE"]
            code = True if code is None else None
        elif code:
            out.append(escape(line) or "\\&")
        elif line.startswith("#"):
            marks, _, title = line.partition(" ")
            if waiting or marks not in ("##", "###"):
                raise SystemExit("man-layout.py: this heading is not known: " + line)
            out.append('.%s "%s"' % ("SH" if marks == "##" else "SS", escape(title.upper() if marks == "##" else title)))
        elif line:
            waiting.append(line)
        elif waiting:
            out += block(waiting)
            waiting = []
    if code:
        raise SystemExit("man-layout.py: code without an end")
    out += [".SH SEE ALSO", escape("contactor(1)")]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(sys.stdin.read()))
