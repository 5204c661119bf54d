/// Positions of FIT's `record` messages: semicircles of 180° / 2³¹, seconds since 1989-12-31T00:00Z.
enum FITReader {
  private static let epoch = 631_065_600.0
  private static let semicircle = 180 / 2_147_483_648.0

  static func read(_ bytes: [UInt8], into sink: inout PositionSink) {
    sink.readFIT(bytes, kind: 20) { message, line, sink in
      guard let latitude = message.values[0], let longitude = message.values[1] else {
        return sink.ignore()
      }
      guard
        let place = sink.place(
          Double(latitude) * semicircle, Double(longitude) * semicircle, line: line)
      else { return }
      guard let time = message.values[253] else { return sink.reject(.missingTime, line) }
      sink.accept(
        place, at: Double(time) + epoch,
        sink.options.deviation(accuracy: message.values[31].map { Double($0) }), line: line)
    }
  }
}
