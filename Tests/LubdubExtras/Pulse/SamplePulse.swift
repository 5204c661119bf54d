import Foundation
import LubdubExtras
import TestSupport
import Testing

/// Recordings of intervals next to the checkout.
enum SamplePulse {
  static let folder = Recordings.folder("sources/rr")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: try #require(folder).appending(path: name), encoding: .utf8)
  }

  /// Intervals in milliseconds, separated by whitespace.
  static func series(_ name: String) throws -> RRSeries {
    RRSeries(
      try text(name).split(whereSeparator: \.isWhitespace).map {
        Milliseconds(try #require(Double($0)))
      })
  }

  /// The rows of a table below its header.
  static func rows(_ name: String) throws -> [[Substring]] {
    try text(name).split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
  }

  /// The intervals between hand-marked R peaks at 250 Hz.
  static func peaks(_ subject: String, _ activity: String, _ lead: String) throws -> RRSeries {
    let samples = try rows("gudb_rpeaks.csv")
      .filter { $0[0] == subject && $0[1] == activity && $0[2] == lead }
      .map { try #require(Double($0[3])) }
    return RRSeries(zip(samples, samples.dropFirst()).map { Milliseconds(4 * ($1 - $0)) })
  }
}

/// Whether two numbers agree within a share of the second.
func isClose(_ left: Double, _ right: Double, within share: Double) -> Bool {
  abs(left - right) <= share * abs(right)
}
