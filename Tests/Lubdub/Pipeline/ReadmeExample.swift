import Lubdub

/// The example of the README, compiled; `ReadmeTests` compares the two and runs it.
enum ReadmeExample {
  static func run() throws -> (changes: Int, beats: Int) {
    // README begins
    let configuration = Preset.eternalLoop.configuration
    let walk: [Sample] = (0..<400).map { step in
      .uwb(Meters(max(0.1, 3 - 0.01 * Double(step))), at: Seconds(0.1 * Double(step)))
    }
    let session = try Session(walk, configuration)
    for change in session.zoneChanges where change.isMove {
      print(change.time, change.reason, "to zone", change.to.map(String.init) ?? "none")
    }
    print(session.timeline.beats.count, "beats")
    // README ends
    return (session.zoneChanges.count, session.timeline.beats.count)
  }
}
