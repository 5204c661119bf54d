internal import JSON
package import Quantities

/// The heart that gives the tempo of a session in a page.
package struct PageHeart: Sendable {
  /// When each interval is over, in seconds of the session, and how long it is.
  package var intervals: [(end: Seconds, length: Seconds)]
  /// The words that name it on the command line, such as `--pulse rr.txt`.
  package var words: [String]

  /// A heart from its parts.
  package init(_ intervals: [(end: Seconds, length: Seconds)], words: [String]) {
    self.intervals = intervals
    self.words = words
  }

  /// The same without intervals that are over later.
  func ending(by end: Seconds) -> PageHeart {
    PageHeart(intervals.filter { $0.end <= end }, words: words)
  }

  /// As the C interface has it.
  var json: JSONValue {
    [
      "ends": .array(intervals.map { .number($0.end.value) }),
      "intervals": .array(intervals.map { .number($0.length.value) }),
    ]
  }

  /// What a page has of it.
  var members: [String: JSONValue] {
    ["heart": json, "pulse": .array(words.map { .string($0) })]
  }
}
