enum StrokeCheck {
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = StrokeFormat.recognising(start) else { return false }
    return found != .csv || !TraceFormats.tidy.list.contains { $0.recognises(start) }
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try StrokeLog(bytes, path: path)
    let summary = StrokeSummary(log.strokes, scale: log.scale ?? .phone)
    let doubt = summary.doubtAboutScale.map {
      Finding(
        .warning, code: "raw-units", $0,
        cure: "say how many units make an inch: 2540 and 5080 are usual")
    }
    return log.report.findings + [doubt].compactMap(\.self)
  }
}

enum PulseCheck {
  /// The share of faults above which corrections decide the measurements.
  private static let mostFaults = 0.2

  /// Whether a file with this start is a log of intervals. Captures of radio are checked as traces.
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = PulseFormat.recognising(start) else { return false }
    return found == .csv || found == .text
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try PulseLog(bytes, path: path)
    return log.report.findings
      + log.series.compactMap { series in
        let correction = FaultCorrection(series.intervals)
        guard correction.share > mostFaults else { return nil }
        let name = series.name.isEmpty ? "" : "\(series.name): "
        let beats = "\(correction.faults) of \(correction.labels.count) beats"
        return Finding(
          .warning, code: "many-faults",
          "\(name)\(beats) \(correction.faults == 1 ? "is" : "are") faulty; corrections decide what is measured"
        )
      }
  }
}

enum DayCheck {
  private enum Content { case readings, pool, plan }

  static func recognises(_ start: [UInt8]) -> Bool { content(start) != nil }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    switch content(bytes) {
    case .readings: return try ReadingLog(bytes, path: path).report.findings
    case .pool:
      do throws(PlanError) {
        _ = try RitualPool(bytes)
        return []
      } catch {
        return [Finding(.error, code: "not-a-pool", at: nil, error.description)]
      }
    case .plan, nil: return []
    }
  }

  private static func content(_ bytes: [UInt8]) -> Content? {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
    if first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
      return ReadingLog.recognises(bytes) ? .readings : nil
    }
    guard let value = try? JSONParser.parse(bytes) else { return nil }
    if let entries = value.array {
      return entries.first?["mechanism"] != nil && entries.first?["origin"] != nil ? .pool : nil
    }
    return value["plan"]?.array != nil && value["profile"]?.object != nil ? .plan : nil
  }
}

enum CeremonyRecordCheck {
  static func recognises(_ start: [UInt8]) -> Bool { record(start) != nil }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    guard let record = record(bytes) else { return [] }
    var faults = record.faults
    do throws(ValidationError) {
      _ = try SessionID.checked(record.json["id"]?.string ?? "")
    } catch {
      faults.append(error.message)
    }
    return faults.map { Finding(.error, code: "ceremony-record", $0) }
  }

  private static func record(_ bytes: [UInt8]) -> CeremonyRecord? {
    (try? JSONParser.parse(bytes)).flatMap { CeremonyRecord($0) }
  }
}
