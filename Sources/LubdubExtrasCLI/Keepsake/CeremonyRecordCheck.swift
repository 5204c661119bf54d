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
