import Lubdub

/// Behavior in time as aligned strips: one character is one eighth of a second, zones above, beats below.
///
/// A digit enters that zone, `-` leaves all zones, a space changes nothing. In the strip of beats, `x` is a beat in that
/// eighth, and `.` is no beat.
struct BeatStrip {
  var parameters: HeartbeatScheduler.Parameters
  var step: Seconds = 0.125

  /// The beats of a strip of zones.
  func beats(_ zones: String) throws -> String {
    var marks = zones.map { _ in Character(".") }
    for beat in try list(zones) {
      let column = (beat.time / step).rounded(.down)
      if let index = Int(exactly: column), marks.indices.contains(index) { marks[index] = "x" }
    }
    return String(marks)
  }

  /// The beats themselves.
  func list(_ zones: String) throws -> [Beat] {
    var scheduler = HeartbeatScheduler(parameters)
    var beats: [Beat] = []
    for (index, cell) in zones.enumerated() {
      let time = Double(index) * step
      scheduler.advance(to: time) { if case .beat(let beat) = $0 { beats.append(beat) } }
      if cell == "-" { scheduler.enter(zone: nil, at: time) }
      if let zone = cell.wholeNumberValue { scheduler.enter(zone: zone, at: time) }
    }
    scheduler.finish(at: Double(zones.count) * step) {
      if case .beat(let beat) = $0 { beats.append(beat) }
    }
    return beats
  }
}
