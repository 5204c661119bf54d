public import Proximity

/// Where the zones lie and when they change.
public typealias ZoneSettings = ZoneDetector.Parameters
