/// Reads the positions of FIT's `record` messages. Angles are in semicircles of 180° / 2³¹. Times are in seconds since
/// 1989-12-31T00:00Z. Times below 0x10000000 count from the start of the device (Profile.xlsx of FIT's SDK, `date_time`),
/// which a `timestamp_correlation` dates.
enum FITReader {
  private static let epoch = 631_065_600.0
  private static let firstDate = Double(0x1000_0000)
  private static let semicircle = 180 / 2_147_483_648.0

  static func read(_ bytes: [UInt8], into sink: inout PositionSink) {
    let file = FITFile.read(bytes)
    let correlation = file.messages.first { $0.kind == 162 }?.values.mapValues { Double($0) }
    var start: Double?
    if let known = correlation?[253], let own = correlation?[1] { start = known - own }
    sink.read(file, kind: 20) { message, line, sink in
      guard let latitude = message.values[0], let longitude = message.values[1] else {
        return sink.ignore()
      }
      guard
        let place = sink.place(
          Double(latitude) * semicircle, Double(longitude) * semicircle, line: line)
      else { return }
      guard var time = message.values[253].map({ Double($0) }) else {
        return sink.reject(.missingTime, line)
      }
      if time < firstDate {
        if start == nil { sink.warn("times count from when the device was switched on") }
        time += start ?? 0
      }
      sink.accept(
        place, at: time + epoch,
        sink.options.deviation(accuracy: message.values[31].map { Double($0) }), line: line)
    }
  }
}
