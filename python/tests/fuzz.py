"""Calls every function of the package with values of every kind, in this process: it ends well, or a call has ended it.

    python tests/fuzz.py ROUNDS [SEED]

A round is 25 calls of a function. Prints how many calls there were, and how they were answered. Calls come from threads and forked processes, too.
"""

import collections
import contextlib
import copy
import io
import os
import pickle
import random
import sys
import threading
import time
import warnings
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import lubdub
from lubdub._errors import LubdubError

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
PATHS = [str(path) for path in sorted(DATASETS.glob("*.csv"))][:4]
KEYS = [entry["key"] for entry in lubdub.catalog()]
FORMATS = ["json", "ahap", "hjif", "haptic", "csv", "android-xml", "richtap", "tact", "x", "", None, 5]
SESSIONS = [lubdub.run(path) for path in PATHS]
HAPTICS = [session.export(name).content for session in SESSIONS[:2] for name in ("json", "ahap", "hjif", "haptic")]

numbers = st.one_of(
    st.floats(), st.integers(), st.integers(-3, 300), st.floats(-1, 1e4), st.sampled_from([0, 1, 1e300, -0.0, 2**63, 10**400]))
things = st.recursive(
    st.one_of(
        st.none(), st.booleans(), numbers, st.text(max_size=20), st.binary(max_size=40), st.complex_numbers(),
        st.just(datetime(2026, 1, 1)), st.just(datetime(2026, 1, 1, tzinfo=timezone.utc)), st.just(timedelta(1)),
        st.sampled_from([object(), len, Ellipsis, np.nan, np.datetime64("NaT"), np.float32(1), np.array(3), *PATHS])),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4),
                            st.tuples(inner, inner)), max_leaves=8)
kinds = ["f8", "f4", "i8", "u1", "i2", "u8", "?", "c16", "O", "U3", "M8[ns]", "m8[us]", "S2", ">f8", "f2"]


@st.composite
def columns(draw):
    """A column of any type, stride and length."""
    count = draw(st.integers(0, 40))
    values = np.linspace(draw(st.sampled_from([0, -5, 1e9])), draw(st.sampled_from([1, 30, 1e5, -3, np.nan])), count)
    with np.errstate(all="ignore"):
        array = values.astype("f8").astype("i8").astype(kind) if (kind := draw(st.sampled_from(kinds)))[0] in "MmSU" \
            else values.astype(kind)
    shape = draw(st.integers(0, 5))
    if shape == 1:
        return array[::-2]
    if shape == 2:
        return array.reshape(1, -1)
    if shape == 3:
        return np.ma.array(array, mask=np.arange(count) % 3 == 0)
    if shape == 4:
        return list(array)
    return array


names = st.sampled_from(["t_s", "range_m", "rssi_dbm", "channel", "kind", "source", "event", "truth_m", "sd_m",
                         "fp_power_dbm", "peer", "x"])
times = st.integers(1, 40).map(lambda count: np.arange(count) / 10)
tables = st.one_of(
    st.dictionaries(names, st.one_of(columns(), things), max_size=6),
    times.map(lambda t: {"t_s": t, "range_m": 1 + t, "truth_m": 1 + t}),
    st.builds(lambda t, c: {"t_s": t, "range_m": np.resize(np.asarray(c, dtype=object), len(t))}, times, columns()),
    st.sampled_from(PATHS), st.binary(max_size=200).map(lambda data: b"t_s,range_m\n" + data),
    st.binary(max_size=99).map(io.BytesIO), things)
options = st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=10)), things, max_size=3)
sessions = st.sampled_from(SESSIONS)


def damaged(content: bytes, place: int, value: int) -> bytes:
    place %= max(1, len(content))
    return content[:place] + bytes([value]) + content[place + 1:]


def live(steps):
    pipeline = lubdub.Pipeline()
    for name, values in steps:
        with contextlib.suppress(Exception):
            getattr(pipeline, name)(*values)
    for work in (copy.copy, pickle.dumps):
        with contextlib.suppress(TypeError):
            work(pipeline)


steps = st.lists(st.tuples(
    st.sampled_from(["advance", "plan", "apply", "finish", "process_rows", "process", "__init__"]),
    st.lists(st.one_of(numbers, options, tables), max_size=1)), max_size=6)
TARGETS = {
    "run": (lubdub.run, [tables, options]),
    "run explained": (lambda data, explain: lubdub.run(data, explain=explain), [tables, things]),
    "read": (lambda data, how: lubdub.read(data, **how), [tables, st.dictionaries(st.sampled_from(
        ["format", "peer", "recording", "all", "strict", "reorder_s", "rate_hz", "columns", "decimal_comma", "mend_clock", "name",
         "threads"]),
        things, max_size=3)]),
    "score": (lubdub.score, [tables, options]),
    "calibrate": (lambda data, profile, contact: lubdub.calibrate(data, profile=profile, contact=contact),
                  [tables, things, things]),
    "settings": (lubdub.Settings, [options]),
    "settings file": (lubdub.Settings.read, [st.binary(max_size=80).map(lambda data: b"zones.edges: " + data)]),
    "haptics": (lambda content, place, value: lubdub.read_haptics(damaged(content, place, value)).export("json"),
                [st.sampled_from(HAPTICS), st.integers(0, 1 << 20), st.integers(0, 255)]),
    "export": (lambda session, name, members: session.export(name, **members),
               [sessions, st.sampled_from(FORMATS), st.dictionaries(st.sampled_from(
                   ["name", "android_style", "looping", "curve_point_limit", "separate_transients"]), things, max_size=2)]),
    "render": (lambda session, rate: session.render(rate), [sessions, st.one_of(st.sampled_from([8000, 44100, 10**7]), things)]),
    "wav": (lambda session, rate: session.wav(rate), [sessions, st.one_of(st.integers(-5, 3000), things)]),
    "sent": (lambda session, protocol: pickle.loads(pickle.dumps(session, protocol)).export("ahap"),
             [sessions, st.integers(0, 5)]),
    "copied": (lambda session: copy.deepcopy(copy.copy(session)).details, [sessions]),
    "split": (lubdub.split, [tables, things]),
    "live": (live, [steps]),
    "tune": (lambda data, over, budget: lubdub.tune(data, over=over, budget=budget, jobs=1),
             [tables, st.dictionaries(st.sampled_from(KEYS), things, max_size=2), st.sampled_from([8, 0, "x", 1e18])]),
}
answers: collections.Counter = collections.Counter()
slowest: collections.Counter = collections.Counter()


def called(name, work, arguments):
    begin = time.monotonic()
    try:
        work(*arguments)
        answers[name, "done"] += 1
    except Exception as error:
        kind = "LubdubError" if isinstance(error, LubdubError) else type(error).__name__
        answers[name, kind] += 1
        if kind not in ("LubdubError", "TypeError") and answers[name, kind] == 1:
            print(f"{name}: {kind}: {str(error)[:150]}", flush=True)
    slowest[name] = max(slowest[name], round(1000 * (time.monotonic() - begin)))


def elsewhere(name, work, arguments):
    """The same call at once from three threads, and in a forked process."""
    threads = [threading.Thread(target=called, args=(name, work, copy.copy(arguments))) for _ in range(3)]
    for thread in threads:
        thread.start()
    child = os.fork()
    if child == 0:
        try:
            work(*arguments)
        except BaseException:
            pass
        os._exit(0)
    for thread in threads:
        thread.join()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"{name}: a forked process ended with status {status}: {arguments!r}"


def main() -> None:
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    warnings.simplefilter("ignore")
    for _ in range(int(sys.argv[1])):
        name = chance.choice(list(TARGETS))
        work, strategies = TARGETS[name]

        @seed(chance.randrange(1 << 30))
        @settings(max_examples=25, database=None, deadline=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))
        @given(st.tuples(*strategies))
        def check(arguments):
            (elsewhere if chance.random() < 0.05 else called)(name, work, arguments)

        check()
    total = sum(answers.values())
    for (name, kind), count in sorted(answers.items()):
        print(f"{name:15} {kind:20} {count}")
    print(f"{total} calls, the slowest: {slowest.most_common(4)} ms")
    # An end in the midst of calls.
    for _ in range(2):
        threading.Thread(target=lambda: [lubdub.run(path) for path in PATHS * 99], daemon=True).start()


if __name__ == "__main__":
    main()
