/// One recording of one link, with ground truth.
public struct Recording: Sendable, Hashable {
  /// The set it belongs to: the folder that it was found in.
  public var dataset: String
  /// Its name within the set.
  public var name: String
  /// The session, whose recordings are left out together when a calibration may not know the recordings that it is scored on.
  public var session: String
  /// The other end of its link, where all links of a log were taken; `nil` where that is not known.
  public var link: String?
  /// The rows in the order of time.
  public var records: [TraceRecord]

  /// A recording from its parts; by default a session of its own.
  public init(dataset: String, name: String, session: String? = nil, records: [TraceRecord]) {
    self.dataset = dataset
    self.name = name
    self.session = session ?? name
    self.records = records
  }

  /// Its set and its name.
  package var place: String { "\(dataset)/\(name)" }

  /// The time that is zero of its session: the first that is finite, as in `PipelineRun`.
  package var origin: Seconds {
    records.first { $0.sample.time.isFinite }?.sample.time ?? .zero
  }

  /// The identity of the samples, whatever the recording's name and place: eight hexadecimal digits of FNV-1a.
  package var digest: String {
    var hash = FNV1a()
    // The high bits, where numbers such as -60 differ, are mixed into the low ones.
    func combine(_ bits: UInt64) {
      hash.combine(bits)
      hash.value ^= hash.value >> 29
    }
    for record in records {
      let row = record.sample
      combine(row.time.value.bitPattern)
      combine(row.range?.value.bitPattern ?? 1)
      combine(row.rssi?.value.bitPattern ?? 2)
      for byte in (row.event?.rawValue ?? row.radio.rawValue).utf8 { combine(UInt64(byte)) }
    }
    let text = String(hash.value & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  /// The rows of one radio that can be scored: a sample with truth.
  package func samples(of radio: Radio) -> [TraceRecord] {
    records.filter { $0.truth != nil && $0.sample.isSample(of: radio) }
  }

  package func restricted(to radio: Radio) -> Recording {
    var copy = self
    copy.records = records.filter { $0.sample.radio == radio }
    return copy
  }

  /// For recordings whose truth and radio have clocks that differ.
  package func shiftingTruth(by shift: Seconds) -> Recording {
    guard shift != .zero else { return self }
    var mover = TruthMover(by: shift)
    var copy = self
    copy.records = []
    copy.records.reserveCapacity(records.count)
    for record in records { mover.take(record, into: &copy.records) }
    mover.finish(into: &copy.records)
    return copy
  }

  /// The rows of a stretch of time, counted from the first row; both ends included.
  package func records(during stretch: ClosedRange<Seconds>) -> [TraceRecord] {
    guard let start = records.first?.sample.time else { return [] }
    return records.filter { stretch.contains($0.sample.time - start) }
  }

  /// The recording with a truth of 0 where the devices touch: a stretch of time, counted from the first row.
  package func touching(during stretch: ClosedRange<Seconds>) -> Recording {
    guard let start = records.first?.sample.time else { return self }
    var copy = self
    for index in records.indices where stretch.contains(records[index].sample.time - start) {
      copy.records[index].truth = .zero
    }
    return copy
  }

  /// The same recording of devices that stood at one distance all the time; rows that have a truth keep it.
  package func standing(at distance: Meters) -> Recording {
    var copy = self
    for index in records.indices where records[index].truth == nil {
      copy.records[index].truth = distance
    }
    return copy
  }

  /// The recording with what people say of the distance as the truth of rows that have none: 0 from `touched` to
  /// `released`, and that of `at` for the ten seconds before.
  package var withStatedTruth: Recording {
    guard records.contains(where: { $0.sample.event == .touched || $0.sample.event == .at }) else {
      return self
    }
    var copy = self
    var stated = StatedTruth<Int>()
    for (index, record) in records.enumerated() {
      stated.take(record.sample, truth: record.truth, as: index) { copy.records[$0].truth = $1 }
    }
    return copy
  }

  /// Whether the truth hardly changes: less than 1 cm between its smallest and its largest value.
  package var isStill: Bool {
    let truths = records.compactMap(\.truth)
    guard let least = truths.min(), let most = truths.max() else { return false }
    return most - least < 0.01
  }
}

extension Sample {
  func isSample(of radio: Radio) -> Bool { self.radio == radio && isScored }
}

/// The true distance as a function of time, interpolated between rows.
struct TruthCourse {
  private(set) var times: [Double] = []
  private(set) var truths: [Double] = []

  mutating func add(_ truth: Double, at time: Double) {
    times.append(time)
    truths.append(truth)
  }

  mutating func drop(_ count: Int) {
    times.removeFirst(count)
    truths.removeFirst(count)
  }

  /// The distance in metres; `nil` outside the times for which it is known. `hint` is where the last search ended.
  func distance(at time: Double, hint: inout Int) -> Double? {
    guard let first = times.first, let last = times.last, time >= first, time <= last else {
      return nil
    }
    if hint >= times.count || times[hint] > time { hint = 0 }
    if hint == 0 { hint = max(0, times.partitioningIndex { $0 > time } - 1) }
    while hint + 1 < times.count, times[hint + 1] <= time { hint += 1 }
    guard hint + 1 < times.count else { return truths[hint] }
    let span = times[hint + 1] - times[hint]
    let part = span > 0 ? (time - times[hint]) / span : 0
    return truths[hint] + part * (truths[hint + 1] - truths[hint])
  }
}
