/// The events as a table for spreadsheets and data frames: one row per event, and below a continuous event one row of kind
/// `point` per point of its curve, all with times on the timeline. If there are several places, the last column names the place
/// of each event.
enum CSVTable {
  static let coder = TimelineCoder(
    fileExtension: "csv", encode: encode, read: read, marks: [.row { isHeader($0) }], places: .all,
    padsSilence: true)

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    encoding.loss.noteSilence(of: encoding.timeline)
    let hasPlaces = !encoding.places.isEmpty
    var text = (hasPlaces ? header + ",place" : header) + "\n"
    for (index, (event, place)) in encoding.placedEvents.enumerated() {
      let end = hasPlaces ? ",\(quoted(place ?? ""))\n" : "\n"
      let start = "\(index),\(number(event.time.value))"
      let level = "\(number(event.intensity)),\(number(event.sharpness))"
      guard case .continuous(let duration, let curve) = event.kind else {
        text += "\(start),transient,,\(level)\(end)"
        continue
      }
      text += "\(start),continuous,\(number(duration.value)),\(level)\(end)"
      for point in curve {
        let time = toNanosecond(event.time.value + point.time.value)
        text += "\(index),\(number(time)),point,,"
        text += "\(number(point.intensity)),\(number(point.sharpness))\(end)"
      }
    }
    return [.init(bytes: Array(text.utf8))]
  }

  /// A name as a field: in quotes if it has a comma, a quote, or a new line (RFC 4180).
  private static func quoted(_ name: String) -> String {
    guard name.contains(where: { ",\"\r\n".contains($0) }) else { return name }
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}

/// The shortest decimal that reads back as the same number; whole numbers without a fraction, and zero without a sign.
func number(_ value: Double) -> String { SettingValue.text(value + 0) }
