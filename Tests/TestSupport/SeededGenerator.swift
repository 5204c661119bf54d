@_exported public import Quantities

/// The seeded generator of all tests: the same numbers for the same seed on every machine.
package typealias SeededGenerator = SplitMix64
