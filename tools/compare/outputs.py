"""What a job gave: parts with names, each a count of texts, so that two of them are compared text by text."""
import collections
import hashlib
import json
import re

LONGEST_SHOWN = 1 << 16
"""Standard output of more bytes counts as data, and is compared as a whole."""

FINDING = re.compile(r"\b(note|warning|error): .*\[([a-z0-9]+(?:-[a-z0-9]+)*)\]")
REJECTED = re.compile(r"\b(\d+) rejected: ")
REJECTION = re.compile(r"(?:^|[\s:(])([a-z]+(?:-[a-z]+)*): (\d+) rows? \((?:line|record|row)s? ")
NUMBER = r"(?<![a-z])[-+−]?\d[\d.,:]*(?:e[-+]?\d+)?"
PLACEHOLDERS = [
    (re.compile(r'"[^"\n]*"'), '"…"'),
    (re.compile(r"`[^`\n]*`"), "`…`"),
    (re.compile(r"(?<!\w)'[^'\n]*'"), "'…'"),
    (re.compile(rf"{NUMBER}(?:(?:, | to | and ){NUMBER})*(?:, …)?", re.IGNORECASE), "#"),
    (re.compile(r"\b(row|line|record)s\b"), r"\1"),
]


def kind(line, names):
    """The kind of a message: its code where it has one, else its words without names, quotations, and numbers."""
    if found := FINDING.search(line):
        rows = REJECTED.search(line)
        return f"[{found[2]}] {found[1]}", int(rows[1]) if rows else 1
    if found := REJECTION.search(line):
        return f"[{found[1]}] rows", int(found[2])
    line = line.strip().removeprefix("lubdub: ")
    for name in names:
        line = line.replace(name, "FILE")
    for pattern, words in PLACEHOLDERS:
        line = pattern.sub(words, line)
    return line, 1


def kinds(lines, names):
    """How often each kind of message comes; of rejected rows, how many there are."""
    found = collections.Counter()
    for line in lines:
        words, count = kind(line, names)
        found[words] += count
    return found


def parts(statuses, stdout, stderr, written, names, is_report):
    """The parts of a job: its statuses, what it said, and its files; `names` are those of its inputs."""
    made = {"status": {" ".join(statuses): 1}}
    for name, content in written.items():
        made[name] = {digest(without_settings(name, content)): 1}
    # The words of a process that a signal ended are those of the runtime.
    if not statuses[-1].isdigit():
        return made
    made["stderr"] = kinds(text(stderr).splitlines(), names)
    if len(stdout) > LONGEST_SHOWN or not is_text(stdout):
        made["stdout"] = {digest(without_settings("stdout.json", stdout)): 1}
        return made
    lines = text(stdout).splitlines()
    notes = [line for line in lines if is_report or FINDING.search(line) or REJECTION.search(line)]
    said = [line for line in lines if line not in set(notes)]
    made["notes"] = kinds(notes, names)
    made["stdout"] = collections.Counter(said)
    made["order of stdout"] = {digest("\n".join(said).encode()): 1}
    return made


def changes(old, new):
    """Pairs of a part and what differs in it between two outputs of one job; of a job that a signal ended, the status."""
    is_ended = any("SIG" in status for one in (old, new) for status in one["status"])
    for part in ["status"] if is_ended else sorted(old.keys() | new.keys()):
        before, after = old.get(part, {}), new.get(part, {})
        if before == after or (part == "order of stdout" and old.get("stdout") != new.get("stdout")):
            continue
        if part == "status":
            yield part, f"{next(iter(before))} → {next(iter(after))}"
        elif part in ("stderr", "notes", "stdout"):
            for words in sorted(before.keys() | after.keys()):
                counts = before.get(words, 0), after.get(words, 0)
                if counts[0] == counts[1]:
                    continue
                sign = "+" if counts[0] == 0 else "-" if counts[1] == 0 else f"{counts[0]} → {counts[1]}"
                yield part, f"{sign} {words}"
        else:
            yield part, "is missing" if not after else "is new" if not before else "differs"


def digest(content):
    return f"{len(content)} bytes, {hashlib.sha256(content).hexdigest()}"


def text(content):
    return content.decode(errors="replace")


def is_text(content):
    try:
        return b"\0" not in content and content.decode() is not None
    except UnicodeDecodeError:
        return False


def without_settings(name, content):
    """A document without its settings, whose keys may have other names."""
    if not name.endswith((".json", ".ndjson")):
        return content
    try:
        documents = [json.loads(content)]
    except ValueError:
        try:
            documents = [json.loads(line) for line in content.splitlines() if line.strip()]
        except ValueError:
            return content
    return json.dumps([cut(document) for document in documents], sort_keys=True).encode()


def cut(value):
    """A value without the members that hold settings."""
    if isinstance(value, list):
        return [cut(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {key: cut(element) for key, element in value.items() if key not in ("settings", "configuration")}
