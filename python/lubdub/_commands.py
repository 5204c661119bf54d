"""The commands of the tool. Written by generate_commands.py from the tool's own description: not edited by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ._tool import Done, Flag, Input, Option, Value, call

Inputs: TypeAlias = "Input | Sequence[Input]"
Values: TypeAlias = "Value | Sequence[Value]"


def bench_accuracy(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, all_peers: bool = False,
    jobs: Value = None, config: Values = None, estimator: Values = None, protocol: Value = None,
    bias: Value = None, truth_shift: Value = None, sessions: Value = None, preset: Value = None,
    edges: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Score estimators on recordings with ground truth.

    Args:
        trace: Traces with truth_m, or folders of them.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        config: A settings file that says how the traces are read: its columns, decimal and nlos. What it says
            of the pipeline does not count: calibrations come from --protocol.
        estimator: An estimator to score; may be repeated. Without it, all are.
        protocol: Where the calibration comes from.
        bias: Which bias of the ranges is calibrated.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        sessions: A regular expression for the part of a recording's name that names its session; recordings
            of one session are left out together.
        preset: Zones, their rules and the heartbeat of this preset; of positions, phone-tag. Without it,
            edges from 0.5 to 8 m and the heartbeat of eternal-loop.
        edges: Edges of the zones that changes are counted in, in metres; 0.5,1,2,4,8 without --preset.
        output: A file to write; its ending says what: .json, .html, .htm, .md, .markdown. - is standard
            output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, page, markdown.
    """
    return call(("bench", "accuracy"), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Flag("--all-peers", all_peers), Option("--jobs", jobs),
        Option("--config", config), Option("--estimator", estimator), Option("--protocol", protocol),
        Option("--bias", bias), Option("--truth-shift", truth_shift), Option("--sessions", sessions),
        Option("--preset", preset), Option("--edges", edges), Option("--output", output),
        Option("--as", as_),
    ])


def bench_growth(
    *, rows: Value = None, cores: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Show how cost grows with rows, traces, candidates, estimators and workers.

    Args:
        rows: The longest trace, in rows.
        cores: The most workers; all cores without it.
        output: A file to write; its ending says what: .csv, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: csv, plot.
    """
    return call(("bench", "growth"), [
        Option("--rows", rows), Option("--cores", cores), Option("--output", output), Option("--as", as_),
    ])


def bench_handover(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, all_peers: bool = False,
    jobs: Value = None, truth_shift: Value = None, residuals: Values = None, soundings: Value = None,
    seed: Value = None, repetitions: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Score the hand-over from UWB to Bluetooth and back.

    Args:
        trace: Traces with ranges and truth_m, or folders.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        residuals: Traces or folders whose Bluetooth fading is drawn; without it, those of the traces.
        soundings: A log of channel-sounding procedures with truth_m, which are heard in the outages.
        seed: Where the random numbers start.
        repetitions: How many hand-over traces are made of each recording.
        output: A file to write; its ending says what: .json, .md, .markdown. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: json, markdown.
    """
    return call(("bench", "handover"), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Flag("--all-peers", all_peers), Option("--jobs", jobs),
        Option("--truth-shift", truth_shift), Option("--residuals", residuals),
        Option("--soundings", soundings), Option("--seed", seed), Option("--repetitions", repetitions),
        Option("--output", output), Option("--as", as_),
    ])


def bench_live(
    *, seconds: Value = None, load: Value = None, lead: Value = None, json: bool = False,
) -> Done:
    """How punctual the beats of a live session are on this machine.

    Args:
        seconds: How long each session lasts, in seconds.
        load: Threads that keep the processor busy in a second session; 0 for no second one.
        lead: How long before its time a beat is handed out, in seconds.
        json: Print JSON.
    """
    return call(("bench", "live"), [
        Option("--seconds", seconds), Option("--load", load), Option("--lead", lead), Flag("--json", json),
    ])


def bench_read(
    trace: Input, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, threads: Value = None,
    repeat: Value = None, json: bool = False,
) -> Done:
    """Measure how fast a trace is read.

    Args:
        trace: The trace; - is standard input.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        threads: The most threads that read: 1 or 2.
        repeat: How often it is read; the fastest time counts.
        json: Print JSON.
    """
    return call(("bench", "read"), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Option("--threads", threads), Option("--repeat", repeat),
        Flag("--json", json),
    ])


def bench_signals(
    log: Inputs, /,
    *, first: Value = None, cost: bool = False,
) -> Done:
    """Score what turns raw radio into distances.

    Args:
        log: Logs of raw radio. Those of the two sides of channel sounding are read one behind the other.
        first: Score only the first so many procedures of each condition.
        cost: Measure the processor time of each method, too: microseconds a procedure.
    """
    return call(("bench", "signals"), [
        log, Option("--first", first), Flag("--cost", cost),
    ])


def bench_speed(
    *, samples: Value = None, candidates: Value = None, rounds: Value = None, baselines: Value = None,
    only: Value = None, json: bool = False,
) -> Done:
    """Time every stage of the tool on this machine.

    Args:
        samples: Samples of the trace.
        candidates: Candidates that the lanes run.
        rounds: Rounds.
        baselines: A library with C baselines to time beside; tools/bench/baselines.c says how.
        only: Only stages whose name contains this text.
        json: Print JSON.
    """
    return call(("bench", "speed"), [
        Option("--samples", samples), Option("--candidates", candidates), Option("--rounds", rounds),
        Option("--baselines", baselines), Option("--only", only), Flag("--json", json),
    ])


def bench_zones(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, all_peers: bool = False,
    jobs: Value = None, estimator: Values = None, protocol: Value = None, edges: Values = None,
    preset: Value = None, config: Values = None, set: Values = None, truth_shift: Value = None,
    output: Values = None, as_: Values = None,
) -> Done:
    """Show what quick zones cost in calm.

    Args:
        trace: Traces with truth_m, or folders of them.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        estimator: An estimator to score; may be repeated. Without it, all are.
        protocol: Where the calibration comes from, as in 'bench accuracy'.
        edges: Edges of the zones, in metres, such as 0.05,0.2,1,2; may be repeated, for a table each. By
            default those of the settings, and 0.5,1,2,4,8 as a second table.
        preset: A preset, whose edges and rules are the default; then without the second table.
        config: A YAML file with settings, whose edges and rules are the default.
        set: Override one setting: KEY=VALUE, such as zones.range.falseChangeInterval=60. May be repeated.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        output: A file to write; its ending says what: .csv, .html, .htm, .svg. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: csv, page, plot.
    """
    return call(("bench", "zones"), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Flag("--all-peers", all_peers), Option("--jobs", jobs),
        Option("--estimator", estimator), Option("--protocol", protocol), Option("--edges", edges),
        Option("--preset", preset), Option("--config", config), Option("--set", set),
        Option("--truth-shift", truth_shift), Option("--output", output), Option("--as", as_),
    ])


def calibrate(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, all_peers: bool = False,
    jobs: Value = None, truth_shift: Value = None, profile: Value = None, contact: Value = None,
    nlos: bool = False, per: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Determine bias, noise and path loss from recordings.

    Args:
        trace: Traces, or folders of them.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        profile: Bias curve of the radio, by itself; without it, the curves are mixed by how well they fit and
            how common they are.
        contact: When the devices touch: seconds from the first row of every trace.
        nlos: Learn from impulse responses what blocked paths add to ranges; at least 5 recordings.
        per: Calibrate each link by itself, all of them into one file.
        output: A file to write; its ending says what: .yaml, .yml, .csv. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: settings, residuals.
    """
    return call(("calibrate",), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Flag("--all-peers", all_peers), Option("--jobs", jobs),
        Option("--truth-shift", truth_shift), Option("--profile", profile), Option("--contact", contact),
        Flag("--nlos", nlos), Option("--per", per), Option("--output", output), Option("--as", as_),
    ])


def check(
    files: Inputs, /,
    *, json: bool = False, from_: Value = None, peer: Value = None, recording: Value = None,
    strict: bool = False, rate: Value = None, columns: Value = None, decimal: Value = None,
    severity: Value = None,
) -> Done:
    """Check traces, device logs, configurations, timelines and haptic files.

    Args:
        files: The files, or folders of them; - for standard input.
        json: Print JSON.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        severity: The least severity that is printed: note, warning or error.
    """
    return call(("check",), [
        files, Flag("--json", json), Option("--from", from_), Option("--peer", peer),
        Option("--recording", recording), Flag("--strict", strict), Option("--rate", rate),
        Option("--columns", columns), Option("--decimal", decimal), Option("--severity", severity),
    ])


def compare(
    first: Input, second: Input, trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, truth_shift: Value = None,
    set: Values = None, sessions: Value = None, output: Values = None, as_: Values = None,
    seed: Value = None, all_peers: bool = False, jobs: Value = None,
) -> Done:
    """Compare two settings files on recordings.

    Args:
        first: The first settings file, or a preset.
        second: The second settings file, or a preset.
        trace: Traces, or folders of them.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        set: Override one setting in both: KEY=VALUE. May be repeated.
        sessions: A part of the recordings' name, as a regular expression, that names their session; without
            it, sessions are found.
        output: A file to write; its ending says what: .csv, .html, .htm. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: csv, page.
        seed: Decides which recordings the bootstrap draws.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
    """
    return call(("compare",), [
        first, second, trace, Option("--from", from_), Option("--peer", peer),
        Option("--recording", recording), Flag("--strict", strict), Option("--rate", rate),
        Option("--columns", columns), Option("--decimal", decimal), Option("--truth-shift", truth_shift),
        Option("--set", set), Option("--sessions", sessions), Option("--output", output),
        Option("--as", as_), Option("--seed", seed), Flag("--all-peers", all_peers), Option("--jobs", jobs),
    ])


def convert(
    input: Input | None = None, target: Input | None = None, /,
    *, output: Values = None, as_: Values = None, from_: Value = None, jobs: Value = None,
    preset: Value = None, mode: Value = None, most_beats: Value = None, normalize: bool = False,
    sensitivity: Value = None, band: Value = None, place: Value = None, sample_rate: Value = None,
    sample_format: Value = None, channels: Value = None, actuator: Value = None, compensate: bool = False,
    acceleration: bool = False, sharpness_map: Value = None, intensity_map: Value = None,
    headroom: Value = None, gain: Value = None, dither: Value = None, strict: bool = False,
    name: Value = None, android_style: Value = None, loop: Value = None, curve_points: Value = None,
    separate_transients: bool = False, position: Value = None, motors: Value = None, table: bool = False,
) -> Done:
    """Convert a haptic file, a sound or a folder of them to other formats.

    Args:
        input: The file to read, - for standard input, or a folder.
        target: The file to write; or name it, and more, with -o.
        output: A file to write; its ending says what: .json, .ndjson, .jsonl, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, ndjson, ahap, android-waveform,
            android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv, wav, plot, losses.
        from_: The input's format, when its content does not show it.
        jobs: Folder: how many files at the same time; by default one on each core.
        preset: A sound: settings for drums, speech, music or an engine; other options are applied over them.
        mode: A sound: beats, envelope or both; both.
        most_beats: A sound: the most transients a second; 10.
        normalize: A sound: its loudest moment gets full intensity, however faint it was recorded.
        sensitivity: A sound: above 1, smaller rises become transients and fainter levels are kept; 1.
        band: A sound: hear this band alone, such as 40-200.
        place: A .tact file: read this place on the body alone, such as vest-front.
        sample_rate: WAV: samples a second, 8000 to 192000.
        sample_format: WAV: how a sample is stored.
        channels: WAV: the channels; controller has haptics on 3 and 4 of 4.
        actuator: WAV: what it is played on: wideband, lra, erm, speaker, or FILE.yaml:NAME; lubdub preset
            --actuators prints a file to start from.
        compensate: WAV: filter the drive by the inverse of the actuator's resonance.
        acceleration: WAV: what the actuator does with the drive, simulated, in place of the drive.
        sharpness_map: WAV: from sharpness to frequency: linear, mpeg, meta, android, fixed.
        intensity_map: WAV: from intensity to amplitude.
        headroom: WAV: how far the true peak stays below full scale.
        gain: WAV: automatic, or absolute: one gain for clips that are played in turn.
        dither: WAV: dither before rounding, from this seed.
        strict: Write nothing and end with status 2 when something that can be felt would be lost.
        name: The pattern's name inside the file; lubdub.
        android_style: android-xml: waveform, primitives, basic-envelope or waveform-envelope; by default as
            in the XML that is read, else waveform.
        loop: android-*: write a steady pattern as a loop: automatic, always or never.
        curve_points: ahap: the most points in one curve, at least 2.
        separate_transients: ahap: continuous events and transients in two files.
        position: tact: the device, such as VestFront, VestBack or ForearmL.
        motors: tact: the motors that play, 0 to 19, separated by commas.
        table: Print what each format keeps, as Markdown.
    """
    return call(("convert",), [
        input, target, Option("--output", output), Option("--as", as_), Option("--from", from_),
        Option("--jobs", jobs), Option("--preset", preset), Option("--mode", mode),
        Option("--most-beats", most_beats), Flag("--normalize", normalize),
        Option("--sensitivity", sensitivity), Option("--band", band), Option("--place", place),
        Option("--sample-rate", sample_rate), Option("--sample-format", sample_format),
        Option("--channels", channels), Option("--actuator", actuator), Flag("--compensate", compensate),
        Flag("--acceleration", acceleration), Option("--sharpness-map", sharpness_map),
        Option("--intensity-map", intensity_map), Option("--headroom", headroom), Option("--gain", gain),
        Option("--dither", dither), Flag("--strict", strict), Option("--name", name),
        Option("--android-style", android_style), Option("--loop", loop),
        Option("--curve-points", curve_points), Flag("--separate-transients", separate_transients),
        Option("--position", position), Option("--motors", motors), Flag("--table", table),
    ])


def edit(
    input: Input, operations: Inputs | None = None, /,
    *, output: Values = None, as_: Values = None, strict: bool = False,
) -> Done:
    """Cut, strengthen, stretch, repeat, join and layer haptic files.

    Args:
        input: The file to read; - for standard input.
        output: A file to write; its ending says what: .json, .ndjson, .jsonl, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, ndjson, ahap, android-waveform,
            android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv, wav, plot, losses.
        strict: Write nothing and end with status 2 when something that can be felt would be lost.
        operations: The operations, each with its value.
    """
    return call(("edit",), [
        input, Option("--output", output), Option("--as", as_), Flag("--strict", strict), operations,
    ])


def estimate(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, preset: Value = None,
    config: Values = None, set: Values = None, output: Values = None, as_: Values = None,
    smooth: bool = False,
) -> Done:
    """The filtered distance, one row for each accepted sample.

    Args:
        trace: The trace or log to read; - is standard input. Of several, or folders of them, each by itself.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        output: A file to write; its ending says what: .csv. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: csv.
        smooth: Use what came later, too: the offline estimate of a whole recording, without zones.
    """
    return call(("estimate",), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Option("--preset", preset), Option("--config", config),
        Option("--set", set), Option("--output", output), Option("--as", as_), Flag("--smooth", smooth),
    ])


def geofence(
    logs: Inputs, /,
    *, zones: Value = None, events_into: Value = None, whose: Value = None, enter: Value = None,
    leave: Value = None, fixes: Value = None, spacing: Value = None, limit: Value = None,
    accuracy_scale: Value = None, bare: bool = False, hdop: Value = None, accuracy: Value = None,
    uere: Value = None, track: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Report when positions enter and leave regions and cross wires.

    Args:
        logs: Logs of positions; each track is followed by itself.
        zones: The regions and wires, as GeoJSON.
        events_into: A trace that gets the events as rows; those of an earlier call are replaced.
        whose: Only the events of this track, by its own name, or as log#track where logs share it; all of
            them if absent.
        enter: Entered at this probability of being inside.
        leave: Left at this probability of being inside.
        fixes: How many fixes must say so.
        spacing: How many seconds the last of them is after the first, at least.
        limit: After so many seconds without a sure fix the likelier side is taken.
        accuracy_scale: How many times wider errors are than the fixes state.
        bare: The bare threshold: a fix is inside or outside, whatever its width.
        hdop: What hdop in GPX means: accuracy (metres), dop, or auto (by writer and values).
        accuracy: What an accuracy in metres means: android (68 % radius), apple (RMS), web (95 % radius).
        uere: Range error in metres that a dilution of precision is multiplied with.
        track: The track of a log that holds several, such as the provider GPS; the one with the most fixes if
            absent.
        output: A file to write; its ending says what: .ndjson, .jsonl, .json, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: events, json, ndjson, ahap,
            android-waveform, android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv,
            wav.
    """
    return call(("geofence",), [
        logs, Option("--zones", zones), Option("--events-into", events_into), Option("--whose", whose),
        Option("--enter", enter), Option("--leave", leave), Option("--fixes", fixes),
        Option("--spacing", spacing), Option("--limit", limit), Option("--accuracy-scale", accuracy_scale),
        Flag("--bare", bare), Option("--hdop", hdop), Option("--accuracy", accuracy), Option("--uere", uere),
        Option("--track", track), Option("--output", output), Option("--as", as_),
    ])


def import_log(
    log: Inputs | None = None, /,
    *, output: Values = None, as_: Values = None, from_: Value = None, peer: Value = None,
    recording: Value = None, strict: bool = False, rate: Value = None, columns: Value = None,
    decimal: Value = None, reorder: Value = None, handle: Value = None, angles: Value = None,
    events: bool = False, list: bool = False,
) -> Done:
    """Turn the log of a device or program into a tidy trace.

    Args:
        log: The log; - is standard input. Of several, or folders of traces, each becomes a trace of its own.
        output: A file to write; its ending says what: .csv, .ndjson, .jsonl. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: csv, ndjson.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        reorder: Put rows in order that lie back by up to so many seconds; all puts all rows in order, held in
            memory.
        handle: The attribute of a peer's ranging data, in a Bluetooth log that does not say it: 0x0025 or 37.
        angles: The unit of the log's angles of arrival: degrees or radians.
        events: Write link events too (connected, disconnected, sent, …).
        list: List the formats that are read.
    """
    return call(("import",), [
        log, Option("--output", output), Option("--as", as_), Option("--from", from_),
        Option("--peer", peer), Option("--recording", recording), Flag("--strict", strict),
        Option("--rate", rate), Option("--columns", columns), Option("--decimal", decimal),
        Option("--reorder", reorder), Option("--handle", handle), Option("--angles", angles),
        Flag("--events", events), Flag("--list", list),
    ])


def judge_tag(
    logs: Inputs, /,
    *, zones: Value = None, actions: Value = None, players: Value = None, radius: Value = None,
    wide_radius: Value = None, stale: Value = None, accuracy_scale: Value = None, utc_offset: Value = None,
    haversine: bool = False, hdop: Value = None, accuracy: Value = None, uere: Value = None,
    track: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Judge a game of tag from recorded positions, and report which verdicts are in doubt.

    Args:
        logs: The positions of the players, one log each.
        zones: Bases and tripwires, as GeoJSON.
        actions: What the players did, one JSON object a line.
        players: The names of the players, in the order of the logs, separated by commas.
        radius: The radius of a basic guess in metres.
        wide_radius: The radius of a wide guess in metres.
        stale: As if positions reached the judge only every so many seconds.
        accuracy_scale: How many times wider errors are than the fixes state.
        utc_offset: The zone whose midnight counts, as hours to add to UTC.
        haversine: Print the distance by the haversine formula, too.
        hdop: What hdop in GPX means: accuracy (metres), dop, or auto (by writer and values).
        accuracy: What an accuracy in metres means: android (68 % radius), apple (RMS), web (95 % radius).
        uere: Range error in metres that a dilution of precision is multiplied with.
        track: The track of a log that holds several, such as the provider GPS; the one with the most fixes if
            absent.
        output: A file to write; its ending says what: .ndjson, .jsonl, .json, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: verdicts, notices, json, ndjson, ahap,
            android-waveform, android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv,
            wav.
    """
    return call(("judge-tag",), [
        logs, Option("--zones", zones), Option("--actions", actions), Option("--players", players),
        Option("--radius", radius), Option("--wide-radius", wide_radius), Option("--stale", stale),
        Option("--accuracy-scale", accuracy_scale), Option("--utc-offset", utc_offset),
        Flag("--haversine", haversine), Option("--hdop", hdop), Option("--accuracy", accuracy),
        Option("--uere", uere), Option("--track", track), Option("--output", output), Option("--as", as_),
    ])


def live(
    trace: Input, /,
    *, follow: bool = False, pace: Value = None, lead: Value = None, clock: Value = None, play: bool = False,
    from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, reorder: Value = None,
    handle: Value = None, preset: Value = None, config: Values = None, set: Values = None,
    pulse: Value = None, pulse_shift: Value = None, pulse_series: Value = None,
) -> Done:
    """Hand out the heartbeat while the trace goes on, as lines or as sound.

    Args:
        trace: The trace or log; - is standard input.
        follow: Wait for more at the end of the file, as it grows.
        pace: Replay a recording in real time; a number is a factor: 4 is four times as fast.
        lead: How long before its time a beat is printed, in seconds of the trace.
        clock: What the rows of a stream or with --follow are stamped with: their own times (rows), or the
            time of arrival (arrival), for rows without a time or with a clock that cannot be trusted.
        play: Play the heartbeat instead of printing it, of a stream or with --follow or --pace: through a
            program that plays sound, or as raw samples where standard output is a pipe or a file: signed 16
            bit, little endian, 48 kHz, one channel.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        reorder: Put rows in order that lie back by up to so many seconds; all puts all rows in order, held in
            memory.
        handle: The attribute of a peer's ranging data, in a Bluetooth log that does not say it: 0x0025 or 37.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        pulse: The tempo comes from the heart in this file, the intensity from the zone; see lubdub pulse.
        pulse_shift: With --pulse: when the heart's first beat is, in seconds of the trace.
        pulse_series: With --pulse: the heart of a file that holds several.
    """
    return call(("live",), [
        trace, Flag("--follow", follow), Option("--pace", pace), Option("--lead", lead),
        Option("--clock", clock), Flag("--play", play), Option("--from", from_), Option("--peer", peer),
        Option("--recording", recording), Flag("--strict", strict), Option("--rate", rate),
        Option("--columns", columns), Option("--decimal", decimal), Option("--reorder", reorder),
        Option("--handle", handle), Option("--preset", preset), Option("--config", config),
        Option("--set", set), Option("--pulse", pulse), Option("--pulse-shift", pulse_shift),
        Option("--pulse-series", pulse_series),
    ])


def pattern(
    name: Input | None = None, /,
    *, text: Value = None, step: Value = None, bpm: Value = None, beats: Value = None,
    intensity: Value = None, breath: Value = None, from_: Value = None, to: Value = None, over: Value = None,
    minutes: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Make a timeline of one pattern at a steady tempo, without a trace.

    Args:
        name: The pattern.
        text: The pattern as text, a character a step.
        step: How long a character of --text lasts; 0.1 s.
        bpm: Beats per minute; each pattern has a tempo of its own.
        beats: How many beats; 8.
        intensity: Strength, 0 to 1.
        breath: Breathing in, holding, out, holding, in seconds such as 4-7-8 or 4-2-6-0.5, or resonance,
            calm, box, 4-7-8, coherent, sigh.
        from_: Breaths a minute at the start.
        to: Breaths a minute at the end of the change.
        over: How many seconds the change takes.
        minutes: How long it is: as many whole breaths as fit, at least one; at most 240.
        output: A file to write; its ending says what: .json, .ndjson, .jsonl, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, ndjson, ahap, android-waveform,
            android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv, wav, plot.
    """
    return call(("pattern",), [
        name, Option("--text", text), Option("--step", step), Option("--bpm", bpm), Option("--beats", beats),
        Option("--intensity", intensity), Option("--breath", breath), Option("--from", from_),
        Option("--to", to), Option("--over", over), Option("--minutes", minutes), Option("--output", output),
        Option("--as", as_),
    ])


def plan(
    readings: Input, /,
    *, pool: Value = None, date: Value = None, profile: Value = None, output: Values = None,
    as_: Values = None,
) -> Done:
    """Plan a day of small rituals from readings of sleep and heart-rate variability.

    Args:
        readings: The table of readings; it may be empty.
        pool: The rituals to choose from (JSON).
        date: The day, such as 2026-11-22.
        profile: A plan of before, whose profile is kept where readings show nothing new.
        output: A file to write; its ending says what: .json, .ics, .ndjson, .jsonl, .ahap, .xml, .hjif,
            .haptic, .tact, .he, .haps, .csv, .wav. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: plan, ics, json, ndjson, ahap,
            android-waveform, android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv,
            wav.
    """
    return call(("plan",), [
        readings, Option("--pool", pool), Option("--date", date), Option("--profile", profile),
        Option("--output", output), Option("--as", as_),
    ])


def preset(
    name: Input | None = None, /,
    *, list: bool = False, all: bool = False, json: bool = False, schema: bool = False,
    actuators: bool = False,
) -> Done:
    """Print a preset as YAML or JSON that can be edited and passed back with --config.

    Args:
        name: The preset.
        list: Name the presets instead.
        all: Print every setting, not only those that most people change.
        json: Print JSON instead of YAML, also of --actuators.
        schema: Print a JSON Schema of the settings file instead, for editors.
        actuators: Print the built-in actuator models instead, for --actuator.
    """
    return call(("preset",), [
        name, Flag("--list", list), Flag("--all", all), Flag("--json", json), Flag("--schema", schema),
        Flag("--actuators", actuators),
    ])


def preview(
    files: Inputs, /,
    *, output: Values = None, as_: Values = None, from_: Value = None, actuator: Value = None,
) -> Done:
    """Show haptic files: events, what the actuator does, sound, and what each format loses.

    Args:
        files: Haptic files or sounds; - for standard input.
        output: A file to write; its ending says what: .html, .htm, .svg. - is standard output. May be
            repeated.
        as_: What the -o before it is, where its ending does not say: page, plot.
        from_: The format of the files, when their content does not show it.
        actuator: What it is played on: wideband, lra, erm, speaker, or FILE.yaml:NAME.
    """
    return call(("preview",), [
        files, Option("--output", output), Option("--as", as_), Option("--from", from_),
        Option("--actuator", actuator),
    ])


def pulse(
    file: Input, /,
    *, json: bool = False, recipe: Value = None, window: Value = None, step: Value = None,
    pacer: Value = None, pacer_start: Value = None, rate: Value = None, series: Value = None,
    dub: Value = None, intensity: Value = None, corrected: bool = False, output: Values = None,
    as_: Values = None,
) -> Done:
    """Measure a recorded heart, and make it a heartbeat that can be felt.

    Args:
        file: The recording; - is standard input.
        json: Print JSON in place of text.
        recipe: How spectra are made: L, W, W1024 or A; the guide to pulse has them.
        window: Measure windows of this length, too.
        step: From one window to the next; the length if absent.
        pacer: The share of the power that goes along with a paced breath of so many a minute.
        pacer_start: When the pacer began, since the first beat.
        rate: Numbers are sample numbers of R peaks at so many samples a second, not intervals.
        series: The heart of a file that holds several, such as "1 sitting cs"; the longest if absent.
        dub: How long after the lub the dub comes: 0 to 1 seconds, or physiological (from the rate).
        intensity: Strength of the heartbeat, 0 to 1.
        corrected: The heartbeat has the corrected beats in place of the recorded ones.
        output: A file to write; its ending says what: .csv, .svg, .json, .ndjson, .jsonl, .ahap, .xml, .hjif,
            .haptic, .tact, .he, .haps, .wav. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: beats, plot, json, ndjson, ahap,
            android-waveform, android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv,
            wav.
    """
    return call(("pulse",), [
        file, Flag("--json", json), Option("--recipe", recipe), Option("--window", window),
        Option("--step", step), Option("--pacer", pacer), Option("--pacer-start", pacer_start),
        Option("--rate", rate), Option("--series", series), Option("--dub", dub),
        Option("--intensity", intensity), Flag("--corrected", corrected), Option("--output", output),
        Option("--as", as_),
    ])


def report(
    trace: Inputs, /,
    *, from_: Value = None, peer: Value = None, recording: Value = None, strict: bool = False,
    rate: Value = None, columns: Value = None, decimal: Value = None, preset: Value = None,
    config: Values = None, set: Values = None, truth_shift: Value = None, pulse: Value = None,
    pulse_shift: Value = None, pulse_series: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Write a page that shows sessions, runs them again, and plays them.

    Args:
        trace: The traces or logs to read, or folders of them; - is standard input.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        pulse: The tempo comes from the heart in this file, the intensity from the zone; see lubdub pulse.
        pulse_shift: With --pulse: when the heart's first beat is, in seconds of the trace.
        pulse_series: With --pulse: the heart of a file that holds several.
        output: A file to write; its ending says what: .html, .htm. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: page.
    """
    return call(("report",), [
        trace, Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Option("--preset", preset), Option("--config", config),
        Option("--set", set), Option("--truth-shift", truth_shift), Option("--pulse", pulse),
        Option("--pulse-shift", pulse_shift), Option("--pulse-series", pulse_series),
        Option("--output", output), Option("--as", as_),
    ])


def run(
    trace: Inputs, /,
    *, output: Values = None, as_: Values = None, preset: Value = None, config: Values = None,
    set: Values = None, pulse: Value = None, pulse_shift: Value = None, pulse_series: Value = None,
    title: Value = None, names: Value = None, message: Value = None, date: Value = None, link: Value = None,
    theme: Value = None, from_: Value = None, peer: Value = None, recording: Value = None,
    strict: bool = False, rate: Value = None, columns: Value = None, decimal: Value = None,
    truth_shift: Value = None, reorder: Value = None, handle: Value = None, explain: bool = False,
    explain_json: bool = False, all_peers: bool = False, mix: Value = None,
) -> Done:
    """Turn a trace into a heartbeat timeline.

    Args:
        output: A file to write; its ending says what: .json, .ndjson, .jsonl, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav, .svg, .html, .htm. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, ndjson, ahap, android-waveform,
            android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv, wav, plot, page,
            keepsake.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        pulse: The tempo comes from the heart in this file, the intensity from the zone; see lubdub pulse.
        pulse_shift: With --pulse: when the heart's first beat is, in seconds of the trace.
        pulse_series: With --pulse: the heart of a file that holds several.
        title: What is written over the names; at most 80 characters.
        names: Whose session it was, such as "Anna & Ben".
        message: A message; at most 200 characters.
        date: The day, as it is to be written: no clock is read.
        link: A link, as a QR code; at most 120 characters. It needs a build with libqrencode.
        theme: The colours: violet (to pink) or gold (from pink).
        trace: The trace or log to read; - is standard input. Of several, or folders of them, each by itself.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        reorder: Put rows in order that lie back by up to so many seconds; all puts all rows in order, held in
            memory.
        handle: The attribute of a peer's ranging data, in a Bluetooth log that does not say it: 0x0025 or 37.
        explain: Print every considered change of zone, taken or not and why.
        explain_json: Put the considered changes of zone into the JSON as a table.
        all_peers: Take every link of a log as a session of its own.
        mix: With --all-peers, one session with all of them: who is felt is the nearest, all, or the peer of
            this name. Without it, each link is a session of its own.
    """
    return call(("run",), [
        Option("--output", output), Option("--as", as_), Option("--preset", preset),
        Option("--config", config), Option("--set", set), Option("--pulse", pulse),
        Option("--pulse-shift", pulse_shift), Option("--pulse-series", pulse_series),
        Option("--title", title), Option("--names", names), Option("--message", message),
        Option("--date", date), Option("--link", link), Option("--theme", theme), trace,
        Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Option("--truth-shift", truth_shift), Option("--reorder", reorder),
        Option("--handle", handle), Flag("--explain", explain), Flag("--explain-json", explain_json),
        Flag("--all-peers", all_peers), Option("--mix", mix),
    ])


def simulate(
    scenario: Input | None = None, /,
    *, seed: Value = None, duration: Value = None, rate: Value = None, residuals: Values = None,
    ranges: Value = None, procedures: Value = None, positions: Value = None, pulse: Value = None,
    count: Value = None, distance: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Make a synthetic trace with ground truth.

    Args:
        scenario: What is played.
        seed: Where the random numbers start.
        duration: Length in seconds; each scenario has its own usual one.
        rate: Ultra-wideband ranges a second.
        residuals: Traces whose Bluetooth fading is played.
        ranges: A trace whose ranges and truth are played.
        procedures: Make channel-sounding procedures of such a channel.
        positions: Make the logs of a game of tag, into this folder, which must exist.
        pulse: Make recordings of a heart, into this folder, which must exist.
        count: How many procedures are made; 100 if absent.
        distance: The distance of all procedures in metres; without it each is drawn from 0.5 to 60.
        output: A file to write; its ending says what: .csv, .btsnoop, .pcap, .pklg. - is standard output. May
            be repeated.
        as_: What the -o before it is, where its ending does not say: csv, btsnoop, pcap, pklg.
    """
    return call(("simulate",), [
        scenario, Option("--seed", seed), Option("--duration", duration), Option("--rate", rate),
        Option("--residuals", residuals), Option("--ranges", ranges), Option("--procedures", procedures),
        Option("--positions", positions), Option("--pulse", pulse), Option("--count", count),
        Option("--distance", distance), Option("--output", output), Option("--as", as_),
    ])


def spectrum(
    file: Input, /,
    *, channel: Value = None, actuator: Value = None, segment: Value = None, measurement: Value = None,
    output: Values = None, as_: Values = None,
) -> Done:
    """Which frequencies a sound plays, and when; which paths a radio response has.

    Args:
        file: A WAV file, a timeline or another haptic file that can be read, or a log of raw radio; - is
            standard input.
        channel: The channel of a WAV file, counted from 1; the first that is not silent if absent.
        actuator: What a timeline is rendered for: wideband, lra, erm, speaker, or FILE.yaml:NAME.
        segment: Samples of a segment of the Welch spectrum; a sixth of a second if absent.
        measurement: Which measurement of a log of raw radio is drawn, from 1.
        output: A file to write; its ending says what: .csv, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: csv, plot.
    """
    return call(("spectrum",), [
        file, Option("--channel", channel), Option("--actuator", actuator), Option("--segment", segment),
        Option("--measurement", measurement), Option("--output", output), Option("--as", as_),
    ])


def stroke(
    log: Input | None = None, /,
    *, template: Value = None, stroke: Values = None, map: Value = None, rate: Value = None,
    ppi: Value = None, unit: Value = None, resolution: Value = None, live: bool = False,
    tolerance: Value = None, delay: Value = None, summary: bool = False, json: bool = False,
    output: Values = None, as_: Values = None,
) -> Done:
    """Turn strokes on a surface into haptic events.

    Args:
        log: The log of strokes.
        template: A set path instead of a log: circle or wave, 6 s long.
        stroke: Only the stroke of this name; may be repeated.
        map: What is felt: calm, pressure or speed.
        rate: Samples of a stroke per second, 10 to 1000.
        ppi: Pixels to an inch: 163 on most phones, 96 of CSS.
        unit: What x and y are measured in, px or mm; else what the log says, or px.
        resolution: Units of a tablet to an inch, such as 2540, where x and y are neither px nor mm.
        live: Read pointer events from standard input, one a line, and print what is felt as they come: began,
            changed and ended, one object a line.
        tolerance: How far a thinned curve may be off, in intensity and sharpness, 0 to 1.
        delay: Seconds of silence before the first stroke, at most 3600.
        summary: Print the summary beside the outputs, too.
        json: Print the summary as JSON.
        output: A file to write; its ending says what: .json, .ndjson, .jsonl, .ahap, .xml, .hjif, .haptic,
            .tact, .he, .haps, .csv, .wav, .svg. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: json, ndjson, ahap, android-waveform,
            android-xml, hjif, haptic, openharmony, web-vibrate, tact, richtap, haps, csv, wav, plot.
    """
    return call(("stroke",), [
        log, Option("--template", template), Option("--stroke", stroke), Option("--map", map),
        Option("--rate", rate), Option("--ppi", ppi), Option("--unit", unit),
        Option("--resolution", resolution), Flag("--live", live), Option("--tolerance", tolerance),
        Option("--delay", delay), Flag("--summary", summary), Flag("--json", json),
        Option("--output", output), Option("--as", as_),
    ])


def studio(
    *, output: Values = None, as_: Values = None, live: Value = None, follow: bool = False,
    pace: Value = None, port: Value = None, address: Value = None, token: Value = None, mix: Value = None,
    all_peers: bool = False, from_: Value = None, peer: Value = None, recording: Value = None,
    strict: bool = False, rate: Value = None, columns: Value = None, decimal: Value = None,
    reorder: Value = None, handle: Value = None, preset: Value = None, config: Values = None,
    set: Values = None, pulse: Value = None, pulse_shift: Value = None, pulse_series: Value = None,
) -> Done:
    """Write a page to drop traces on, or show a session while it runs.

    Args:
        output: A file to write; its ending says what: .html, .htm. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: page.
        live: Show this trace or log while it is written or replayed; - is standard input.
        follow: Wait for more at the end of the file, as it grows; with --live.
        pace: Replay a recording so many times as fast as it was made; with --live.
        port: The port to listen on, 0 for a free one; with --live.
        address: The interface to listen on, with --live: 0.0.0.0 shows the session to every machine that can
            reach this one and knows the address.
        token: What the address begins with, with --live: 16 to 64 letters, digits, - and _. With --port,
            pages go on after the command was started again. Random by default.
        mix: Who of several links is felt, with --live and --all-peers: nearest, all, or the name of a link.
            Default: nearest.
        all_peers: Show every link of a log as a session of its own; with --live.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        reorder: Put rows in order that lie back by up to so many seconds; all puts all rows in order, held in
            memory.
        handle: The attribute of a peer's ranging data, in a Bluetooth log that does not say it: 0x0025 or 37.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        pulse: The tempo comes from the heart in this file, the intensity from the zone; see lubdub pulse.
        pulse_shift: With --pulse: when the heart's first beat is, in seconds of the trace.
        pulse_series: With --pulse: the heart of a file that holds several.
    """
    return call(("studio",), [
        Option("--output", output), Option("--as", as_), Option("--live", live), Flag("--follow", follow),
        Option("--pace", pace), Option("--port", port), Option("--address", address),
        Option("--token", token), Option("--mix", mix), Flag("--all-peers", all_peers),
        Option("--from", from_), Option("--peer", peer), Option("--recording", recording),
        Flag("--strict", strict), Option("--rate", rate), Option("--columns", columns),
        Option("--decimal", decimal), Option("--reorder", reorder), Option("--handle", handle),
        Option("--preset", preset), Option("--config", config), Option("--set", set),
        Option("--pulse", pulse), Option("--pulse-shift", pulse_shift),
        Option("--pulse-series", pulse_series),
    ])


def sweep(
    trace: Inputs, /,
    *, over: Values = None, from_: Value = None, peer: Value = None, recording: Value = None,
    strict: bool = False, rate: Value = None, columns: Value = None, decimal: Value = None,
    preset: Value = None, config: Values = None, set: Values = None, truth_shift: Value = None,
    all_peers: bool = False, jobs: Value = None, output: Values = None, as_: Values = None,
) -> Done:
    """Score recordings over a grid of settings, as CSV for plots.

    Args:
        trace: Traces, or folders of them.
        over: A setting and its values: KEY=FROM:TO:COUNT, or KEY=VALUE|VALUE for single numbers and words.
            May be repeated.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        output: A file to write; its ending says what: .csv. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: csv.
    """
    return call(("sweep",), [
        trace, Option("--over", over), Option("--from", from_), Option("--peer", peer),
        Option("--recording", recording), Flag("--strict", strict), Option("--rate", rate),
        Option("--columns", columns), Option("--decimal", decimal), Option("--preset", preset),
        Option("--config", config), Option("--set", set), Option("--truth-shift", truth_shift),
        Flag("--all-peers", all_peers), Option("--jobs", jobs), Option("--output", output),
        Option("--as", as_),
    ])


def track_distance(
    logs: Inputs, /,
    *, output: Values = None, as_: Values = None, max_gap: Value = None, shift: Value = None,
    accuracy_scale: Value = None, error_correlation: Value = None, ends: Value = None, hdop: Value = None,
    accuracy: Value = None, uere: Value = None, track: Value = None,
) -> Done:
    """Turn the positions of two people into a trace of their distance.

    Args:
        logs: One or two logs of positions.
        output: A file to write; its ending says what: .csv. - is standard output. May be repeated.
        as_: What the -o before it is, where its ending does not say: csv.
        max_gap: Fixes further apart than so many seconds are not joined.
        shift: Seconds to add to the times of the log that comes last by name; auto finds the lag with the
            least median distance, for two receivers that were together.
        accuracy_scale: A factor on the stated widths in the trace. The estimator has its own,
            gnss.accuracyScale.
        error_correlation: How far the errors of both logs are the same, 0 to below 1: 0 for two receivers;
            about exp(-t/40) for the log of one receiver and the same log t seconds later.
        ends: The two tracks of a log that holds both ends and more, such as anna,ben.
        hdop: What hdop in GPX means: accuracy (metres), dop, or auto (by writer and values).
        accuracy: What an accuracy in metres means: android (68 % radius), apple (RMS), web (95 % radius).
        uere: Range error in metres that a dilution of precision is multiplied with.
        track: The track of a log that holds several, such as the provider GPS; the one with the most fixes if
            absent.
    """
    return call(("track-distance",), [
        logs, Option("--output", output), Option("--as", as_), Option("--max-gap", max_gap),
        Option("--shift", shift), Option("--accuracy-scale", accuracy_scale),
        Option("--error-correlation", error_correlation), Option("--ends", ends), Option("--hdop", hdop),
        Option("--accuracy", accuracy), Option("--uere", uere), Option("--track", track),
    ])


def tune(
    trace: Inputs, /,
    *, objective: Value = None, over: Values = None, from_: Value = None, peer: Value = None,
    recording: Value = None, strict: bool = False, rate: Value = None, columns: Value = None,
    decimal: Value = None, preset: Value = None, config: Values = None, set: Values = None,
    budget: Value = None, seed: Value = None, all_peers: bool = False, jobs: Value = None,
    dask: Value = None, engine: Value = None, folds: Value = None, calibrate: bool = False,
    no_calibrate: bool = False, truth_shift: Value = None, sessions: Value = None, study: Value = None,
    resume: bool = False, output: Values = None, as_: Values = None,
) -> Done:
    """Search for the settings that suit recordings best.

    Args:
        trace: Traces, or folders of them.
        objective: What is made small.
        over: A setting to search and its range, KEY=FROM:TO, or KEY=WORD|WORD for words; may be repeated.
            Without it, the usual settings of the radios are searched.
        from_: Read the log as this format instead of finding out; `lubdub import --list`.
        peer: Take the rows of this link only, where a log holds several.
        recording: Take this recording only, where a column recording or file_id names several.
        strict: End with an error at the first row that is rejected.
        rate: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI,
            also date, truth, peer, source, event and recording; range=a1|a2 for a column a link, t=1,range=2
            by place, range=data.dist for JSON lines. Or a settings file with the key columns.
        decimal: The decimal mark of a CSV, . or , and behind it what stands between thousands, if anything:
            ,. reads 1.234,5.
        preset: A preset by name; `lubdub preset --list` names them.
        config: A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from, --all with
            every key.
        set: Override one setting: KEY=VALUE, such as rssi.referencePower=-65 or estimator=one-euro. May be
            repeated; `lubdub preset --all` lists the keys.
        budget: How many candidates each search tries, at least 8.
        seed: Decides every random choice.
        all_peers: Take every link of a log as a recording of its own.
        jobs: How many recordings are read and run at the same time; by default one on each core.
        dask: Make the runs on a Dask cluster: the address of its scheduler, or local:N for N workers here. It
            needs the Python package, lubdub[dask].
        engine: Make the runs by a program that speaks the line protocol of docs/clusters.md, such as 'python3
            -m lubdub.ray auto'.
        folds: Into how many parts recordings are split for held-out scores; all holds out one session after
            the other, 0 none.
        calibrate: Fit bias and path loss to the recordings first.
        no_calibrate: Fit bias and path loss to the recordings first.
        truth_shift: How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each
            set, where it is larger than its error, and 0 leaves the truth as it is. Without it run and report
            leave it, too, and all others take auto.
        sessions: A part of the recordings' name, as a regular expression, that names their session; without
            it, sessions are found.
        study: An SQLite file that keeps all scores, so that the search can be resumed.
        resume: Go on with the study where it was interrupted.
        output: A file to write; its ending says what: .yaml, .yml, .json, .csv, .html, .htm, /. - is standard
            output. May be repeated.
        as_: What the -o before it is, where its ending does not say: settings, json, csv, page, front.
    """
    return call(("tune",), [
        trace, Option("--objective", objective), Option("--over", over), Option("--from", from_),
        Option("--peer", peer), Option("--recording", recording), Flag("--strict", strict),
        Option("--rate", rate), Option("--columns", columns), Option("--decimal", decimal),
        Option("--preset", preset), Option("--config", config), Option("--set", set),
        Option("--budget", budget), Option("--seed", seed), Flag("--all-peers", all_peers),
        Option("--jobs", jobs), Option("--dask", dask), Option("--engine", engine), Option("--folds", folds),
        Flag("--calibrate", calibrate), Flag("--no-calibrate", no_calibrate),
        Option("--truth-shift", truth_shift), Option("--sessions", sessions), Option("--study", study),
        Flag("--resume", resume), Option("--output", output), Option("--as", as_),
    ])


__all__ = [
    "bench_accuracy", "bench_growth", "bench_handover", "bench_live", "bench_read", "bench_signals",
    "bench_speed", "bench_zones", "calibrate", "check", "compare", "convert", "edit", "estimate", "geofence",
    "import_log", "judge_tag", "live", "pattern", "plan", "preset", "preview", "pulse", "report", "run",
    "simulate", "spectrum", "stroke", "studio", "sweep", "track_distance", "tune",
]
