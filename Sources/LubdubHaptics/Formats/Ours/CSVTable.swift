internal import Lubdub

/// The events as a table for spreadsheets and data frames: one row per event, and below a continuous
/// event one row of kind `point` per point of its curve, all with times on the timeline.
enum CSVTable {
  static let features = FormatFeatures(
    title: "Table of events, comma-separated", fileExtension: "csv")

  static let coder = TimelineCoder(
    features, encode: encode, read: read, marks: [.row { isHeader($0) }])

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    encoding.loss.noteSilence(of: encoding.timeline)
    var text = header + "\n"
    for (index, event) in encoding.timeline.events.enumerated() {
      let start = "\(index),\(number(event.time.value))"
      let level = "\(number(event.intensity)),\(number(event.sharpness))"
      guard case .continuous(let duration, let curve) = event.kind else {
        text += "\(start),transient,,\(level)\n"
        continue
      }
      text += "\(start),continuous,\(number(duration.value)),\(level)\n"
      for point in curve {
        let time = toNanosecond(event.time.value + point.time.value)
        text += "\(index),\(number(time)),point,,"
        text += "\(number(point.intensity)),\(number(point.sharpness))\n"
      }
    }
    return [.init(bytes: Array(text.utf8))]
  }
}

/// The shortest decimal that reads back as the same number; whole numbers without a fraction.
func number(_ value: Double) -> String {
  guard let whole = Int64(exactly: value), abs(whole) < 1 << 53 else { return value.description }
  return String(whole)
}
