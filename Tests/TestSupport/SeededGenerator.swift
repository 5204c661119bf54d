@_exported public import Lubdub
@_exported public import LubdubSignals
@_exported public import LubdubSupport

/// The seeded generator of all tests: the same numbers for the same seed on every machine.
package typealias SeededGenerator = SplitMix64
