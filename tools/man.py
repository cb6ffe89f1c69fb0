"""Turns ArgumentParser's dump of a command's help (JSON, standard input) into a man page (standard output)."""
import json
import sys


def escape(text):
    """Text as roff takes it: no line begins with a control character."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def paragraphs(text):
    """A discussion: indented blocks stay as they are, the rest is filled."""
    lines = []
    for block in text.strip("\n").split("\n\n"):
        if all(line.startswith("  ") for line in block.split("\n")):
            lines += [".PP", ".nf", escape(block), ".fi"]
        else:
            lines += [".PP", escape(block)]
    return lines


def names(argument):
    """How an argument is written: `--log FILE`, `TRACE`."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return "\\fI%s\\fR" % escape(value)
    forms = []
    for name in argument.get("names", []):
        dash = "--" if name["kind"] == "long" else "-"
        forms.append("\\fB%s\\fR" % escape(dash + name["name"]))
    text = ", ".join(forms)
    return text + (" \\fI%s\\fR" % escape(value) if argument["kind"] == "option" else "")


def options(command):
    """The arguments as a list, those that every command has left out."""
    lines = []
    for argument in command.get("arguments", []):
        everywhere = {"help", "version"} & {name["name"] for name in argument.get("names", [])}
        if everywhere or not argument.get("shouldDisplay", True):
            continue
        lines += [".TP", names(argument), escape(argument.get("abstract", ""))]
        values = argument.get("allValues")
        if values:
            lines += [escape("One of %s." % ", ".join(values))]
        if argument.get("defaultValue"):
            lines += [escape("Default: %s." % argument["defaultValue"])]
    return lines


def section(command, path):
    """A subcommand and those below it."""
    lines = ['.SS "%s"' % escape(" ".join(path)), escape(command.get("abstract", ""))]
    lines += paragraphs(command.get("discussion", "")) if command.get("discussion") else []
    lines += options(command)
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help":
            lines += section(inner, path + [inner["commandName"]])
    return lines


def page(command):
    """The whole page."""
    name = command["commandName"]
    lines = ['.TH %s 1 "" "%s"' % (name.upper(), name), ".SH NAME"]
    lines += [escape("%s - %s" % (name, command["abstract"].rstrip(".")))]
    lines += [".SH SYNOPSIS", ".B %s" % name, "\\fIcommand\\fR [\\fIarguments\\fR]", ".SH DESCRIPTION"]
    lines += paragraphs(command.get("discussion", ""))
    lines += [".SH COMMANDS"]
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help":
            lines += section(inner, [inner["commandName"]])
    lines += [".SH FILES", escape("Layouts are described in contactor-layout(5), and in Documentation/Layout.md of the project.")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)["command"]))
