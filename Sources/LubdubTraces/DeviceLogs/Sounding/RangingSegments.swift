/// Joins the segments of the Ranging Service (1.0, 3.2.1): bit 0 of a byte marks the first, bit 1 the last.
struct RangingSegments: Sendable {
  private var segments: [Int: [UInt8]] = [:]
  private var highest = 0
  private var last: Int?
  private(set) var record = 0

  /// The maximum number of bytes of one procedure: 256 steps of four antenna paths are 7 KiB.
  private static let mostBytes = 1 << 16
  private var size = 0

  enum Outcome: Equatable {
    case part
    case whole([UInt8])
    case stray
  }

  var missing: Int? { segments.keys.min().map { (last ?? highest + 1) - $0 + 1 - segments.count } }

  mutating func take(_ value: ArraySlice<UInt8>, record: Int) -> Outcome {
    guard let head = value.first else { return .stray }
    let body = Array(value.dropFirst())
    if head & 1 == 1 {
      self = RangingSegments()
      self.record = record
      highest = Int(head >> 2)
      segments[highest] = body
      last = head & 2 == 2 ? highest : nil
      size = body.count
      return finished
    }
    guard let first = segments.keys.min() else { return .stray }
    // The counter has 6 bits; what is sent again lies before the highest.
    let ahead = (Int(head >> 2) - highest) & 63
    let place = highest + (ahead < 32 ? ahead : ahead - 64)
    guard place > first, segments[place] == nil, size + body.count <= Self.mostBytes else {
      return .stray
    }
    segments[place] = body
    size += body.count
    highest = max(highest, place)
    if head & 2 == 2 { last = place }
    return finished
  }

  private var finished: Outcome {
    guard let last, let first = segments.keys.min(), segments.count == last - first + 1 else {
      return .part
    }
    return .whole((first...last).flatMap { segments[$0] ?? [] })
  }
}
