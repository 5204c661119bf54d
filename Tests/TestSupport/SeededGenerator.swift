@_exported public import Statistics

/// The seeded generator of all tests: the same numbers for the same seed on every machine.
public typealias SeededGenerator = SplitMix64
