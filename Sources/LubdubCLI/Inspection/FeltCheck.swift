/// Checks the beats of a phone in the log of its haptic player: planned, handed over, and played by the engine's clock.
enum FeltCheck {
  /// The delay in s above which a played beat is late: the default of `live.lateAfter`.
  private static let late = 0.05

  static func recognises(_ start: [UInt8]) -> Bool {
    guard let line = TextPrefix.lines(start).first else { return false }
    return (try? JSONParser.parse(line))?["format"]?.string == "lubdub-felt"
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = FeltLog(bytes)
    let beats = log.beats
    guard !beats.isEmpty else {
      throw ReadError(path: path, kind: .empty, message: "the log has no planned beat")
    }
    func finding(_ code: String, _ what: String, _ isOne: (FeltLog.Beat) -> Bool) -> Finding? {
      let found = beats.filter(isOne)
      return found.first.map {
        let message = "\(found.count) of \(counted(beats.count, "beat")) \(what)"
        return Finding(.warning, code: code, at: "line \($0.line)", message)
      }
    }
    return log.report.findings
      + [
        summary(of: beats),
        finding("late-beats", "played more than 50 ms late") { $0.delays.first ?? 0 > late },
        // The last ends may be missing from the log.
        finding("lost-beats", "neither played nor cancelled") {
          $0.delays.isEmpty && $0.outcome == .open && $0.due + 1 < log.end
        },
        finding("doubled-beats", "handed over or played twice") {
          $0.handed.count > 1 || $0.delays.count > 1
        },
        finding("refused-beats", "rejected by the engine") { $0.outcome == .refused },
      ].compactMap(\.self)
  }

  private static func summary(of beats: [FeltLog.Beat]) -> Finding {
    let leads = beats.compactMap { beat in beat.handed.first.map { beat.due - $0 } }
    let delays = beats.compactMap(\.delays.first)
    var parts = ["\(counted(beats.count, "beat")) planned, \(delays.count) played"]
    if let lead = Statistics.median(leads) { parts.append("handed over \(text(lead)) ahead") }
    if let delay = Statistics.median(delays), let most = delays.max() {
      parts.append("late by \(text(delay)) in the median and \(text(most)) at most")
    }
    return Finding(.note, code: "felt", parts.joined(separator: ", "))
  }

  private static func text(_ seconds: Double) -> String {
    "\(JSONWriter.text(of: (1000 * seconds).rounded(decimals: 1))) ms"
  }
}

/// The beats in a log of a haptic player, and a report on the lines of the log.
private struct FeltLog {
  struct Beat {
    enum Outcome { case open, cancelled, refused }

    let line: Int
    /// The due time, by the engine's clock.
    let due: Double
    /// The times at which the beat was handed over.
    var handed: [Double] = []
    /// The delays of the starts, computed from the ends.
    var delays: [Double] = []
    /// The outcome. Beats that were lost with a run of the engine count as canceled.
    var outcome = Outcome.open
  }

  private(set) var beats: [Beat] = []
  private(set) var report = ReadReport()
  private(set) var end = -Double.infinity
  private var places: [String: Int] = [:]
  /// The first beat of this run of the engine.
  private var first = 0

  init(_ bytes: [UInt8]) {
    for (line, text) in TextLines(bytes) where line > 1 && !text.isEmpty {
      guard let row = try? JSONParser.parse(text), let event = row["event"]?.string else {
        report.reject(.notJSON, line: line, example: RejectionReason.notJSON.sentence)
        continue
      }
      guard let time = row["t_s"]?.number else {
        report.reject(.missingTime, line: line, example: RejectionReason.missingTime.sentence)
        continue
      }
      guard abs(time) <= 1e11, abs(row["due_s"]?.number ?? 0) <= 1e11,
        abs(row["duration_s"]?.number ?? 0) <= 1e11
      else {
        report.reject(
          .implausibleTime, line: line, example: RejectionReason.implausibleTime.sentence)
        continue
      }
      end = time
      if event == "engine" {
        if row["state"]?.string != "running" { endRun() }
      } else if !take(event, of: row["beat"]?.string ?? "", at: time, row, line) {
        let found = "the event \(Excerpt.quote(event.utf8)) of a beat that was not planned"
        report.reject(.damaged, line: line, example: found)
      }
    }
  }

  private mutating func endRun() {
    for place in first..<beats.count where beats[place].outcome == .open {
      beats[place].outcome = .cancelled
    }
    first = beats.count
    end = -.infinity
  }

  /// Processes an event. Returns true if the event belongs to a known beat or plans a beat.
  private mutating func take(
    _ event: String, of beat: String, at time: Double, _ row: JSONValue, _ line: Int
  ) -> Bool {
    if event == "planned", places[beat] == nil, let due = row["due_s"]?.number {
      places[beat] = beats.count
      beats.append(Beat(line: line, due: due))
      return true
    }
    guard let place = places[beat] else { return false }
    switch event {
    case "handed": beats[place].handed.append(time)
    case "played":
      let start = time - (row["duration_s"]?.number ?? 0)
      beats[place].delays.append(start - beats[place].due)
    case "cancelled": beats[place].outcome = .cancelled
    case "refused": beats[place].outcome = .refused
    case "planned": break
    default: return false
    }
    return true
  }
}
