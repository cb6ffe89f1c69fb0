"""Reads what tools/survive.d/guest prints and writes progress, a table, Markdown or JSON. Called by tools/survive.

usage: report.py progress <RESULTS
       report.py text|table|json DESCRIPTION RESULTS

DESCRIPTION has lines `case NAME KEY VALUE` and `subject NAME KEY VALUE`, with tabs between. Fails if Contactor does not survive a case.
"""

import json
import sys

OURS = ("contactor", "contactor-evdev")


def progress():
    reasons = []
    for line in sys.stdin:
        kind, *words = line.rstrip("\n").split("\t")
        if kind == "begin":
            reasons = []
        elif kind == "failed":
            reasons.append(words[2])
        elif kind == "end":
            case, subject, status = words
            print(f"{subject:16} {case:16} {status}{': ' if reasons else ''}{'; '.join(reasons)}", flush=True)
        elif kind != "fact":
            print(line, end="", flush=True)


def read(description, results):
    """The cases and subjects by name, and a result for each pair that was begun."""
    named = {"case": {}, "subject": {}}
    for line in open(description, encoding="utf-8"):
        kind, name, key, value = line.rstrip("\n").split("\t")
        named[kind].setdefault(name, {})[key] = value
    found = {}
    for line in open(results, encoding="utf-8"):
        kind, *words = line.rstrip("\n").split("\t")
        if kind not in ("begin", "fact", "failed", "end"):
            continue
        result = found.setdefault((words[0], words[1]), {"status": "no result", "reasons": [], "figures": {}})
        if kind == "fact":
            result["figures"][words[2]] = int(words[3] or 0)
        elif kind == "failed":
            result["reasons"].append(words[2])
        elif kind == "end":
            result["status"] = words[2]
    return named["case"], named["subject"], found


def result_of(case, subject, cases, subjects, found):
    only = cases[case].get("only", "").split()
    if only and subject not in only:
        return {"status": "—", "reasons": [], "figures": {}}
    if "problem" in subjects[subject]:
        return {"status": "untested", "reasons": [subjects[subject]["problem"]], "figures": {}}
    return found.get((case, subject), {"status": "no result", "reasons": ["the machine did not get to it"], "figures": {}})


def write_json(cases, subjects, found):
    pairs = [(case, subject) for case in cases for subject in subjects]
    print(json.dumps([{"case": case, "subject": subject} | result_of(case, subject, cases, subjects, found) for case, subject in pairs], indent=1))


def figures(result):
    found = result["figures"]
    if "memory-after" not in found or "resident-last" not in found:
        return ""
    return (
        f"open files {found['descriptors-before']} → {found['descriptors-after']}, "
        f"memory of its own {found['memory-before']} → {found['memory-after']} kB, "
        f"resident {found['resident-first']} kB after the first → {found['resident-last']} kB after the hundredth"
    )


def write_text(cases, subjects, found):
    print(f"{'':18}" + "".join(f"{subject['title']:18}" for subject in subjects.values()))
    for case in cases:
        print(f"{case:18}" + "".join(f"{result_of(case, subject, cases, subjects, found)['status']:18}" for subject in subjects))
    for case in cases:
        for subject in subjects:
            result = result_of(case, subject, cases, subjects, found)
            if result["reasons"] and "problem" not in subjects[subject]:
                print(f"{subject}, {case}: {'; '.join(result['reasons'])}")
    for name, subject in subjects.items():
        if "problem" in subject:
            print(f"{name}: untested: {subject['problem']}")
    for subject in subjects:
        if "replug" in cases and (text := figures(result_of("replug", subject, cases, subjects, found))):
            print(f"{subject}, replug: {text}")


def write_table(cases, subjects, found):
    print("# What survives what\n")
    print(
        "Written by `tools/survive --table`, which puts each program into the same trouble in the same virtual machine with a real\n"
        "kernel. Each is given the same gestures, by uinput. A case begins with a gesture that runs its action. **Survives** says that after\n"
        "the trouble, and during it where the case says so, the next gesture ran its action once within 2 s; that every process lived and had\n"
        "collected its children; and that it had no more open files, at most 10 % more memory of its own (5 % after the replugs), and took no\n"
        "processor at rest. Otherwise the first thing that went wrong is named.\n"
        "`tools/survive --help` says how to add a case.\n"
    )
    print("| case | what is done | " + " | ".join(subject["title"] for subject in subjects.values()) + " |")
    print("| --- | --- |" + " --- |" * len(subjects))
    notes = []
    for name, case in cases.items():
        cells = []
        for subject in subjects:
            result = result_of(name, subject, cases, subjects, found)
            if result["status"] in ("survives", "—"):
                cells.append(result["status"])
            elif "problem" in subjects[subject]:
                cells.append("not testable")
            else:
                cells.append(f"**{result['status']}**: {'; '.join(result['reasons'])}")
        mark = ""
        if case.get("note"):
            if case["note"] not in notes:
                notes.append(case["note"])
            mark = f" ({notes.index(case['note']) + 1})"
        print(f"| {case['title']}{mark} | {case['what']} | " + " | ".join(cells) + " |")
    print()
    for number, note in enumerate(notes, 1):
        print(f"({number}) {note}\n")
    for subject in subjects.values():
        if "problem" in subject:
            print(f"{subject['title']} is not testable: {subject['problem']}.\n")
        elif subject.get("note"):
            print(f"{subject['title']}: {subject['note']}\n")
    lines = [f"- {subject['title']}: {text}" for name, subject in subjects.items() if (text := figures(result_of("replug", name, cases, subjects, found)))]
    if "replug" in cases and lines:
        print("Before and after a hundred replugs:\n")
        print("\n".join(lines))


def main():
    if sys.argv[1:] == ["progress"]:
        return progress()
    form, description, results = sys.argv[1:]
    cases, subjects, found = read(description, results)
    {"text": write_text, "table": write_table, "json": write_json}[form](cases, subjects, found)
    ours = [subject for subject in subjects if subject in OURS]
    bad = [case for case in cases for name in ours if result_of(case, name, cases, subjects, found)["status"] not in ("survives", "—")]
    if bad:
        sys.exit(f"tools/survive: Contactor does not survive: {', '.join(bad)}")


main()
