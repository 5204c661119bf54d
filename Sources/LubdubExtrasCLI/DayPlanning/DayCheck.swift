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
