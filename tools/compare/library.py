"""Calls the C functions of lubdub.h and lubdub_bench.h, and writes the parts of their results, a file each.

    library.py trace|haptics FILE

LUBDUB_LIBRARY names the shared library. Sentences for people go to standard error.
"""
import ctypes
import json
import math
import os
import pathlib
import sys

FORMATS = ["ahap", "android-waveform", "android-xml", "csv", "haptic", "hjif", "json", "ndjson",
           "openharmony", "richtap", "tact", "web-vibrate"]
COLUMNS = {"time": 8, "kind": 1, "range": 8, "power": 8, "first_path_power": 8, "channel": 2, "truth": 8, "deviation": 8}
"""The columns of `lubdub_rows` in order, as parts of a trace, and the bytes of a value."""
FED_ROWS = 20_000
"""So many rows are fed one by one."""

library = ctypes.CDLL(os.environ["LUBDUB_LIBRARY"])
WORDS = [ctypes.c_char_p, ctypes.c_size_t]
POINTER, NUMBER = ctypes.c_void_p, ctypes.c_double
for name, result, takes in [
    ("trace", POINTER, [*WORDS, *WORDS]), ("read", POINTER, [*WORDS, *WORDS]), ("run", POINTER, [POINTER, *WORDS]),
    ("pattern", POINTER, WORDS), ("settings", POINTER, WORDS), ("export", POINTER, [POINTER, *WORDS]),
    ("render", POINTER, [POINTER, *WORDS]), ("pipeline_make", POINTER, [*WORDS, POINTER]),
    ("pipeline_process", POINTER, [POINTER, POINTER]), ("pipeline_advance", POINTER, [POINTER, NUMBER]),
    ("pipeline_plan", POINTER, [POINTER, NUMBER]), ("pipeline_finish", POINTER, [POINTER]),
    ("pipeline_next_deadline", NUMBER, [POINTER]), ("pipeline_release", None, [POINTER]),
    ("live_make", POINTER, [*WORDS, POINTER]), ("live_process", POINTER, [POINTER, POINTER, NUMBER]),
    ("live_pass", POINTER, [POINTER, NUMBER]), ("live_finish", POINTER, [POINTER, NUMBER]),
    ("live_next_wake", NUMBER, [POINTER]), ("live_release", None, [POINTER]), ("status", ctypes.c_int32, [POINTER]),
    ("part_count", ctypes.c_size_t, [POINTER]), ("part_name", ctypes.c_char_p, [POINTER, ctypes.c_size_t]),
    ("part_bytes", POINTER, [POINTER, ctypes.c_size_t, POINTER]), ("release", None, [POINTER]),
]:
    function = getattr(library, f"lubdub_{name}")
    function.restype, function.argtypes = result, takes


def words(value):
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return content, len(content)


def parts(result):
    """The status of a result and its parts, copied."""
    found, size = {}, ctypes.c_size_t()
    for index in range(library.lubdub_part_count(result)):
        place = library.lubdub_part_bytes(result, index, ctypes.byref(size))
        content = ctypes.string_at(place, size.value) if place else b""
        found[library.lubdub_part_name(result, index).decode()] = content
    return library.lubdub_status(result), found


class Files:
    """Parts by the call that gave them; those of calls in a row follow each other."""

    def __init__(self):
        self.contents = {}

    def take(self, call, result, keep=False):
        status, found = parts(result)
        if not keep:
            library.lubdub_release(result)
        self.add(f"{call}.status", b"%d\n" % status)
        for name, content in found.items():
            if name in SENTENCES:
                for sentence in SENTENCES[name](content.decode(errors="replace")):
                    print(sentence, file=sys.stderr)
            else:
                self.add(f"{call}.{name}", counts_of(content) if name == "report" else content)
        return status, found

    def add(self, name, content):
        self.contents.setdefault(name, bytearray()).extend(content)

    def write(self):
        for name, content in self.contents.items():
            ending = ".json" if content[:1] in (b"{", b"[") else ""
            pathlib.Path(name.replace("/", "-") + ending).write_bytes(content)


def counts_of(report):
    """What a report of a reading counts; its sentences are in the notes."""
    report = json.loads(report)
    report["rejections"] = {one["reason"]: one["count"] for one in report["rejections"]}
    return json.dumps({name: value for name, value in report.items()
                       if name not in ("warnings", "findings")}).encode()


SENTENCES = {"message": lambda text: [text], "notes": json.loads, "findings": json.loads}
"""The parts that are said to people."""


def rows_of(columns, first, count):
    """A struct of rows with pointers into the columns."""
    places = [0 if name not in columns else ctypes.addressof(columns[name]) + first * size for name, size in COLUMNS.items()]
    return (ctypes.c_size_t * 9)(count, *places)


def exports(files, result):
    for form in FORMATS:
        files.take(f"export.{form}", library.lubdub_export(result, *words({"format": form})))
    files.take("render", library.lubdub_render(result, *words({"sampleRate": 8000, "file": True})))


def feed(files, columns, times):
    """A pipeline and a live session, fed row by row."""
    pipeline, live = POINTER(), POINTER()
    files.take("pipeline", library.lubdub_pipeline_make(*words({"explain": True}), ctypes.byref(pipeline)))
    files.take("live", library.lubdub_live_make(*words({}), ctypes.byref(live)))
    for place, time in enumerate(times):
        row = rows_of(columns, place, 1)
        files.take("pipeline", library.lubdub_pipeline_process(pipeline, row))
        while (wake := library.lubdub_live_next_wake(live)) < time:
            files.take("live", library.lubdub_live_pass(live, wake))
            if library.lubdub_live_next_wake(live) == wake:
                break
        files.take("live", library.lubdub_live_process(live, row, time))
    end = times[-1] + 10
    files.add("pipeline.deadline", repr(library.lubdub_pipeline_next_deadline(pipeline)).encode())
    files.take("pipeline.plan", library.lubdub_pipeline_plan(pipeline, end))
    files.take("pipeline", library.lubdub_pipeline_advance(pipeline, end))
    files.take("pipeline", library.lubdub_pipeline_finish(pipeline))
    files.take("live", library.lubdub_live_finish(live, end))
    library.lubdub_pipeline_release(pipeline)
    library.lubdub_live_release(live)


def trace(files, path):
    status, found = files.take("trace", library.lubdub_trace(*words(path), b"", 0))
    if status != 0:
        return
    columns = {name: ctypes.create_string_buffer(found[name], len(found[name])) for name in COLUMNS if name in found}
    count = len(found["kind"])
    times = list((NUMBER * count).from_buffer_copy(found["time"]))
    options = {"explain": True, "ahead": 5, "input": json.loads(found["input"])}
    result = library.lubdub_run(rows_of(columns, 0, count), *words(options))
    status, _ = files.take("run", result, keep=True)
    if status == 0:
        exports(files, result)
    library.lubdub_release(result)
    if times and all(map(math.isfinite, times)):
        feed(files, columns, times[:FED_ROWS])


def haptics(files, path):
    content = pathlib.Path(path).read_bytes()
    result = library.lubdub_read(content, len(content), *words(pathlib.Path(path).name.encode()))
    status, _ = files.take("read", result, keep=True)
    if status == 0:
        exports(files, result)
    library.lubdub_release(result)


def main():
    what, path = sys.argv[1:]
    files = Files()
    if what == "trace":
        trace(files, path.encode())
    else:
        haptics(files, path)
    files.write()


main()
