import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// Files of others, counted by another reader: the read events and the reported losses are all that a file contains.
@Suite(.recordings("haptics"))
struct CorpusTests {
  @Test func `Every AHAP event is read or counted as lost`() throws {
    var (files, events) = (0, 0)
    for file in Recordings.files(in: "haptics", endings: ["ahap"]) {
      let data = try Data(contentsOf: file)
      let read = try HapticFormat.ahap.read([UInt8](data))
      let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let pattern = root?["Pattern"] as? [[String: Any]] ?? []
      let inFile = pattern.compactMap { $0["Event"] as? [String: Any] }
      let haptic = inFile.filter { ($0["EventType"] as? String)?.hasPrefix("Haptic") == true }
      let kept = read.document.timeline.events.count
      let lost = read.loss[.continuous, .dropped]?.count ?? 0
      #expect(kept + lost == haptic.count, "\(file.lastPathComponent)")
      let controls = pattern.compactMap { entry -> String? in
        let control = entry["Parameter"] ?? entry["ParameterCurve"]
        return (control as? [String: Any])?["ParameterID"] as? String
      }
      let audio = inFile.count - haptic.count + controls.count { $0.hasPrefix("Audio") }
      #expect((read.loss[.audio, .dropped]?.count ?? 0) == audio, "\(file.lastPathComponent)")
      files += 1
      events += haptic.count
    }
    print("AHAP corpus: \(files) files, \(events) haptic events")
    #expect(files > 10)
  }

  @Test func `In .haptic files, emphases are transients, and points are on the curve`() throws {
    var files = 0
    for file in Recordings.files(in: "haptics", endings: ["haptic"]) {
      let data = try Data(contentsOf: file)
      guard let read = try? HapticFormat.haptic.read([UInt8](data)) else { continue }
      let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let signals = (root?["signals"] as? [String: Any])?["continuous"] as? [String: Any]
      let envelopes = signals?["envelopes"] as? [String: Any]
      let points = envelopes?["amplitude"] as? [[String: Any]] ?? []
      let emphasis = points.count { $0["emphasis"] is [String: Any] }
      let timeline = read.document.timeline
      #expect(timeline.events.count { $0.kind == .transient } == emphasis, "\(file.path)")
      let course = PlainCourse(timeline)
      for (left, point) in zip(points, points.dropFirst()) {
        guard let time = point["time"] as? Double, let amplitude = point["amplitude"] as? Double,
          let before = left["time"] as? Double, time > before
        else { continue }
        let level = course.felt(toNanosecond(time) - 2e-9).intensity
        #expect(abs(level * level - amplitude) < 1e-4, "\(file.path), at \(time) s")
      }
      files += 1
    }
    print(".haptic corpus: \(files) files")
    #expect(files > 10)
  }
}
