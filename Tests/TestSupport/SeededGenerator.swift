@_exported public import Lubdub

/// The seeded generator of all tests: the same numbers for the same seed on every machine.
package typealias SeededGenerator = SplitMix64
