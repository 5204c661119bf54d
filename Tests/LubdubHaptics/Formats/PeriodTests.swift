import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// A beat and the silence after it are one period in every format.
@Suite struct PeriodTests {
  private static let beat = TimelineDocument(
    Timeline(
      duration: 0.833,
      events: [
        HapticEvent(time: 0, intensity: 1, sharpness: 0.4),
        HapticEvent(
          time: 0.2, intensity: 0.6, sharpness: 0.4, kind: .continuous(duration: 0.1, curve: [])),
      ]))

  @Test("A beat keeps its period", arguments: HapticFormat.allCases)
  func kept(format: HapticFormat) throws {
    let encoded = try format.encode(Self.beat)
    if format == .webVibrate {
      let loss = try #require(encoded.loss[.timeline, .droppedSilence])
      #expect(loss.isFelt && loss.description.hasSuffix("; loop every 0.833 s"))
      return
    }
    let read = try format.decode(encoded.bytes).timeline
    #expect(abs(read.duration.value - 0.833) < 0.001, "\(read.duration)")
    #expect(encoded.loss[.timeline, .droppedSilence] == nil)
    // The event that states the silence is none of the beat's, and four beats follow each other as one does itself.
    #expect(read.events.count { $0.intensity > 0 } == read.events.count)
    let four = try TimelineEdit.repetition(4).applied(to: read)
    let starts = four.events.filter { $0.intensity == read.events[0].intensity }.map(\.time.value)
    for (start, next) in zip(starts, starts.dropFirst()) where next - start > 0.5 {
      #expect(abs(next - start - 0.833) < 0.001, "\(starts)")
    }
  }

  @Test(arguments: [1, 2])
  func `One or two beats can be written as a loop`(count: Int) throws {
    var options = ExportOptions()
    options.looping = .always
    let beats = TimelineDocument(try TimelineEdit.repetition(count).applied(to: Self.beat.timeline))
    for format in [HapticFormat.androidXML, .androidWaveform] {
      let encoded = try format.encode(beats, options: options)
      let read = try format.decode(encoded.bytes)
      let loop = try #require(SteadyLoop(annotation: read.annotations["loop"]), "\(format)")
      #expect(loop.start == 0 && abs(loop.period - 0.833 * Double(count)) < 1e-9)
      #expect(encoded.loss[.timeline, .onePass] == nil)
    }
    // A tap at the very end has its length before it comes again.
    let tap = Timeline([HapticEvent(time: 0.5, intensity: 1, sharpness: 0.5)])
    #expect(SteadyLoop(whole: tap)?.period == 0.52)
  }

  @Test("A loop of whole milliseconds keeps any tempo", arguments: [60, 66, 72, 75, 133])
  func tempos(bpm: Double) throws {
    var options = ExportOptions()
    options.looping = .always
    let beat = try Timeline(pattern: .lubDub, tempo: .beatsPerMinute(bpm, intensity: 1), beats: 1)
    for format in [HapticFormat.androidXML, .androidWaveform] {
      let loss = try format.encode(TimelineDocument(beat), options: options).loss
      let difference = loss[.timeline, .amplitudeDifference]?.largest ?? 0
      #expect(difference < 0.01, "\(format): \(difference)")
    }
  }
}
