"""The jobs of tools/compare-builds, on every file at hand."""
import dataclasses
import gzip
import hashlib
import os
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = pathlib.Path(os.environ.get("LUBDUB_RECORDINGS", ROOT.parent / "shared")).resolve()
DATASETS, TRACES, CASES = ROOT / "datasets", RECORDINGS / "traces", RECORDINGS / "cases"
FORMATS = ["ahap", "android-waveform", "android-xml", "csv", "haptic", "hjif", "json", "ndjson",
           "openharmony", "richtap", "tact", "web-vibrate"]
HAPTIC = (".ahap", ".haptic", ".xml", ".he", ".json", ".tact", ".hjif")
PROSE = ("README.md", "LICENSES.txt", "SHA256SUMS", "expect.md")
SECONDS = 60
"""The processor time of a job; those of a whole folder have `LONG`."""
LONG = 1800


@dataclasses.dataclass(frozen=True)
class Job:
    """Commands that run one after the other in an empty folder.

    The first word of a command is a program: `tool`, `python` for the package, `library` for the C functions, `page` for
    the engine of pages. A path is an input, and `@` begins the name of a file that is written; files whose names begin
    with `_` are not compared.
    """

    name: str
    commands: tuple
    stdin: pathlib.Path | None = None
    seconds: int = SECONDS

    @property
    def kind(self):
        """What the job is counted under."""
        return self.name.split()[0]

    @property
    def inputs(self):
        words = [word for command in self.commands for word in command if isinstance(word, pathlib.Path)]
        return words + ([self.stdin] if self.stdin else [])

    @property
    def digest(self):
        """Of the commands and the bytes of their inputs."""
        spelled = [[spell(word) for word in command] for command in self.commands]
        found = hashlib.sha256(repr([self.name, spelled, self.stdin and spell(self.stdin), self.seconds]).encode())
        for path in self.inputs:
            for file in files(path) if path.is_dir() else [path]:
                found.update(hashlib.sha256(file.read_bytes()).digest())
        return found.hexdigest()


def files(folder, *endings):
    found = pathlib.Path(folder).rglob("*") if pathlib.Path(folder).is_dir() else []
    return sorted(p for p in found if p.is_file() and p.name not in PROSE and (not endings or p.suffix in endings))


def spell(word):
    """A word as a job has it: inputs are reached by links in its folder, so that they have one name in every checkout."""
    if not isinstance(word, pathlib.Path):
        return word
    for link, folder in [("datasets", DATASETS), ("recordings", RECORDINGS)]:
        if word.is_relative_to(folder):
            return str(link / word.relative_to(folder))
    return f"packed/{word.name}"


def name_of(path):
    return spell(path).removeprefix("recordings/")


def tool(name, *words, **options):
    return Job(name, (("tool", *words),), **options)


def compressed(path, folder):
    """The file by gzip, always the same bytes."""
    packed = folder / f"{name_of(path).replace('/', '-')}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))
    return packed


def all_jobs(scratch):
    """Every job; `scratch` is a folder for inputs that are made."""
    traces = sorted(DATASETS.glob("*.csv")) + files(TRACES, ".csv")
    logs = files(DATASETS / "nasty") + files(DATASETS / "log") + files(DATASETS / "signals") + files(RECORDINGS / "logs") + files(CASES)
    haptics = files(RECORDINGS / "haptics", *HAPTIC)
    for trace in traces:
        yield from of_trace(trace, scratch)
    for log in logs:
        yield from of_log(log, scratch)
    for file in haptics + files(CASES, *HAPTIC):
        yield from of_haptics(file)
    for folder in sorted(TRACES.glob("*/")):
        yield from of_folder(folder)
    yield from of_datasets()
    for folder in sorted(CASES.glob("*/")):
        yield from of_case(folder)
    for folder in ["hostile", "bounds", "haptics", "ceremony", "peers"]:
        for file in files(CASES / folder):
            yield from of_hostile(file)
    yield from of_extras()


def read_by_all(file, scratch):
    """Jobs that read one file, by its name, by a pipe, and compressed."""
    name = name_of(file)
    packed = compressed(file, scratch)
    for way, source, stdin in [("", file, None), ("pipe ", "-", file)]:
        for command, made in [("run", "@run.json"), ("estimate", "@estimate.csv"), ("import", "@import.csv")]:
            yield tool(f"{way}{command} {name}", command, source, "-o", made, stdin=stdin)
        yield tool(f"{way}check {name}", "check", source, stdin=stdin)
    yield tool(f"gzip import {name}", "import", packed, "-o", "@import.csv")
    yield tool(f"gzip check {name}", "check", packed)
    yield tool(f"gzip pipe {name}", "run", "-", "-o", "@run.json", stdin=packed)
    yield Job(f"python read {name}", (("python", "read", file),))
    yield Job(f"page read {name}", (("page", "read", file),))


def of_trace(trace, scratch):
    name = name_of(trace)
    yield from read_by_all(trace, scratch)
    yield tool(f"explain {name}", "run", trace, "-o", "@run.svg", "--explain")
    yield Job(f"python {name}", (("python", "trace", trace),), seconds=600)
    yield Job(f"library {name}", (("library", "trace", trace),), seconds=600)
    yield Job(f"page {name}", (("tool", "report", trace, "-o", "@_report.html"), ("page", "report", "@_report.html")))


def of_log(log, scratch):
    yield from read_by_all(log, scratch)
    yield Job(f"library {name_of(log)}", (("library", "trace", log),))


def of_haptics(file):
    name = name_of(file)
    for form in FORMATS:
        yield tool(f"convert {name} {form}", "convert", file, "-o", f"@converted.{form}", "--as", form)
    yield tool(f"check haptics {name}", "check", file)
    yield tool(f"preview {name}", "preview", file)
    yield Job(f"library haptics {name}", (("library", "haptics", file),))
    yield Job(f"page haptics {name}", (("page", "read", file),))


def of_folder(folder):
    for bench, form in [("accuracy", "json"), ("zones", "csv")]:
        yield tool(f"bench {bench} {folder.name}", "bench", bench, folder, "-o", f"@bench.{form}", seconds=LONG)
    yield tool(f"calibrate {folder.name}", "calibrate", folder, "-o", "@calibration.yaml", seconds=LONG)
    yield tool(f"tune {folder.name}", "tune", folder, "--budget", "24", "--seed", "1", "-o", "@tune.json", seconds=LONG)
    yield Job(f"python folder {folder.name}", (("python", "folder", folder),), seconds=LONG)


def of_datasets():
    for trace in sorted(DATASETS.glob("*.csv")):
        yield tool(f"wav {trace.name}", "run", trace, "-o", "@run.wav")
        yield tool(f"keepsake {trace.name}", "keepsake", trace, "-o", "@poster.svg")
        yield tool(f"live {trace.name}", "live", trace)
        yield tool(f"live pipe {trace.name}", "live", "-", stdin=trace)
        for form in FORMATS:
            yield tool(f"run {form} {trace.name}", "run", trace, "-o", f"@run.{form}", "--as", form)
        yield tool(f"sweep {trace.name}", "sweep", trace, "--over", "uwb.gate=2:5:4")
    for preset in ["eternal-loop", "phone-tag", "geiger", "breath"]:
        yield tool(f"preset {preset}", "run", DATASETS / "approach.csv", "--preset", preset, "-o", "@run.json")


def of_case(folder):
    """The commands that a case shows, and every file of it read by the options of these commands."""
    shown = [[folder / word if (folder / word).is_file() else word for word in words] for words in commands_in(folder / "expect.md")]
    for words in shown:
        if not any(isinstance(word, pathlib.Path) for word in words):
            continue
        made = [] if words[0] not in ("run", "import") or "-o" in words else ["-o", f"@{words[0]}.{'json' if words[0] == 'run' else 'csv'}"]
        outputs = [f"@{word}" if before == "-o" else word for before, word in zip(["", *words], words)]
        yield tool(f"case {folder.name} {text_of(words)}", *outputs, *made)
    ways = {tuple(words[2:]) for words in shown if words[0] == "run" and str(words[2:3]).count("--columns")}
    for options in sorted(ways):
        for file in files(folder):
            yield tool(f"case {folder.name} import {file.name} {text_of(options)}", "import", file, *options, "-o", "@import.csv")
            yield tool(f"case pipe {folder.name} run {file.name} {text_of(options)}", "run", "-", *options, "-o", "@run.json", stdin=file)


def commands_in(story):
    """The words of each command of the tool that a text shows, without those that need a shell."""
    code = re.findall(r"^```\w*\n(.*?)^```", story.read_text(), re.MULTILINE | re.DOTALL) if story.exists() else []
    commands = [shlex.split(line) for block in code for line in block.splitlines() if line.startswith("lubdub ")]
    return [words[1:] for words in commands if not {"|", "<", ">", "&&", ";"} & set(words)]


def text_of(words):
    return " ".join(word.name if isinstance(word, pathlib.Path) else word for word in words)


def of_hostile(file):
    """Every command that takes a file, on one that may be of any kind."""
    name = name_of(file)
    walk = DATASETS / "approach.csv"
    yield tool(f"hostile config {name}", "run", walk, "--config", file, "-o", "@run.json")
    yield tool(f"hostile convert {name}", "convert", file, "-o", "@converted.ahap")
    yield tool(f"hostile convert pipe {name}", "convert", "-", "-o", "@converted.json", stdin=file)
    yield tool(f"hostile sound {name}", "convert", file, "-o", "@converted.wav")
    yield tool(f"hostile edit {name}", "edit", file, "-o", "@edited.json", "--gain", "0.8")
    yield tool(f"hostile preview {name}", "preview", file)
    yield tool(f"hostile pulse {name}", "pulse", file, "--window", "60", "-o", "@pulse.json")
    yield tool(f"hostile stroke {name}", "stroke", file, "-o", "@stroke.json")
    yield tool(f"hostile distance {name}", "track-distance", file, file, "-o", "@pair.csv")
    yield tool(f"hostile live {name}", "live", file)
    yield tool(f"hostile calibrate {name}", "calibrate", file, "-o", "@calibration.yaml")


def of_extras():
    for bpm in ["48", "72", "133.7"]:
        for form in [*FORMATS, "wav"]:
            kind = [] if form == "wav" else ["--as", form]
            yield tool(f"pattern {bpm} {form}", "pattern", "lub-dub", "--bpm", bpm, "--beats", "9", "-o", f"@pattern.{form}", *kind)
    yield tool("pattern breath", "breath", "4-7-8", "--breaths", "4", "-o", "@breath.json")
    for scenario in ["approach", "walk-by", "hover-at-edge", "retreat", "uwb-outage", "pocket"]:
        yield tool(f"simulate {scenario}", "simulate", scenario, "--seed", "7", "-o", "@simulated.csv")
    walks = RECORDINGS / "sources" / "positions"
    pairs = [(DATASETS / "positions" / "anna.gpx", DATASETS / "positions" / "ben.gpx")] + [
        (walks / a, walks / b) for a, b in [("walk_1_a.gpx", "walk_1_b.gpx"), ("walk_2_a.gpx", "walk_2_b.gpx"),
                                            ("ride_A_motog3.gpx", "ride_A_xiaomi.gpx")] if (walks / a).exists()]
    for first, second in pairs:
        yield tool(f"pair {first.name}", "track-distance", first, second, "-o", "@pair.csv")
    for zones, actions, who in [(DATASETS / "positions" / "zones.geojson", DATASETS / "positions" / "actions.ndjson", pairs[0]),
                                (walks / "game_1.geojson", walks / "game_1_actions.ndjson", pairs[-1])]:
        if zones.exists():
            yield tool(f"verdict {zones.name}", "judge-tag", *who, "--zones", zones, "--actions", actions)
    for heart in files(DATASETS / "pulse") + files(RECORDINGS / "sources" / "rr"):
        yield tool(f"pulse {heart.name}", "pulse", heart, "-o", "@pulse.json", "-o", "@pulse.svg")
    for stroke in files(DATASETS / "strokes") + files(RECORDINGS / "sources" / "strokes"):
        yield tool(f"stroke {stroke.name}", "stroke", stroke, "-o", "@stroke.json")
    for file in files(RECORDINGS / "sources"):
        yield tool(f"check sources {name_of(file)}", "check", file)
    for signals in [*files(DATASETS / "signals"), *files(RECORDINGS / "signals", ".csv", ".log")]:
        yield tool(f"signals {name_of(signals)}", "bench", "signals", signals, "--first", "20", seconds=600)
    yield tool("plan", "plan", DATASETS / "day" / "readings.csv", "--pool", DATASETS / "day" / "pool.json",
               "--date", "2026-11-22", "-o", "@plan.json", "-o", "@day.ics")
