internal import LubdubSignals

/// The figures of Close. Smaller is better for all of them. docs/results/close.md defines each figure.
package enum CloseFigure: String, Sendable, CaseIterable {
  case contact = "contact_error"
  case delay = "delay_s"
  case wrong = "wrong_zone_share"
  case falseChanges = "false_per_hour"
  case jump = "jump_m"
  case beat = "beat_error_s"

  /// The name for readers.
  package var title: String { rawValue.replacing("_", with: " ") }

  /// The definition in a few words.
  package var meaning: String {
    switch self {
    case .contact:
      "mean of two shares: of the true contact that is not felt, and of the other time in which "
        + "contact is felt"
    case .delay: "mean delay of the true zone changes; a missed change counts as 10 s"
    case .wrong: "share of the time in a wrong zone, or without a zone"
    case .falseChanges: "changes of zone per hour that no true change explains"
    case .jump:
      "mean jump of the error from the last answer before an outage to the first answer in it"
    case .beat: "mean difference between the felt and the true beat interval"
    }
  }
}

/// The figures of some recordings: sums over the recordings, and the divisors of the sums.
struct CloseSums: Sendable {
  private var ratios: [(sum: Double, count: Double)]

  init() { ratios = .init(repeating: (0, 0), count: 7) }

  /// Creates the sums of one recording.
  ///
  /// - Parameters:
  ///   - zones: The score of the zones.
  ///   - hasContact: Whether the nearest zone is contact.
  ///   - beat: The score of the heartbeat, and the longest interval. That interval is the error while only one of the felt
  ///     and the true heartbeat beats.
  ///   - jumps: The jump of the error at each hand-over.
  init(
    _ zones: ZoneScore, hasContact: Bool = false, beat: (score: BeatScore, longest: Double)? = nil,
    jumps: [Meters] = []
  ) {
    let (time, contact) = (zones.totalTime.value, zones.contactTime.value)
    let felt = (beat?.score).map { ($0.meanIntervalError?.value ?? 0) * $0.bothTime.value } ?? 0
    let oneSided = beat.map { $0.longest * $0.score.oneSidedTime.value } ?? 0
    ratios = [
      (contact - zones.feltContactTime.value, hasContact ? contact : 0),
      (zones.falseContactTime.value, hasContact ? time - contact : 0),
      (zones.delaySum.value, Double(zones.trueChanges)),
      ((zones.wrongTime + zones.withoutTime).value, time),
      (3600 * Double(zones.falseChanges), time),
      (jumps.reduce(0) { $0 + $1.value }, Double(jumps.count)),
      (felt + oneSided, beat?.score.totalTime.value ?? 0),
    ]
  }

  mutating func add(_ other: CloseSums) {
    for place in ratios.indices {
      ratios[place].sum += other.ratios[place].sum
      ratios[place].count += other.ratios[place].count
    }
  }

  /// The ratio of a figure. The figure for contact is the mean of two ratios.
  func value(of figure: CloseFigure) -> Double? {
    let place = CloseFigure.allCases.firstIndex(of: figure).map { $0 + 1 } ?? 0
    let parts = ratios[(figure == .contact ? 0 : place)...place]
    guard parts.allSatisfy({ $0.count > 0 }) else { return nil }
    return Statistics.mean(parts.map { $0.sum / $0.count })
  }
}

/// The scores of one entrant: a row in the table of Close and in a file.
package struct CloseRow: Sendable, Hashable {
  package struct Cell: Sendable, Hashable {
    package let value: Double
    /// The 95% interval by bootstrap over sessions; `nil` if there are fewer than four sessions, or one in each data set.
    package let interval: ClosedRange<Double>?
  }

  package let name: String
  /// The figures by track; empty for tracks that the entrant did not enter, and for tracks without measurements.
  package let tracks: [CloseBenchmark.Track: [CloseFigure: Cell]]

  private static let draws = 500
  private static let leastSessions = 4

  /// The cells of a track, from the sums of each session by data set. A cell is a mean over the data sets.
  static func cells(_ sets: [[CloseSums]]) -> [CloseFigure: Cell] {
    func sum(_ sessions: [CloseSums]) -> CloseSums {
      sessions.reduce(into: CloseSums()) { $0.add($1) }
    }
    let hasIntervals =
      sets.joined().count >= leastSessions && sets.contains { $0.count > 1 }
    var random = SplitMix64(seed: 1)
    let drawn = (0..<(hasIntervals ? draws : 0)).map { _ in
      sets.map { sessions in sum(sessions.map { _ in sessions[random.below(sessions.count)] }) }
    }
    let whole = sets.map(sum)
    func mean(_ figure: CloseFigure, _ sums: [CloseSums]) -> Double? {
      Statistics.mean(sums.compactMap { $0.value(of: figure) })
    }
    var cells: [CloseFigure: Cell] = [:]
    for figure in CloseFigure.allCases {
      guard let value = mean(figure, whole) else { continue }
      let sorted = drawn.compactMap { mean(figure, $0) }.sorted()
      let ends = [0.025, 0.975].compactMap { Statistics.quantile($0, ofSorted: sorted) }
      cells[figure] = Cell(value: value, interval: ends.count == 2 ? ends[0]...ends[1] : nil)
    }
    return cells
  }
}

extension CloseRow {
  private static let format = "lubdub close 1"

  /// A file of rows with the digest of their tasks. Rows of other tasks do not belong in the same table.
  package static func json(_ rows: [CloseRow], tasks: String) -> JSONValue {
    [
      "format": .string(format), "tasks": .string(tasks), "rows": .array(rows.map(\.json)),
    ]
  }

  private var json: JSONValue {
    let tracks = tracks.map { track, cells in
      (
        track.rawValue,
        JSONValue(
          members: cells.map { figure, cell -> (String, JSONValue) in
            let parts: JSONValue = [
              "value": .number(cell.value), "low": .optional(cell.interval?.lowerBound),
              "high": .optional(cell.interval?.upperBound),
            ]
            return (figure.rawValue, parts)
          })
      )
    }
    return ["name": .string(name), "tracks": JSONValue(members: tracks)]
  }

  /// Reads the rows of a file.
  ///
  /// - Throws: `SettingError` for another format, and for rows of other tasks.
  package static func rows(of json: JSONValue, tasks: String) throws(SettingError) -> [CloseRow] {
    guard json["format"]?.string == format, let rows = json["rows"]?.array else {
      throw SettingError(
        key: "results",
        rule: "has no rows of this version; write it with `lubdub bench close -o FILE.json`")
    }
    guard json["tasks"]?.string == tasks else {
      throw SettingError(
        key: "results",
        rule: "is of other recordings, or of another split: its tasks are "
          + "\(json["tasks"]?.string ?? "not named"), these \(tasks)")
    }
    return rows.map(CloseRow.init)
  }

  private init(_ json: JSONValue) {
    name = json["name"]?.string ?? ""
    var tracks: [CloseBenchmark.Track: [CloseFigure: Cell]] = [:]
    for track in CloseBenchmark.Track.allCases {
      for figure in CloseFigure.allCases {
        let cell = json["tracks"]?[track.rawValue]?[figure.rawValue]
        guard let value = cell?["value"]?.number else { continue }
        let ends = [cell?["low"]?.number, cell?["high"]?.number].compactMap(\.self)
        let interval = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
        tracks[track, default: [:]][figure] = Cell(value: value, interval: interval)
      }
    }
    self.tracks = tracks
  }
}
