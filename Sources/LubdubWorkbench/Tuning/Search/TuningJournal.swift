/// A file of all scored candidates of a search. The first line identifies recordings and settings, and each further line is
/// one candidate as JSON, with its sums for every session and measure. An interrupted search continues from the file, with
/// the same result. Another search on the same recordings adds its candidates, so that a decision includes all tried
/// candidates.
package struct TuningJournal {
  /// The complete lines. The first line identifies the recordings and settings of the sums.
  private let lines: [ArraySlice<UInt8>]
  private let append: ([UInt8]) throws -> Void

  /// The number of bytes in complete lines. An incomplete last line is dropped.
  package let wholeBytes: Int
  /// The number of candidates.
  package var count: Int { max(0, lines.count - 1) }

  /// Creates a journal from the contents of a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - append: Adds lines to the file.
  package init(_ bytes: [UInt8], append: @escaping ([UInt8]) throws -> Void) {
    wholeBytes = bytes.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    lines = bytes[..<wholeBytes].split(separator: Self.lineFeed)
    self.append = append
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// The reason why a file cannot be continued, and its fix.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  struct Candidate {
    let group: String
    let values: [Double]
    /// The sums of each part.
    let tallies: [Tally]

    init(_ group: TuningGroup, _ values: [Double], _ tallies: [Tally]) {
      (self.group, self.values, self.tallies) = (group.name, values, tallies)
    }

    init?(_ line: ArraySlice<UInt8>) {
      guard let json = try? JSONParser.parse(line), let group = json["group"]?.string,
        let values = Self.numbers(json["values"]), let lists = json["sums"]?.array
      else { return nil }
      (self.group, self.values) = (group, values)
      tallies = lists.compactMap { Self.numbers($0).flatMap { Tally($0) } }
      guard tallies.count == lists.count else { return nil }
    }

    private static func numbers(_ value: JSONValue?) -> [Double]? {
      guard let list = value?.array, case let numbers = list.compactMap(\.number),
        numbers.count == list.count
      else { return nil }
      return numbers
    }

    var json: JSONValue {
      [
        "group": .string(group), "values": .array(values.map { .number($0) }),
        "sums": .array(tallies.map { .array($0.numbers.map { .number($0) }) }),
      ]
    }
  }

  /// Calls `body` with each candidate of the file, which must belong to this task. Writes the first line of an empty file.
  func read(_ task: TuningTask, _ body: (Candidate) -> Void) throws {
    let head = JSONWriter.encode(task.journalHead, lineLength: nil)
    guard let first = lines.first else { return try append(head) }
    guard first.elementsEqual(head.dropLast()) else {
      let isJournal = (try? JSONParser.parse(first))?["format"]?.string == TuningTask.journalFormat
      throw Failure(
        description: isJournal
          ? "its candidates were scored on other recordings, settings, or keys, or by another version; name another file"
          : "this is not a journal of this version of lubdub; name another file")
    }
    for (place, line) in lines.enumerated().dropFirst() {
      guard let candidate = Candidate(line) else {
        throw Failure(description: "line \(place + 1) is not a candidate; remove the line")
      }
      body(candidate)
    }
  }

  func add(_ candidates: [Candidate]) throws {
    try append(candidates.flatMap { JSONWriter.encode($0.json, lineLength: nil) })
  }
}

extension TuningTask {
  fileprivate static let journalFormat = "lubdub journal 1"

  /// The first line of a journal, with a digest of all values that sums depend on. Searches with an equal first line may
  /// share one journal, with any objective, budget, and seed.
  fileprivate var journalHead: JSONValue {
    var hash = FNV1a()
    func combine(_ text: some Sequence<UInt8>) { for byte in text { hash.combine(UInt64(byte)) } }
    combine(JSONWriter.encode(SettingsJSON.value(of: base, level: .expert)))
    combine("\(sessions) \(isCalibrated) \(objective.limits)".utf8)
    for dimension in space.dimensions { combine("\(dimension.key) \(dimension.words) ".utf8) }
    for recording in recordings {
      combine("\(recording.place) \(recording.digest) ".utf8)
      for record in recording.records { hash.combine(record.truth?.value.bitPattern ?? 3) }
    }
    return [
      "format": .string(Self.journalFormat), "by": .string(UnitIdentity.current),
      "task": .string(String(hash.value, radix: 16)),
      "keys": .array(space.dimensions.map { .string($0.key) }),
      "measures": .array(Tally.names.map { .string($0) }),
    ]
  }
}
