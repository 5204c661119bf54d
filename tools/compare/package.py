"""Runs the Python package and writes what it gives, a file a value, into the folder that the process is in.

    package.py read|trace|folder PATH

Warnings and errors go to standard error, one line each. The environment says which package: PYTHONPATH and
LUBDUB_LIBRARY.
"""
import json
import pathlib
import sys
import warnings

import lubdub
import numpy as np


def write(name, value):
    """Writes numbers as their bytes, and everything else as JSON with sorted keys."""
    if isinstance(value, (bytes, bytearray)):
        return pathlib.Path(name).write_bytes(value)
    if isinstance(value, np.ma.MaskedArray):
        value = {"values": value.filled(0).tolist(), "mask": np.ma.getmaskarray(value).tolist()}
    if isinstance(value, np.ndarray) and value.dtype != object:
        return pathlib.Path(f"{name}.{value.dtype}").write_bytes(np.ascontiguousarray(value).tobytes())
    text = json.dumps(value, sort_keys=True, default=lambda one: one.tolist())
    pathlib.Path(f"{name}.json").write_text(text)


def write_table(name, table):
    for column in table.keys():
        write(f"{name}.{column}", table[column])


def attempt(step, *arguments):
    """Makes one step; an error of the package ends it and is said."""
    try:
        return step(*arguments)
    except lubdub.LubdubError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)


def read(path):
    trace = lubdub.read(path)
    write_table("trace", trace)
    write("input", trace.input)
    return trace


def run(path):
    session = lubdub.run(path, explain=True)
    write_table("estimates", session.estimates)
    write_table("beats", session.beats)
    write_table("events", session.events)
    for name in ["zone_changes", "against_truth", "considerations", "receptions", "details", "duration_s"]:
        write(name, getattr(session, name))
    for form in ["json", "ahap", "hjif", "android-xml", "csv"]:
        attempt(lambda form=form: write(f"timeline.{form}", session.export(form).content))
    write("timeline.wav", session.wav(16000))
    return session


def scores(recordings):
    found = lubdub.score(recordings)
    write("scores", {"recordings": found.recordings, "total": found.total})


def judge(path, session):
    trace = lubdub.read(path)
    estimates = session.estimates
    mine = [estimates[name] for name in ["distance_m", "low_m", "high_m"]]
    write("own.zones", lubdub.zones(estimates["t_s"], *mine))
    if "truth_m" in trace:
        found = lubdub.score(trace)
        write("own.scores", {"recordings": found.recordings, "total": found.total})


def pipeline(path):
    going = lubdub.Pipeline(explain=True)
    estimates, decisions = going.process_rows(lubdub.read(path))
    write_table("pipeline", estimates)
    write_table("pipeline.plan", going.plan(estimates["t_s"][-1] + 5) if len(estimates["t_s"]) else {})
    write("pipeline.decisions", [*decisions, *going.finish()])


def calibrate(path):
    found = lubdub.calibrate(path)
    write("calibration", {"values": found.values, "changes": dict(found.settings), "summary": found.summary})
    write_table("residuals", found.residuals)


def tune(path):
    found = lubdub.tune(path, budget=8, seed=1)
    write("tuning", {"changes": dict(found.changes), "cost": found.cost, "is_complete": found.is_complete})
    write("tuning.report.json", found.report_json)


def main():
    what, path = sys.argv[1:]
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, *_: print(f"warning: {message}", file=sys.stderr)
    if what == "read":
        attempt(read, path)
    elif what == "trace":
        session = attempt(run, path)
        if session is not None:
            for step in [read, scores, pipeline, calibrate]:
                attempt(step, path)
            attempt(judge, path, session)
    else:
        for step in [scores, calibrate, tune]:
            attempt(step, path)


main()
