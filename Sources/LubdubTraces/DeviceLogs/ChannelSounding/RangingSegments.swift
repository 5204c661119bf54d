/// Joins the segments of the Ranging Service (1.0, 3.2.1): bit 0 of a byte marks the first segment, bit 1 the last.
struct RangingSegments: Sendable {
  private var segments: [Int: [UInt8]] = [:]
  private var highest = 0
  private var last: Int?
  private(set) var record = 0

  /// The maximum number of bytes of one procedure: 256 steps of four antenna paths are 7 KiB.
  private static let mostBytes = 1 << 16
  private var size = 0

  /// Rejects ranging data of which only some segments arrived.
  func rejectMissing(into sink: inout TraceSink) throws(ReadError) {
    guard let first = segments.keys.min() else { return }
    let missing = (last ?? highest + 1) - first + 1 - segments.count
    let text = "\(counted(missing, "segment")) of the ranging data did not arrive"
    try sink.reject(.damaged, line: record, text)
  }

  /// Processes a segment, which must follow another segment or be the first.
  ///
  /// - Returns: All bytes, if the segment was the last missing segment.
  mutating func take(_ value: ArraySlice<UInt8>, record: Int) throws(RowFault) -> [UInt8]? {
    let stray = RowFault.damaged("a segment of ranging data without the first one")
    guard let head = value.first else { throw stray }
    let body = Array(value.dropFirst())
    if head & 1 == 1 {
      self = RangingSegments()
      self.record = record
      highest = Int(head >> 2)
    }
    // The counter has 6 bits; a repeated segment is before the highest segment.
    let ahead = (Int(head >> 2) - highest) & 63
    let place = highest + (ahead < 32 ? ahead : ahead - 64)
    guard head & 1 == 1 || segments.keys.min().map({ place > $0 }) == true, segments[place] == nil,
      size + body.count <= Self.mostBytes
    else { throw stray }
    segments[place] = body
    size += body.count
    highest = max(highest, place)
    if head & 2 == 2 { last = place }
    guard let last, let first = segments.keys.min(), segments.count == last - first + 1 else {
      return nil
    }
    defer { self = RangingSegments() }
    return (first...last).flatMap { segments[$0] ?? [] }
  }
}
