import Foundation
import LubdubHaptics
import TestSupport

/// Heartbeats of lub and dub, as the pipeline makes them.
func heartbeat(interval: Double, beats: Int, intensity: Double = 1) -> Timeline {
  let events = (0..<beats).flatMap { beat in
    let time = Double(beat) * interval
    return [
      HapticEvent(time: Seconds(time), intensity: intensity, sharpness: 0.5),
      HapticEvent(time: Seconds(time + 0.15), intensity: 0.7 * intensity, sharpness: 0.3),
    ]
  }
  return Timeline(duration: Seconds(Double(beats) * interval), events: events)
}

func renderWAVBytes(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions()
) throws(AudioError) -> [UInt8] {
  try renderWAVBytes(TimelineDocument(timeline), options)
}

@discardableResult
func renderWAV(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions(), to path: String
) throws -> RenderReport {
  try renderWAV(TimelineDocument(timeline), options, to: path)
}

extension ChannelLayout {
  /// The channels of a document without places.
  var count: Int { voices(of: 1).count }
}

/// One continuous event.
func steady(
  _ duration: Double, intensity: Double = 1, sharpness: Double = 0.5,
  curve: [HapticEvent.CurvePoint] = [], at time: Double = 0
) -> Timeline {
  let event = HapticEvent(
    time: Seconds(time), intensity: intensity, sharpness: sharpness,
    kind: .continuous(duration: Seconds(duration), curve: curve))
  return Timeline(duration: Seconds(time + duration), events: [event])
}

/// A timeline of up to a dozen overlapping events of all kinds.
func randomTimeline(_ random: inout SeededGenerator, duration: Double) -> Timeline {
  let count = Int(random.unit() * 12)
  let events = (0..<count).map { _ in
    let time = random.unit() * duration
    var kind = HapticEvent.Kind.transient
    if random.unit() < 0.4 {
      let length = random.unit() * (duration - time)
      let times = (0..<Int(random.unit() * 5)).map { _ in random.unit() * length }.sorted()
      let curve = times.map { time in
        HapticEvent.CurvePoint(
          time: Seconds(time), intensity: random.unit(), sharpness: random.unit())
      }
      kind = .continuous(duration: Seconds(length), curve: curve)
    }
    return HapticEvent(
      time: Seconds(time), intensity: random.unit(), sharpness: random.unit(), kind: kind)
  }
  return Timeline(duration: Seconds(duration), events: events)
}

/// The place of a scratch file; the caller removes it.
func scratchFile(_ name: String) -> String {
  FileManager.default.temporaryDirectory
    .appending(path: "lubdub-\(UUID().uuidString)-\(name)").path
}
