/// One recording of one link, with ground truth.
public struct Recording: Sendable, Hashable {
  /// The data set of the recording: the name of its folder.
  public var dataset: String
  /// The name of the recording within the data set.
  public var name: String
  /// The session. If a calibration must not use the recordings that it is scored on, the recordings of a session are left
  /// out together.
  public var session: String
  /// The other end of the link, if all links of a log were read; `nil` if unknown.
  public var link: String?
  /// The rows in the order of time.
  public var records: [TraceRecord]

  /// Creates a recording. By default, it is a session of its own.
  public init(dataset: String, name: String, session: String? = nil, records: [TraceRecord]) {
    self.dataset = dataset
    self.name = name
    self.session = session ?? name
    self.records = records
  }

  /// The data set and the name.
  package var place: String { "\(dataset)/\(name)" }

  /// The time that counts as zero in the session: the first finite time, as in `PipelineRun`.
  package var origin: Seconds {
    records.first { $0.sample.time.isFinite }?.sample.time ?? .zero
  }

  /// The identity of the samples, independent of the recording's name and place: eight hexadecimal digits of FNV-1a.
  package var digest: String {
    var hash = FNV1a()
    // Numbers such as -60 differ only in the high bits, which are mixed into the low ones.
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

  /// The rows of one radio with a sample and a truth.
  package func samples(of radio: Radio) -> [TraceRecord] {
    records.filter { $0.truth != nil && $0.sample.isSample(of: radio) }
  }

  package func restricted(to radio: Radio) -> Recording {
    var copy = self
    copy.records = records.filter { $0.sample.radio == radio }
    return copy
  }

  /// The recording with its truth moved in time, for clocks of truth and radio that differ.
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

  /// The rows of a stretch of time from the first row, both ends included.
  package func records(during stretch: ClosedRange<Seconds>) -> [TraceRecord] {
    guard let start = records.first?.sample.time else { return [] }
    return records.filter { stretch.contains($0.sample.time - start) }
  }

  /// The recording with a truth of 0 while the devices touch, during a stretch of time from the first row.
  package func touching(during stretch: ClosedRange<Seconds>) -> Recording {
    guard let start = records.first?.sample.time else { return self }
    var copy = self
    for index in records.indices where stretch.contains(records[index].sample.time - start) {
      copy.records[index].truth = .zero
    }
    return copy
  }

  /// The recording with a constant distance as the truth of rows without a truth.
  package func standing(at distance: Meters) -> Recording {
    var copy = self
    for index in records.indices where records[index].truth == nil {
      copy.records[index].truth = distance
    }
    return copy
  }

  /// The recording with stated distances as the truth of rows without a truth: 0 from `touched` to `released`, and the
  /// distance of `at` for the ten seconds before.
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

  /// Whether the smallest and the largest truth differ by less than 1 cm.
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

  /// The distance in m; `nil` outside the times with a known distance. `hint` is the index at which the last search ended.
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
