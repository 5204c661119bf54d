import Foundation

/// The sine of a phase in turns.
func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }
