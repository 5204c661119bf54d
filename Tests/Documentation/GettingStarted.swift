import Lubdub

func firstSession() throws -> Session {
  let walk: [Sample] = (0..<400).map { step in
    .uwb(Meters(max(0.01, 3 - 0.01 * Double(step))), at: Seconds(0.1 * Double(step)))
  }
  let session = try Session(walk, Preset.eternalLoop.configuration)
  for change in session.zoneChanges where change.isMove {
    print(change.time, change.reason, "to zone", change.to.map(String.init) ?? "none")
  }
  for beat in session.timeline.beats.prefix(3) { print(beat.time, beat.intensity) }
  return session
}

import Lubdub

func feed(_ samples: [Sample]) throws -> Int {
  var pipeline = try Pipeline(Preset.eternalLoop.configuration)
  var beats = 0
  for sample in samples {
    let reception = pipeline.process(sample) { decision in
      if case .beat = decision { beats += 1 }
    }
    if !reception.isTaken { print("rejected:", reception) }
  }
  pipeline.finish { _ in }
  return beats
}
