import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// The felt strength of a transient under the curve of a continuous event in one AHAP file, by a separate player.
@Suite struct EmphasisTests {
  /// The differences of the taps of an AHAP file from those of a timeline: the number above a tenth, the number of taps that
  /// can't be felt anymore, and the largest difference.
  private struct Difference {
    var taps = 0
    var off = 0
    var silenced = 0
    var largest = 0.0

    init(_ bytes: [UInt8], _ timeline: Timeline, _ context: String) throws {
      let played = try AHAPPlayer(bytes).taps
      let meant = timeline.events.transients.map {
        AHAPPlayer.Felt(time: $0.time.value, intensity: $0.intensity, sharpness: $0.sharpness)
      }.sorted {
        ($0.time, $0.intensity, $0.sharpness) < ($1.time, $1.intensity, $1.sharpness)
      }
      #expect(played.count == meant.count, "\(context)")
      taps = meant.count
      for (one, other) in zip(played, meant) {
        #expect(abs(one.time - other.time) < 1e-9, "\(context)")
        let change = max(
          abs(one.intensity - other.intensity), abs(one.sharpness - other.sharpness))
        if change > 0.1 { off += 1 }
        if one.intensity < 0.01, other.intensity > 0.05 { silenced += 1 }
        largest = max(largest, change)
      }
    }
  }

  /// The largest difference of intensity between the file's course and the range of the timeline's course over the time for
  /// which a course can be held.
  private func courseError(_ bytes: [UInt8], _ timeline: Timeline, _ seed: UInt64) throws -> Double
  {
    var random = RandomTimelines(seed: seed)
    let player = try AHAPPlayer(bytes)
    let course = PlainCourse(timeline)
    var largest = 0.0
    for _ in 0..<200 {
      let time = random.unit() * timeline.duration.value
      let felt = player.course(at: time)?.intensity ?? 0
      let range = course.range(time - AHAPPiece.hold - 1e-9, time + 1e-9)
      largest = max(largest, range.lowerBound - felt, felt - range.upperBound)
    }
    return largest
  }

  @Test func `Emphasis and curve survive in one file in any combination`() throws {
    var (taps, held) = (0, 0)
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomTimelines(seed: seed)
      let timeline = random.emphasized()
      let encoded = try HapticFormat.ahap.encode(TimelineDocument(timeline))
      #expect(encoded.parts.count == 1)
      let difference = try Difference(encoded.bytes, timeline, "seed \(seed)")
      #expect(difference.largest < 1e-6, "seed \(seed): \(difference)")
      #expect(encoded.loss[.transient, .clampedValue] == nil, "seed \(seed)")
      #expect(try courseError(encoded.bytes, timeline, seed) < 1e-6, "seed \(seed)")
      taps += difference.taps
      held += encoded.loss[.continuous, .resampledCurve]?.count ?? 0
    }
    #expect(taps > 2000 && held > 50, "\(taps) taps, \(held) of them where the curve is held")
  }

  @Test(
    "Strong taps at the foot of a ramp, on a plateau, and after a fall keep their strength")
  func places() throws {
    let points = [(0.0, 0.0), (1.0, 0.8), (2.0, 0.8), (2.5, 0.1), (4.0, 0.1)]
    let curve = points.map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.74)
    }
    let course = HapticEvent(
      time: 0, intensity: 0.8, sharpness: 0.74, kind: .continuous(duration: 4, curve: curve))
    let taps = [0, 0.5, 1.5, 3, 3.9].map {
      HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0.24)
    }
    let timeline = Timeline(duration: 4, events: [course] + taps)
    let encoded = try HapticFormat.ahap.encode(TimelineDocument(timeline))
    #expect(try Difference(encoded.bytes, timeline, "").largest < 1e-9)
    #expect(try courseError(encoded.bytes, timeline, 1) < 1e-9)
    // Only where it rises under a tap is the course held, for a millisecond.
    #expect(encoded.loss[.continuous, .resampledCurve]?.count == 2)
    #expect(encoded.loss[.continuous, .resampledCurve]?.largest == AHAPPiece.hold)
  }

  @Test(.recordings("haptics"))
  func `If a file from another tool becomes one AHAP file, no tap is off by more than a tenth`()
    throws
  {
    var (files, taps, held) = (0, 0, 0)
    for file in Recordings.files(in: "haptics", endings: ["haptic", "ahap"]) {
      let format = file.pathExtension == "ahap" ? HapticFormat.ahap : .haptic
      guard let read = try? format.read([UInt8](try Data(contentsOf: file))) else { continue }
      let encoded = try HapticFormat.ahap.encode(read.document)
      let name = file.lastPathComponent
      let difference = try Difference(encoded.bytes, read.document.timeline, name)
      #expect(difference.off == 0 && difference.silenced == 0, "\(name): \(difference)")
      #expect(difference.largest < 1e-6, "\(name)")
      files += 1
      taps += difference.taps
      held += encoded.loss[.continuous, .resampledCurve]?.count ?? 0
    }
    print("emphasis: \(files) files, \(taps) taps, \(held) where the curve is held for 1 ms")
    #expect(files > 50 && taps > 100)
  }
}
