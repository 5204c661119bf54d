"""The settings by name. Written by generate_settings.py from the settings schema: not edited by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from ._settings import Group, SettingsBase


class ZonesRange(Group):
    """The keys of `zones.range`."""

    _prefix = "zones.range."
    rule: Literal["cusum", "hysteresis"]
    "How a change is decided."
    falseChangeInterval: float | Sequence[float | None]
    "CUSUM: mean time between false changes at rest (ARL0), in s; 1 to 1e+07."
    halfBand: float | Sequence[float | None]
    "CUSUM: half the band around an edge, in m; 0.001 to 10."
    lookAhead: float | Sequence[float | None]
    "CUSUM: how far to look ahead along the velocity, in s; 0 to 10."
    margin: float | Sequence[float | None]
    "Hysteresis: half the band around an edge, in marginUnit; 0 to 1000."
    marginUnit: Literal["meters", "percent"]
    "Hysteresis: unit of the margin."
    dwell: float | Sequence[float | None]
    "Hysteresis: how long every reading must be beyond the margin, in s; 0 to 600."
    minimumSamples: int
    "Hysteresis: how many independent readings must be beyond the margin; 1 to 1000."


class ZonesRssi(Group):
    """The keys of `zones.rssi`."""

    _prefix = "zones.rssi."
    rule: Literal["cusum", "hysteresis"]
    "How a change is decided."
    falseChangeInterval: float | Sequence[float | None]
    "CUSUM: mean time between false changes at rest (ARL0), in s; 1 to 1e+07."
    halfBand: float | Sequence[float | None]
    "CUSUM: half the band around an edge, in ln(distance); 0.001 to 3."
    lookAhead: float | Sequence[float | None]
    "CUSUM: how far to look ahead along the velocity, in s; 0 to 10."
    margin: float | Sequence[float | None]
    "Hysteresis: half the band around an edge, in marginUnit; 0 to 1000."
    marginUnit: Literal["meters", "percent"]
    "Hysteresis: unit of the margin."
    dwell: float | Sequence[float | None]
    "Hysteresis: how long every reading must be beyond the margin, in s; 0 to 600."
    minimumSamples: int
    "Hysteresis: how many independent readings must be beyond the margin; 1 to 1000."


class ZonesPosition(Group):
    """The keys of `zones.position`."""

    _prefix = "zones.position."
    rule: Literal["cusum", "hysteresis"]
    "How a change is decided."
    falseChangeInterval: float | Sequence[float | None]
    "CUSUM: mean time between false changes at rest (ARL0), in s; 1 to 1e+07."
    halfBand: float | Sequence[float | None]
    "CUSUM: half the band around an edge, in m; 0.001 to 10."
    lookAhead: float | Sequence[float | None]
    "CUSUM: how far to look ahead along the velocity, in s; 0 to 10."
    margin: float | Sequence[float | None]
    "Hysteresis: half the band around an edge, in marginUnit; 0 to 1000."
    marginUnit: Literal["meters", "percent"]
    "Hysteresis: unit of the margin."
    dwell: float | Sequence[float | None]
    "Hysteresis: how long every reading must be beyond the margin, in s; 0 to 600."
    minimumSamples: int
    "Hysteresis: how many independent readings must be beyond the margin; 1 to 1000."


class Zones(Group):
    """The keys of `zones`."""

    _prefix = "zones."
    _groups = {
        "range": ZonesRange,
        "rssi": ZonesRssi,
        "position": ZonesPosition,
    }
    range: ZonesRange
    rssi: ZonesRssi
    position: ZonesPosition
    edges: float | Sequence[float | None]
    "Edges from the nearest; an edge belongs to the farther zone, in m; 0.001 to 1000."
    names: Sequence[str]
    "One name for each zone from the nearest."


class Heartbeat(Group):
    """The keys of `heartbeat`."""

    _prefix = "heartbeat."
    intervals: float | Sequence[float | None]
    "From beat to beat in each zone from the nearest; null and zones beyond are silent, in s; 0.02 to 600."
    intensities: float | Sequence[float | None]
    "Strength in each zone from the nearest; 0 to 1."
    policy: Literal["stepped", "continuous", "pulse"]
    "What decides the tempo: the zone (stepped), the distance (continuous) or a heart (pulse)."
    knots: float | Sequence[float | None]
    "Continuous: distances at which the tempos above are exact, in m; 0 to 1000."
    refractory: float
    "No beat comes sooner than this after another, in s; 0 to 60."
    entryLead: float
    "How long after a zone is entered its first beat comes; 0 for at once, in s; 0 to 1."
    tempoRampTime: float
    "Stepped: duration of the ramp to the next tempo; 0 for none, in s; 0 to 60."
    pulseTimeout: float
    "Pulse: after this time without a beat of the heart, the zone's own tempo, in s; 0.5 to 600."
    pulseRampTime: float
    "Pulse: duration of the ramp from the heart's tempo to the zone's and back, in s; 0 to 60."
    maxIntervalRatio: float | None
    "Largest ratio of one interval to the one before, either way; null for any; 1.01 to 1000."
    contact: Literal["beats", "continuous"]
    "What the nearest zone feels like: beats, or one continuous event."
    contactEdge: float
    "Continuous contact: the intensity falls to the floor here, in m; 0.001 to 1000."
    contactFloor: float
    "Continuous contact: share of the intensity left at the edge; 0 to 1."
    contactSharpness: float
    "Continuous contact: from dull (0) to sharp (1); 0 to 1."
    pattern: Literal["lub-dub", "physiological", "tap", "breath", "geiger", "sonar"] | Sequence[Mapping[str, Any]]
    "What one beat consists of: a name, or a list of events."
    timeBase: Literal["seconds", "intervals", "systoles"]
    "What the times in a pattern are measured in."


class Ceremony(Group):
    """The keys of `ceremony`."""

    _prefix = "ceremony."
    send: Literal["swipe", "atContact"]
    "What sends the ring: a swipe, or contact by itself (atContact)."
    readyZone: int
    "Farthest zone from which the ring can be sent, from 0, the nearest; 0 to 1000."
    press: float
    "How long the manual trigger must be held, in s; 0 to 60."
    retries: int
    "How often a lost link is tried again; 0 to 100."
    retryTimeout: float
    "How long each attempt may take, in s; 0 to 3600."


class LiveReorder(Group):
    """The keys of `live.reorder`."""

    _prefix = "live.reorder."
    uwb: float
    "How far behind the newest sample a UWB range may be stamped, in s; 0 to 2."
    ble: float
    "The same for signal strength, in s; 0 to 2."
    cs: float
    "The same for channel sounding, in s; 0 to 2."
    gnss: float
    "The same for positions, in s; 0 to 2."
    reported: float
    "The same for distances that a phone reports, in s; 0 to 2."


class Live(Group):
    """The keys of `live`."""

    _prefix = "live."
    _groups = {
        "reorder": LiveReorder,
    }
    reorder: LiveReorder
    lateBeats: Literal["drop", "playFirst", "playAll"]
    "Beats whose time has passed: drop, playFirst (one of them) or playAll."
    lateAfter: float | None
    "From when on a beat is late; null for half the lead, at least 0.05 s, in s; 0 to 600."
    aheadLimit: float
    "A sample that is stamped farther ahead of the clock is refused, in s; 0.001 to 86400."


class Uwb(Group):
    """The keys of `uwb`."""

    _prefix = "uwb."
    bias: float
    "What the pair reads too long, in m; -10 to 10."
    biasSlope: float
    "Change of the bias per metre, around biasCenter; -0.2 to 0.2."
    biasCenter: float
    "Distance at which the bias was determined, in m; 0 to 1000."
    profile: Literal["none", "dw1000"]
    "Known bias curve of a chip family."
    profileShare: float
    "How much of that curve is taken off; 0 to 1."
    calibrationDeviation: float
    "How wrong the bias may be, one standard deviation, in m; 0 to 10."
    whiteDeviation: float
    "Part of a reading's error that is new every time, in m; 0.001 to 10."
    correlatedDeviation: float
    "Part of a reading's error that stays for a while, in m; 0 to 10."
    correlationTime: float
    "How long the correlated error stays, in s; 0.001 to 10."
    studentDegrees: float
    "Degrees of freedom of a reading's Student distribution; 1 to 100."
    positiveErrorScale: float
    "How fast the variance of readings that are too long grows with their squared error; 0 to 10."
    velocityDeviation: float
    "Usual speed of the motion, one standard deviation, in m/s; 0.01 to 100."
    velocityTime: float
    "How long a velocity is remembered, in s; 0.05 to 60."
    lowestReading: float
    "Readings below this, once the bias is off, are gross errors that nothing is learned from, in m; -10 to 0."
    gate: float
    "Readings further off than this many standard deviations are outliers; 1 to 20."
    candidateCount: int
    "Number of agreeing outliers that replace the track; 2 to 1000."
    candidateTime: float
    "Minimum time that these outliers must agree, in s; 0 to 60."
    slowCandidateTime: float
    "Minimum time that three outliers must agree to replace the track too, in s; 0 to 60."
    candidateSpeed: float
    "How fast outliers that agree may move, in m/s; 0 to 100."
    restartCount: int
    "Number of rejections in a row that start the filter anew; 2 to 10000."
    restartTime: float
    "Minimum time since the last accepted reading before that, in s; 0 to 60."
    adaptationTime: float
    "How fast the noise and motion scales adapt, in s; 0.1 to 600."
    motionThreshold: float
    "Smoothed innovation that means motion and not noise; 0.1 to 10."
    obstructionLimit: float
    "Received minus first-path power beyond which the path counts as blocked, in dB; 0 to 60."
    obstructionDeviation: float
    "What a blocked path adds to calibrationDeviation, in quadrature, in m; 0 to 10."
    holdOff: float
    "Minimum time that outliers must agree when another radio contradicts them, in s; 0 to 600."
    motionGate: float
    "Innovations beyond this many standard deviations do not count as motion; 1 to 1000."
    noiseScaleLimit: float
    "Largest noise scale, as a factor of the variance; 1 to 1e+06."
    noisyLinkThreshold: float
    "Links with a larger noise scale count as noisy; 1 to 1e+06."
    motionScaleLimit: float
    "Largest motion scale, as a factor of the variance; 1 to 1e+06."
    coastAfter: float
    "Silent for longer, the estimate is only predicted, in s; 0 to 3600."
    staleAfter: float
    "Silent for longer, the estimate is stale and the zone ends, in s; 0 to 3600."
    lostAfter: float
    "Silent for longer, the peer is given up, in s; 0 to 86400."


class Cs(Group):
    """The keys of `cs`."""

    _prefix = "cs."
    bias: float
    "What the pair reads too long, in m; -10 to 10."
    biasSlope: float
    "Change of the bias per metre, around biasCenter; -0.2 to 0.2."
    biasCenter: float
    "Distance at which the bias was determined, in m; 0 to 1000."
    profile: Literal["none", "dw1000"]
    "Known bias curve of a chip family."
    profileShare: float
    "How much of that curve is taken off; 0 to 1."
    calibrationDeviation: float
    "How wrong the bias may be, one standard deviation, in m; 0 to 10."
    whiteDeviation: float
    "Part of a reading's error that is new every time, in m; 0.001 to 10."
    correlatedDeviation: float
    "Part of a reading's error that stays for a while, in m; 0 to 10."
    correlationTime: float
    "How long the correlated error stays, in s; 0.001 to 10."
    studentDegrees: float
    "Degrees of freedom of a reading's Student distribution; 1 to 100."
    positiveErrorScale: float
    "How fast the variance of readings that are too long grows with their squared error; 0 to 10."
    velocityDeviation: float
    "Usual speed of the motion, one standard deviation, in m/s; 0.01 to 100."
    velocityTime: float
    "How long a velocity is remembered, in s; 0.05 to 60."
    lowestReading: float
    "Readings below this, once the bias is off, are gross errors that nothing is learned from, in m; -10 to 0."
    gate: float
    "Readings further off than this many standard deviations are outliers; 1 to 20."
    candidateCount: int
    "Number of agreeing outliers that replace the track; 2 to 1000."
    candidateTime: float
    "Minimum time that these outliers must agree, in s; 0 to 60."
    slowCandidateTime: float
    "Minimum time that three outliers must agree to replace the track too, in s; 0 to 60."
    candidateSpeed: float
    "How fast outliers that agree may move, in m/s; 0 to 100."
    restartCount: int
    "Number of rejections in a row that start the filter anew; 2 to 10000."
    restartTime: float
    "Minimum time since the last accepted reading before that, in s; 0 to 60."
    adaptationTime: float
    "How fast the noise and motion scales adapt, in s; 0.1 to 600."
    motionThreshold: float
    "Smoothed innovation that means motion and not noise; 0.1 to 10."
    obstructionLimit: float
    "Received minus first-path power beyond which the path counts as blocked, in dB; 0 to 60."
    obstructionDeviation: float
    "What a blocked path adds to calibrationDeviation, in quadrature, in m; 0 to 10."
    holdOff: float
    "Minimum time that outliers must agree when another radio contradicts them, in s; 0 to 600."
    motionGate: float
    "Innovations beyond this many standard deviations do not count as motion; 1 to 1000."
    noiseScaleLimit: float
    "Largest noise scale, as a factor of the variance; 1 to 1e+06."
    noisyLinkThreshold: float
    "Links with a larger noise scale count as noisy; 1 to 1e+06."
    motionScaleLimit: float
    "Largest motion scale, as a factor of the variance; 1 to 1e+06."
    coastAfter: float
    "Silent for longer, the estimate is only predicted, in s; 0 to 3600."
    staleAfter: float
    "Silent for longer, the estimate is stale and the zone ends, in s; 0 to 3600."
    lostAfter: float
    "Silent for longer, the peer is given up, in s; 0 to 86400."


class Reported(Group):
    """The keys of `reported`."""

    _prefix = "reported."
    bias: float
    "What the pair reads too long, in m; -10 to 10."
    biasSlope: float
    "Change of the bias per metre, around biasCenter; -0.2 to 0.2."
    biasCenter: float
    "Distance at which the bias was determined, in m; 0 to 1000."
    profile: Literal["none", "dw1000"]
    "Known bias curve of a chip family."
    profileShare: float
    "How much of that curve is taken off; 0 to 1."
    calibrationDeviation: float
    "How wrong the bias may be, one standard deviation, in m; 0 to 10."
    whiteDeviation: float
    "Part of a reading's error that is new every time, in m; 0.001 to 10."
    correlatedDeviation: float
    "Part of a reading's error that stays for a while, in m; 0 to 10."
    correlationTime: float
    "How long the correlated error stays, in s; 0.001 to 10."
    studentDegrees: float
    "Degrees of freedom of a reading's Student distribution; 1 to 100."
    positiveErrorScale: float
    "How fast the variance of readings that are too long grows with their squared error; 0 to 10."
    velocityDeviation: float
    "Usual speed of the motion, one standard deviation, in m/s; 0.01 to 100."
    velocityTime: float
    "How long a velocity is remembered, in s; 0.05 to 60."
    lowestReading: float
    "Readings below this, once the bias is off, are gross errors that nothing is learned from, in m; -10 to 0."
    gate: float
    "Readings further off than this many standard deviations are outliers; 1 to 20."
    candidateCount: int
    "Number of agreeing outliers that replace the track; 2 to 1000."
    candidateTime: float
    "Minimum time that these outliers must agree, in s; 0 to 60."
    slowCandidateTime: float
    "Minimum time that three outliers must agree to replace the track too, in s; 0 to 60."
    candidateSpeed: float
    "How fast outliers that agree may move, in m/s; 0 to 100."
    restartCount: int
    "Number of rejections in a row that start the filter anew; 2 to 10000."
    restartTime: float
    "Minimum time since the last accepted reading before that, in s; 0 to 60."
    adaptationTime: float
    "How fast the noise and motion scales adapt, in s; 0.1 to 600."
    motionThreshold: float
    "Smoothed innovation that means motion and not noise; 0.1 to 10."
    obstructionLimit: float
    "Received minus first-path power beyond which the path counts as blocked, in dB; 0 to 60."
    obstructionDeviation: float
    "What a blocked path adds to calibrationDeviation, in quadrature, in m; 0 to 10."
    holdOff: float
    "Minimum time that outliers must agree when another radio contradicts them, in s; 0 to 600."
    motionGate: float
    "Innovations beyond this many standard deviations do not count as motion; 1 to 1000."
    noiseScaleLimit: float
    "Largest noise scale, as a factor of the variance; 1 to 1e+06."
    noisyLinkThreshold: float
    "Links with a larger noise scale count as noisy; 1 to 1e+06."
    motionScaleLimit: float
    "Largest motion scale, as a factor of the variance; 1 to 1e+06."
    coastAfter: float
    "Silent for longer, the estimate is only predicted, in s; 0 to 3600."
    staleAfter: float
    "Silent for longer, the estimate is stale and the zone ends, in s; 0 to 3600."
    lostAfter: float
    "Silent for longer, the peer is given up, in s; 0 to 86400."


class Rssi(Group):
    """The keys of `rssi`."""

    _prefix = "rssi."
    referencePower: float
    "RSSI at one metre, in dBm; -120 to 0."
    exponent: float
    "Path-loss exponent; 1 to 6."
    trust: Literal["thisLink", "thisKind", "elsewhere", "unknown"]
    "How well reference power and exponent are known."
    typicalDistance: float | None
    "Median distance of such links; null takes the generic 2.7 m, in m; 0.1 to 50."
    spread: float | None
    "Spread of ln(distance) around the typical distance, as calibration found it; null takes the default; 0.05 to 5."
    powerDeviation: float | None
    "How wrong the reference power may be; null takes that of the trust, in dB; 0.1 to 60."
    doubt: float | None
    "Probability that the reference power is off by more: larger forgives sooner and follows less; null takes that of the trust; 0 to 1."
    contactLevel: float | None
    "Level while the devices touch; null where it is not known, in dBm; -120 to 0."
    contactLevelDeviation: float
    "How wrong the level of contact may be, in dB; 0.1 to 60."
    contactGap: float | None
    "How much stronger contact is than 0.1 to 0.3 m; null where it is not known, in dB; -60 to 100."
    widthFactor: float
    "Widens the interval of signal strength alone, as calibration found it; 1 to 5."
    relaxationTime: float
    "How fast the level returns to the usual one, in s; 0.1 to 3600."
    fadingDensity: float
    "Noise density of correlated fading, in dB² s; 0.1 to 100000."
    floorVariance: float
    "Noise of a reading after however long a pause, in dB²; 0.1 to 10000."
    shortestInterval: float
    "Readings that come faster count as this far apart, in s; 0.001 to 10."
    weakScale: float
    "Residual at which a weak reading's noise doubles, in dB; 0.1 to 1000."
    strongScale: float
    "Residual at which a strong reading's noise doubles, in dB; 0.1 to 1000."
    coastAfter: float
    "Silent for longer, the estimate is only predicted, in s; 0 to 3600."
    staleAfter: float
    "Silent for longer, the estimate is stale and the zone ends, in s; 0 to 3600."
    lostAfter: float
    "Silent for longer, the peer is given up, in s; 0 to 86400."


class Gnss(Group):
    """The keys of `gnss`."""

    _prefix = "gnss."
    accuracyScale: float
    "How many times wider errors are than the fixes state; 0.01 to 100."
    usualDeviation: float
    "Deviation of one axis where the fixes state none, in m; 0.01 to 1000."
    correlationTime: float
    "How long an error stays, in s; 0.01 to 3600."
    constantShare: float
    "Share of the error's variance that never averages out; 0 to 1."
    whiteShare: float
    "Part of the error that is new every time, as a share; 0.001 to 1."
    velocityDeviation: float
    "Stationary spread of the velocity, in m/s; 0.01 to 100."
    velocityTime: float
    "Time constant with which the velocity decays, in s; 0.1 to 600."
    gate: float
    "Ranges further off than this many standard deviations are rejected; 1 to 20."
    speedChange: float
    "By how much the speed may change unseen before a range is rejected, in m/s; 0 to 100."
    persistence: float
    "Minimum time that rejected ranges must agree to replace the track, in s; 0 to 600."
    every: float
    "How far apart positions are known to come; 0 learns it from them, in s; 0 to 900."
    coastAfter: float
    "Silent for longer, the estimate is only predicted, in s; 0 to 3600."
    staleAfter: float
    "Silent for longer, the estimate is stale and the zone ends, in s; 0 to 3600."
    lostAfter: float
    "Silent for longer, the peer is given up, in s; 0 to 86400."


class HandOver(Group):
    """The keys of `handOver`."""

    _prefix = "handOver."
    after: float
    "UWB silent for longer, signal strength stands in, in s; 0 to 3600."
    blendTime: float
    "Time constant of the transition to signal strength, in s; 0.01 to 600."
    powerDeviation: float
    "How wrong the reference power may be at first, in dB; 0.1 to 60."
    referencePowerTime: float
    "How long the learned reference power is remembered, in s; 1 to 1e+06."
    moveThreshold: float
    "Signal strength off by so many usual deviations is a move: smaller follows sooner, jumps more; 0.5 to 10."
    guardsAgainstBursts: bool
    "Whether signal strength may delay ranges that jump by a factor of two."


class ConstantVelocity(Group):
    """The keys of `constantVelocity`."""

    _prefix = "constantVelocity."
    processNoise: float
    "Estimator constant-velocity: density of the acceleration, in m²/s³; 1e-06 to 1e+06."
    measurementDeviation: float
    "Estimator constant-velocity: standard deviation of a reading, in m; 0.001 to 10."


class Settings(SettingsBase):
    """All settings of the pipeline."""

    _groups = {
        "zones": Zones,
        "heartbeat": Heartbeat,
        "ceremony": Ceremony,
        "live": Live,
        "uwb": Uwb,
        "cs": Cs,
        "reported": Reported,
        "rssi": Rssi,
        "gnss": Gnss,
        "handOver": HandOver,
        "constantVelocity": ConstantVelocity,
    }
    zones: Zones
    heartbeat: Heartbeat
    ceremony: Ceremony
    live: Live
    uwb: Uwb
    cs: Cs
    reported: Reported
    rssi: Rssi
    gnss: Gnss
    handOver: HandOver
    constantVelocity: ConstantVelocity
    estimator: Literal["fusion", "range-filter", "signal-strength", "constant-velocity", "constant-velocity-gated"]
    "What turns samples into a distance."


ZonesRangeDict = TypedDict("ZonesRangeDict", {
    "rule": "Literal['cusum', 'hysteresis']",
    "falseChangeInterval": "float | Sequence[float | None]",
    "halfBand": "float | Sequence[float | None]",
    "lookAhead": "float | Sequence[float | None]",
    "margin": "float | Sequence[float | None]",
    "marginUnit": "Literal['meters', 'percent']",
    "dwell": "float | Sequence[float | None]",
    "minimumSamples": "int",
}, total=False)


ZonesRssiDict = TypedDict("ZonesRssiDict", {
    "rule": "Literal['cusum', 'hysteresis']",
    "falseChangeInterval": "float | Sequence[float | None]",
    "halfBand": "float | Sequence[float | None]",
    "lookAhead": "float | Sequence[float | None]",
    "margin": "float | Sequence[float | None]",
    "marginUnit": "Literal['meters', 'percent']",
    "dwell": "float | Sequence[float | None]",
    "minimumSamples": "int",
}, total=False)


ZonesPositionDict = TypedDict("ZonesPositionDict", {
    "rule": "Literal['cusum', 'hysteresis']",
    "falseChangeInterval": "float | Sequence[float | None]",
    "halfBand": "float | Sequence[float | None]",
    "lookAhead": "float | Sequence[float | None]",
    "margin": "float | Sequence[float | None]",
    "marginUnit": "Literal['meters', 'percent']",
    "dwell": "float | Sequence[float | None]",
    "minimumSamples": "int",
}, total=False)


LiveReorderDict = TypedDict("LiveReorderDict", {
    "uwb": "float",
    "ble": "float",
    "cs": "float",
    "gnss": "float",
    "reported": "float",
}, total=False)


ZonesDict = TypedDict("ZonesDict", {
    "edges": "float | Sequence[float | None]",
    "names": "Sequence[str]",
    "range.rule": "Literal['cusum', 'hysteresis']",
    "range": "ZonesRangeDict",
    "range.falseChangeInterval": "float | Sequence[float | None]",
    "range.halfBand": "float | Sequence[float | None]",
    "range.lookAhead": "float | Sequence[float | None]",
    "range.margin": "float | Sequence[float | None]",
    "range.marginUnit": "Literal['meters', 'percent']",
    "range.dwell": "float | Sequence[float | None]",
    "range.minimumSamples": "int",
    "rssi.rule": "Literal['cusum', 'hysteresis']",
    "rssi": "ZonesRssiDict",
    "rssi.falseChangeInterval": "float | Sequence[float | None]",
    "rssi.halfBand": "float | Sequence[float | None]",
    "rssi.lookAhead": "float | Sequence[float | None]",
    "rssi.margin": "float | Sequence[float | None]",
    "rssi.marginUnit": "Literal['meters', 'percent']",
    "rssi.dwell": "float | Sequence[float | None]",
    "rssi.minimumSamples": "int",
    "position.rule": "Literal['cusum', 'hysteresis']",
    "position": "ZonesPositionDict",
    "position.falseChangeInterval": "float | Sequence[float | None]",
    "position.halfBand": "float | Sequence[float | None]",
    "position.lookAhead": "float | Sequence[float | None]",
    "position.margin": "float | Sequence[float | None]",
    "position.marginUnit": "Literal['meters', 'percent']",
    "position.dwell": "float | Sequence[float | None]",
    "position.minimumSamples": "int",
}, total=False)


HeartbeatDict = TypedDict("HeartbeatDict", {
    "intervals": "float | Sequence[float | None]",
    "intensities": "float | Sequence[float | None]",
    "policy": "Literal['stepped', 'continuous', 'pulse']",
    "knots": "float | Sequence[float | None]",
    "refractory": "float",
    "entryLead": "float",
    "tempoRampTime": "float",
    "pulseTimeout": "float",
    "pulseRampTime": "float",
    "maxIntervalRatio": "float | None",
    "contact": "Literal['beats', 'continuous']",
    "contactEdge": "float",
    "contactFloor": "float",
    "contactSharpness": "float",
    "pattern": "Literal['lub-dub', 'physiological', 'tap', 'breath', 'geiger', 'sonar'] | Sequence[Mapping[str, Any]]",
    "timeBase": "Literal['seconds', 'intervals', 'systoles']",
}, total=False)


CeremonyDict = TypedDict("CeremonyDict", {
    "send": "Literal['swipe', 'atContact']",
    "readyZone": "int",
    "press": "float",
    "retries": "int",
    "retryTimeout": "float",
}, total=False)


LiveDict = TypedDict("LiveDict", {
    "lateBeats": "Literal['drop', 'playFirst', 'playAll']",
    "lateAfter": "float | None",
    "reorder.uwb": "float",
    "reorder": "LiveReorderDict",
    "reorder.ble": "float",
    "reorder.cs": "float",
    "reorder.gnss": "float",
    "reorder.reported": "float",
    "aheadLimit": "float",
}, total=False)


UwbDict = TypedDict("UwbDict", {
    "bias": "float",
    "biasSlope": "float",
    "biasCenter": "float",
    "profile": "Literal['none', 'dw1000']",
    "profileShare": "float",
    "calibrationDeviation": "float",
    "whiteDeviation": "float",
    "correlatedDeviation": "float",
    "correlationTime": "float",
    "studentDegrees": "float",
    "positiveErrorScale": "float",
    "velocityDeviation": "float",
    "velocityTime": "float",
    "lowestReading": "float",
    "gate": "float",
    "candidateCount": "int",
    "candidateTime": "float",
    "slowCandidateTime": "float",
    "candidateSpeed": "float",
    "restartCount": "int",
    "restartTime": "float",
    "adaptationTime": "float",
    "motionThreshold": "float",
    "obstructionLimit": "float",
    "obstructionDeviation": "float",
    "holdOff": "float",
    "motionGate": "float",
    "noiseScaleLimit": "float",
    "noisyLinkThreshold": "float",
    "motionScaleLimit": "float",
    "coastAfter": "float",
    "staleAfter": "float",
    "lostAfter": "float",
}, total=False)


CsDict = TypedDict("CsDict", {
    "bias": "float",
    "biasSlope": "float",
    "biasCenter": "float",
    "profile": "Literal['none', 'dw1000']",
    "profileShare": "float",
    "calibrationDeviation": "float",
    "whiteDeviation": "float",
    "correlatedDeviation": "float",
    "correlationTime": "float",
    "studentDegrees": "float",
    "positiveErrorScale": "float",
    "velocityDeviation": "float",
    "velocityTime": "float",
    "lowestReading": "float",
    "gate": "float",
    "candidateCount": "int",
    "candidateTime": "float",
    "slowCandidateTime": "float",
    "candidateSpeed": "float",
    "restartCount": "int",
    "restartTime": "float",
    "adaptationTime": "float",
    "motionThreshold": "float",
    "obstructionLimit": "float",
    "obstructionDeviation": "float",
    "holdOff": "float",
    "motionGate": "float",
    "noiseScaleLimit": "float",
    "noisyLinkThreshold": "float",
    "motionScaleLimit": "float",
    "coastAfter": "float",
    "staleAfter": "float",
    "lostAfter": "float",
}, total=False)


ReportedDict = TypedDict("ReportedDict", {
    "bias": "float",
    "biasSlope": "float",
    "biasCenter": "float",
    "profile": "Literal['none', 'dw1000']",
    "profileShare": "float",
    "calibrationDeviation": "float",
    "whiteDeviation": "float",
    "correlatedDeviation": "float",
    "correlationTime": "float",
    "studentDegrees": "float",
    "positiveErrorScale": "float",
    "velocityDeviation": "float",
    "velocityTime": "float",
    "lowestReading": "float",
    "gate": "float",
    "candidateCount": "int",
    "candidateTime": "float",
    "slowCandidateTime": "float",
    "candidateSpeed": "float",
    "restartCount": "int",
    "restartTime": "float",
    "adaptationTime": "float",
    "motionThreshold": "float",
    "obstructionLimit": "float",
    "obstructionDeviation": "float",
    "holdOff": "float",
    "motionGate": "float",
    "noiseScaleLimit": "float",
    "noisyLinkThreshold": "float",
    "motionScaleLimit": "float",
    "coastAfter": "float",
    "staleAfter": "float",
    "lostAfter": "float",
}, total=False)


RssiDict = TypedDict("RssiDict", {
    "referencePower": "float",
    "exponent": "float",
    "trust": "Literal['thisLink', 'thisKind', 'elsewhere', 'unknown']",
    "typicalDistance": "float | None",
    "spread": "float | None",
    "powerDeviation": "float | None",
    "doubt": "float | None",
    "contactLevel": "float | None",
    "contactLevelDeviation": "float",
    "contactGap": "float | None",
    "widthFactor": "float",
    "relaxationTime": "float",
    "fadingDensity": "float",
    "floorVariance": "float",
    "shortestInterval": "float",
    "weakScale": "float",
    "strongScale": "float",
    "coastAfter": "float",
    "staleAfter": "float",
    "lostAfter": "float",
}, total=False)


GnssDict = TypedDict("GnssDict", {
    "accuracyScale": "float",
    "usualDeviation": "float",
    "correlationTime": "float",
    "constantShare": "float",
    "whiteShare": "float",
    "velocityDeviation": "float",
    "velocityTime": "float",
    "gate": "float",
    "speedChange": "float",
    "persistence": "float",
    "every": "float",
    "coastAfter": "float",
    "staleAfter": "float",
    "lostAfter": "float",
}, total=False)


HandOverDict = TypedDict("HandOverDict", {
    "after": "float",
    "blendTime": "float",
    "powerDeviation": "float",
    "referencePowerTime": "float",
    "moveThreshold": "float",
    "guardsAgainstBursts": "bool",
}, total=False)


ConstantVelocityDict = TypedDict("ConstantVelocityDict", {
    "processNoise": "float",
    "measurementDeviation": "float",
}, total=False)


SettingsDict = TypedDict("SettingsDict", {
    "preset": "str",
    "estimator": "Literal['fusion', 'range-filter', 'signal-strength', 'constant-velocity', 'constant-velocity-gated']",
    "zones.edges": "float | Sequence[float | None]",
    "zones": "ZonesDict",
    "zones.names": "Sequence[str]",
    "zones.range.rule": "Literal['cusum', 'hysteresis']",
    "zones.range": "ZonesRangeDict",
    "zones.range.falseChangeInterval": "float | Sequence[float | None]",
    "zones.range.halfBand": "float | Sequence[float | None]",
    "zones.range.lookAhead": "float | Sequence[float | None]",
    "zones.range.margin": "float | Sequence[float | None]",
    "zones.range.marginUnit": "Literal['meters', 'percent']",
    "zones.range.dwell": "float | Sequence[float | None]",
    "zones.range.minimumSamples": "int",
    "zones.rssi.rule": "Literal['cusum', 'hysteresis']",
    "zones.rssi": "ZonesRssiDict",
    "zones.rssi.falseChangeInterval": "float | Sequence[float | None]",
    "zones.rssi.halfBand": "float | Sequence[float | None]",
    "zones.rssi.lookAhead": "float | Sequence[float | None]",
    "zones.rssi.margin": "float | Sequence[float | None]",
    "zones.rssi.marginUnit": "Literal['meters', 'percent']",
    "zones.rssi.dwell": "float | Sequence[float | None]",
    "zones.rssi.minimumSamples": "int",
    "zones.position.rule": "Literal['cusum', 'hysteresis']",
    "zones.position": "ZonesPositionDict",
    "zones.position.falseChangeInterval": "float | Sequence[float | None]",
    "zones.position.halfBand": "float | Sequence[float | None]",
    "zones.position.lookAhead": "float | Sequence[float | None]",
    "zones.position.margin": "float | Sequence[float | None]",
    "zones.position.marginUnit": "Literal['meters', 'percent']",
    "zones.position.dwell": "float | Sequence[float | None]",
    "zones.position.minimumSamples": "int",
    "heartbeat.intervals": "float | Sequence[float | None]",
    "heartbeat": "HeartbeatDict",
    "heartbeat.intensities": "float | Sequence[float | None]",
    "heartbeat.policy": "Literal['stepped', 'continuous', 'pulse']",
    "heartbeat.knots": "float | Sequence[float | None]",
    "heartbeat.refractory": "float",
    "heartbeat.entryLead": "float",
    "heartbeat.tempoRampTime": "float",
    "heartbeat.pulseTimeout": "float",
    "heartbeat.pulseRampTime": "float",
    "heartbeat.maxIntervalRatio": "float | None",
    "heartbeat.contact": "Literal['beats', 'continuous']",
    "heartbeat.contactEdge": "float",
    "heartbeat.contactFloor": "float",
    "heartbeat.contactSharpness": "float",
    "heartbeat.pattern": "Literal['lub-dub', 'physiological', 'tap', 'breath', 'geiger', 'sonar'] | Sequence[Mapping[str, Any]]",
    "heartbeat.timeBase": "Literal['seconds', 'intervals', 'systoles']",
    "ceremony.send": "Literal['swipe', 'atContact']",
    "ceremony": "CeremonyDict",
    "ceremony.readyZone": "int",
    "ceremony.press": "float",
    "ceremony.retries": "int",
    "ceremony.retryTimeout": "float",
    "live.lateBeats": "Literal['drop', 'playFirst', 'playAll']",
    "live": "LiveDict",
    "live.lateAfter": "float | None",
    "live.reorder.uwb": "float",
    "live.reorder": "LiveReorderDict",
    "live.reorder.ble": "float",
    "live.reorder.cs": "float",
    "live.reorder.gnss": "float",
    "live.reorder.reported": "float",
    "live.aheadLimit": "float",
    "uwb.bias": "float",
    "uwb": "UwbDict",
    "uwb.biasSlope": "float",
    "uwb.biasCenter": "float",
    "uwb.profile": "Literal['none', 'dw1000']",
    "uwb.profileShare": "float",
    "uwb.calibrationDeviation": "float",
    "uwb.whiteDeviation": "float",
    "uwb.correlatedDeviation": "float",
    "uwb.correlationTime": "float",
    "uwb.studentDegrees": "float",
    "uwb.positiveErrorScale": "float",
    "uwb.velocityDeviation": "float",
    "uwb.velocityTime": "float",
    "uwb.lowestReading": "float",
    "uwb.gate": "float",
    "uwb.candidateCount": "int",
    "uwb.candidateTime": "float",
    "uwb.slowCandidateTime": "float",
    "uwb.candidateSpeed": "float",
    "uwb.restartCount": "int",
    "uwb.restartTime": "float",
    "uwb.adaptationTime": "float",
    "uwb.motionThreshold": "float",
    "uwb.obstructionLimit": "float",
    "uwb.obstructionDeviation": "float",
    "uwb.holdOff": "float",
    "uwb.motionGate": "float",
    "uwb.noiseScaleLimit": "float",
    "uwb.noisyLinkThreshold": "float",
    "uwb.motionScaleLimit": "float",
    "uwb.coastAfter": "float",
    "uwb.staleAfter": "float",
    "uwb.lostAfter": "float",
    "cs.bias": "float",
    "cs": "CsDict",
    "cs.biasSlope": "float",
    "cs.biasCenter": "float",
    "cs.profile": "Literal['none', 'dw1000']",
    "cs.profileShare": "float",
    "cs.calibrationDeviation": "float",
    "cs.whiteDeviation": "float",
    "cs.correlatedDeviation": "float",
    "cs.correlationTime": "float",
    "cs.studentDegrees": "float",
    "cs.positiveErrorScale": "float",
    "cs.velocityDeviation": "float",
    "cs.velocityTime": "float",
    "cs.lowestReading": "float",
    "cs.gate": "float",
    "cs.candidateCount": "int",
    "cs.candidateTime": "float",
    "cs.slowCandidateTime": "float",
    "cs.candidateSpeed": "float",
    "cs.restartCount": "int",
    "cs.restartTime": "float",
    "cs.adaptationTime": "float",
    "cs.motionThreshold": "float",
    "cs.obstructionLimit": "float",
    "cs.obstructionDeviation": "float",
    "cs.holdOff": "float",
    "cs.motionGate": "float",
    "cs.noiseScaleLimit": "float",
    "cs.noisyLinkThreshold": "float",
    "cs.motionScaleLimit": "float",
    "cs.coastAfter": "float",
    "cs.staleAfter": "float",
    "cs.lostAfter": "float",
    "reported.bias": "float",
    "reported": "ReportedDict",
    "reported.biasSlope": "float",
    "reported.biasCenter": "float",
    "reported.profile": "Literal['none', 'dw1000']",
    "reported.profileShare": "float",
    "reported.calibrationDeviation": "float",
    "reported.whiteDeviation": "float",
    "reported.correlatedDeviation": "float",
    "reported.correlationTime": "float",
    "reported.studentDegrees": "float",
    "reported.positiveErrorScale": "float",
    "reported.velocityDeviation": "float",
    "reported.velocityTime": "float",
    "reported.lowestReading": "float",
    "reported.gate": "float",
    "reported.candidateCount": "int",
    "reported.candidateTime": "float",
    "reported.slowCandidateTime": "float",
    "reported.candidateSpeed": "float",
    "reported.restartCount": "int",
    "reported.restartTime": "float",
    "reported.adaptationTime": "float",
    "reported.motionThreshold": "float",
    "reported.obstructionLimit": "float",
    "reported.obstructionDeviation": "float",
    "reported.holdOff": "float",
    "reported.motionGate": "float",
    "reported.noiseScaleLimit": "float",
    "reported.noisyLinkThreshold": "float",
    "reported.motionScaleLimit": "float",
    "reported.coastAfter": "float",
    "reported.staleAfter": "float",
    "reported.lostAfter": "float",
    "rssi.referencePower": "float",
    "rssi": "RssiDict",
    "rssi.exponent": "float",
    "rssi.trust": "Literal['thisLink', 'thisKind', 'elsewhere', 'unknown']",
    "rssi.typicalDistance": "float | None",
    "rssi.spread": "float | None",
    "rssi.powerDeviation": "float | None",
    "rssi.doubt": "float | None",
    "rssi.contactLevel": "float | None",
    "rssi.contactLevelDeviation": "float",
    "rssi.contactGap": "float | None",
    "rssi.widthFactor": "float",
    "rssi.relaxationTime": "float",
    "rssi.fadingDensity": "float",
    "rssi.floorVariance": "float",
    "rssi.shortestInterval": "float",
    "rssi.weakScale": "float",
    "rssi.strongScale": "float",
    "rssi.coastAfter": "float",
    "rssi.staleAfter": "float",
    "rssi.lostAfter": "float",
    "gnss.accuracyScale": "float",
    "gnss": "GnssDict",
    "gnss.usualDeviation": "float",
    "gnss.correlationTime": "float",
    "gnss.constantShare": "float",
    "gnss.whiteShare": "float",
    "gnss.velocityDeviation": "float",
    "gnss.velocityTime": "float",
    "gnss.gate": "float",
    "gnss.speedChange": "float",
    "gnss.persistence": "float",
    "gnss.every": "float",
    "gnss.coastAfter": "float",
    "gnss.staleAfter": "float",
    "gnss.lostAfter": "float",
    "handOver.after": "float",
    "handOver": "HandOverDict",
    "handOver.blendTime": "float",
    "handOver.powerDeviation": "float",
    "handOver.referencePowerTime": "float",
    "handOver.moveThreshold": "float",
    "handOver.guardsAgainstBursts": "bool",
    "constantVelocity.processNoise": "float",
    "constantVelocity": "ConstantVelocityDict",
    "constantVelocity.measurementDeviation": "float",
}, total=False)
