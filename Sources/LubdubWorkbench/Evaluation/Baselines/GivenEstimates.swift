/// The answers of another program's estimator: a folder with one table per recording, named after the recording with the
/// extension `.csv`. The columns are `t_s`, `distance_m` (or `range_m`), `low_m`, `high_m`, and, for benchmarks of zones,
/// `zone`.
///
/// An answer is valid until the next answer. An empty distance means no answer, and a distance below zero counts as zero.
/// Without an interval, the truth counts as outside. Zones are numbers from 0, and an empty or negative number means no
/// zone. A row without a distance has no zone.
package struct GivenEstimates: Sendable {
  struct Answer: Sendable {
    let time: Double
    let distance: Double?
    let interval: ClosedRange<Double>?
    var zone: Int?
  }

  package let name: String
  /// The recordings without a table, which the figures omit.
  package let missing: [String]
  /// The recordings whose answers are mostly later than their end.
  package let late: [String]
  /// The recordings whose answers have the rows of another recording, and the name of that recording. Only benchmarks with
  /// zones, such as Close, search for them.
  package let mistaken: [(name: String, other: String)]
  private let answers: [String: [Answer]]
  /// The recordings whose tables have a column `zone`.
  private let zoned: Set<String>

  /// The two parts of `NAME=FOLDER`; `nil` if a part is missing.
  package static func parts(of text: String) -> (name: String, folder: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 && !text.hasPrefix("=") ? (parts[0], parts[1]) : nil
  }

  /// The first fault of the options `--estimates`; `nil` if there is no fault.
  package static func fault(of texts: [String], beside known: [String]) -> String? {
    var names: Set<String> = []
    for text in texts {
      guard let name = parts(of: text)?.name else {
        return "--estimates is \"\(text)\", expected NAME=FOLDER, such as mine=answers/"
      }
      if known.contains(name) {
        return "--estimates \(text): \(name) is already an estimator; choose another name"
      }
      guard names.insert(name).inserted else {
        return "--estimates names \(name) twice; give one of them another name"
      }
    }
    return nil
  }

  /// Reads the tables of recordings. If `zoneCount` states the number of zones, a column `zone` is read.
  package init(
    _ name: String, in folder: String, for recordings: [Recording], zoneCount: Int? = nil
  ) throws(ReadError) {
    self.name = name
    var answers: [String: [Answer]] = [:]
    var zoned: Set<String> = []
    var late: [String] = []
    var mistaken: [(name: String, other: String)] = []
    let timetables = zoneCount == nil ? [] : recordings.map { Timetable($0) }
    for (place, recording) in recordings.enumerated() {
      let path = "\(folder)/\(recording.name).csv"
      guard isRegularFile(at: path) else { continue }
      let (read, hasZones) = try Self.read(path, zoneCount)
      if Self.isLate(read, for: recording) {
        late.append(recording.name)
      } else if let other = Self.other(than: place, in: timetables, answeredBy: read) {
        mistaken.append((recording.name, recordings[other].name))
      }
      answers[recording.place] = read
      if hasZones { zoned.insert(recording.place) }
    }
    missing = recordings.filter { answers[$0.place] == nil }.map(\.name)
    (self.answers, self.late, self.mistaken, self.zoned) = (answers, late, mistaken, zoned)
    guard answers.isEmpty, let first = recordings.first else { return }
    throw ReadError(
      path: folder, kind: .unreadable,
      message:
        "it has no estimates of these recordings; for \(first.name), Lubdub expects \(first.name).csv"
    )
  }

  /// The estimator for a recording; `nil` if there is no table.
  func estimator(for recording: Recording) -> GivenEstimator? {
    answers[recording.place].map { GivenEstimator(answers: $0) }
  }

  /// The changes of the answered zones for a recording; `nil` if its table has no zones.
  func moves(for recording: Recording) -> [ZoneComparison.Move]? {
    guard zoned.contains(recording.place), let answers = answers[recording.place] else {
      return nil
    }
    var moves: [ZoneComparison.Move] = []
    for answer in answers where answer.zone != moves.last?.zone {
      moves.append(.init(time: Seconds(answer.time), zone: answer.zone))
    }
    return moves
  }

  /// The times of rows in whole microseconds, because writing rounds them. A row with a range and a level gives two samples
  /// with one time.
  private struct Timetable {
    let times: Set<Double>

    init(_ times: some Sequence<Double>) { self.times = Set(times.map { ($0 * 1e6).rounded() }) }

    init(_ recording: Recording) { self.init(recording.records.map { $0.sample.time.value }) }

    func share(in other: Timetable) -> Double {
      Double(times.count { other.times.contains($0) }) / Double(max(1, times.count))
    }
  }

  /// The index of the recording to which the answers belong, if it is not their own recording: it has as many times as the
  /// answers, and shares more than 0.9 of these times; `nil` if the answers fit their own recording.
  private static func other(
    than own: Int, in timetables: [Timetable], answeredBy answers: [Answer]
  ) -> Int? {
    guard !timetables.isEmpty else { return nil }
    let answered = Timetable(answers.map(\.time))
    guard answered.share(in: timetables[own]) <= 0.9 else { return nil }
    return timetables.firstIndex {
      $0.times.count == answered.times.count && answered.share(in: $0) > 0.9
    }
  }

  /// Whether most answers are later than the end of a recording. Such answers have another unit or clock.
  private static func isLate(_ answers: [Answer], for recording: Recording) -> Bool {
    guard let end = recording.records.map({ $0.sample.time.value }).max() else { return false }
    return 2 * answers.count { $0.time > end } > answers.count
  }

  private static func read(
    _ path: String, _ zoneCount: Int?
  ) throws(ReadError) -> (answers: [Answer], hasZones: Bool) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path)
    } catch {
      throw ReadError(error)
    }
    // A range next to the columns of a trace is the input, not an answer.
    guard let table = Table(bytes), let time = table.header.place(of: "t_s"),
      let distance = table.header.place(of: "distance_m")
        ?? (table.header.place(of: "rssi_dbm") == nil
          ? table.header.place(of: "range_m") : nil)
    else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message:
          "expected a header with t_s and distance_m, and low_m and high_m if there are intervals"
      )
    }
    let low = table.header.place(of: "low_m")
    let high = table.header.place(of: "high_m")
    let zone = zoneCount.flatMap { _ in table.header.place(of: "zone") }
    var answers: [Answer] = []
    for row in table.rows {
      guard row.fault == nil, let seconds = row.number(time), seconds.isFinite else {
        throw ReadError(
          path: path, line: row.line, kind: .unrecognised,
          message: row.fault ?? "expected seconds in t_s, as the recording has them")
      }
      let value = row.number(distance).flatMap { $0.isFinite ? max(0, $0) : nil }
      guard value != nil || row[distance] == nil else {
        throw ReadError(
          path: path, line: row.line, kind: .unrecognised,
          message: "expected the distance in meters, or an empty field")
      }
      var interval: ClosedRange<Double>?
      if let low = row.number(low), let high = row.number(high), low <= high {
        interval = max(0, low)...max(0, high)
      }
      let number = row.number(zone).flatMap { Int(exactly: $0) }
      guard row[zone] == nil || number.map({ $0 < zoneCount ?? 0 }) == true else {
        throw ReadError(
          path: path, line: row.line, kind: .unrecognised,
          message:
            "expected a zone from 0, which is contact, to \((zoneCount ?? 1) - 1), or an empty field"
        )
      }
      answers.append(
        Answer(
          time: seconds, distance: value, interval: interval,
          zone: number.flatMap { $0 < 0 || value == nil ? nil : $0 }))
    }
    return (answers.sorted { $0.time < $1.time }, zone != nil)
  }
}

struct GivenEstimator: Estimator {
  let answers: [GivenEstimates.Answer]
  var radio = Radio.uwb

  /// The width of the 95% interval of a normal distribution, in standard deviations.
  private static let deviations = 3.92

  mutating func update(_ sample: Sample) -> Bool {
    guard sample.isScored else { return false }
    radio = sample.radio
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    // Written times are rounded, so a small tolerance is needed.
    let end = answers.partitioningIndex { $0.time > time.value + 1e-9 }
    guard end > 0, let distance = answers[end - 1].distance else { return nil }
    let interval = answers[end - 1].interval ?? distance...distance
    let deviation = (interval.upperBound - interval.lowerBound) / Self.deviations
    return DistanceEstimate(
      time: time, distance: Meters(distance), standardDeviation: Meters(deviation),
      low: Meters(interval.lowerBound), high: Meters(interval.upperBound), velocity: nil,
      radio: radio, status: .tracking, shape: .normal, shortTermDeviation: deviation)
  }
}
