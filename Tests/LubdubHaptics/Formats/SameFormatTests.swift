import Foundation
import Lubdub
import LubdubSupport
import TestSupport
import Testing

@testable import LubdubHaptics

/// A file converted to its own format has no loss that can be felt; a value that the format's reader invented is only a note.
@Suite struct SameFormatTests {
  /// The losses of reading and rewriting a file that can be felt.
  private func felt(_ bytes: [UInt8], _ format: HapticFormat) throws -> [LossReport.Entry] {
    let read = try format.read(bytes)
    let written = try format.encode(read.document)
    return (read.loss.entries + written.loss.entries).filter(\.isFelt)
  }

  @Test(arguments: HapticFormat.allCases)
  func `A file that Lubdub wrote keeps its format without loss`(_ format: HapticFormat) throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomTimelines(seed: seed)
      let timeline = random.separated()
      var options = ExportOptions()
      let styles = ExportOptions.AndroidStyle.allCases.filter {
        $0 != .primitives || timeline.events.contains { $0.kind == .transient }
      }
      for style in format == .androidXML ? styles : [.waveform] {
        options.androidStyle = style
        let encoded = try format.encode(TimelineDocument(timeline), options: options)
        for part in encoded.parts where part.isReadable {
          let losses = try felt(part.bytes, format)
          try #require(losses.isEmpty, "\(style), seed \(seed): \(losses)")
        }
      }
    }
  }

  @Test func `Losing an assumed sharpness is not a loss, and losing a stated sharpness is`() throws
  {
    let waveform = Array(#"{"timings":[20,100,300],"amplitudes":[255,0,128],"repeat":-1}"#.utf8)
    let read = try HapticFormat.androidWaveform.decode(waveform)
    for format in HapticFormat.allCases {
      let loss = try format.encode(read).loss
      for subject in [LossReport.Subject.transient, .continuous] {
        #expect(loss[subject, .droppedSharpness] == nil, "\(format)")
        #expect(loss[subject, .roundedSharpness] == nil, "\(format)")
      }
    }
    // By way of our own document as well.
    let document = try HapticFormat.json.decode(try HapticFormat.json.encode(read).bytes)
    #expect(try !HapticFormat.androidWaveform.encode(document).loss.isFelt)
    let stated = TimelineDocument(read.timeline)
    #expect(try HapticFormat.androidWaveform.encode(stated).loss.isFelt)
    // A tap of 20 ms is a pulse of 50 ms in .tact, which can be felt.
    #expect(try HapticFormat.tact.encode(read).loss[.transient, .pulse]?.largest == 0.05)
  }

  @Test func `A stated sharpness is lost even if another event's sharpness was assumed`() throws {
    let waveform = Array(#"{"timings":[20,100,300],"amplitudes":[255,0,128],"repeat":-1}"#.utf8)
    var read = try HapticFormat.androidWaveform.decode(waveform)
    read.timeline.events.append(HapticEvent(time: 0.6, intensity: 1, sharpness: 1))
    for format in [HapticFormat.androidWaveform, .androidXML, .tact] {
      let loss = try format.encode(read).loss
      #expect(loss[.transient, .droppedSharpness]?.count == 1, "\(format): \(loss)")
      #expect(loss[.continuous, .droppedSharpness] == nil && loss.isFelt)
    }
    // What readers make up for a tick is no 0.5.
    let tick = try HapticFormat.androidXML.decode(
      Array(#"<vibration-effect><predefined-effect name="tick"/></vibration-effect>"#.utf8))
    #expect(
      try HapticFormat.androidWaveform.encode(tick).loss[.transient, .droppedSharpness] == nil)
  }

  @Test(arguments: HapticTarget.allCases)
  func `Unavoidable losses of a target can be allowed`(target: HapticTarget)
    throws
  {
    let format: HapticFormat =
      switch target {
      case .android: .androidWaveform
      case .bhaptics: .tact
      case .razer: .haps
      case .web: .webVibrate
      }
    let tap = HapticEvent(time: 0.5, intensity: 1, sharpness: 0.9)
    let document = TimelineDocument(Timeline(duration: 1, events: [tap]))
    var options = ExportOptions()
    #expect(try format.encode(document, options: options).loss.isFelt)
    options.tolerance.allowed = target.unavoidable
    let loss = try format.encode(document, options: options).loss
    #expect(!loss.isFelt && !loss.isEmpty, "\(loss)")
  }

  @Test(arguments: [
    #"<predefined-effect name="double_click"/>"#, #"<predefined-effect name="heavy_click"/>"#,
    #"<primitive-effect name="tick"/><primitive-effect name="thud" scale="0.4" delayMs="50"/>"#,
    #"<basic-envelope-effect initialSharpness="0.3"><control-point intensity="0.2" sharpness="0.5" "#
      + #"durationMs="100"/><control-point intensity="0" sharpness="0.5" durationMs="100"/>"#
      + "</basic-envelope-effect>",
  ])
  func `Vibration XML keeps its kind of effect`(_ effect: String) throws {
    let read = try HapticFormat.androidXML.decode(
      Array("<vibration-effect>\(effect)</vibration-effect>".utf8))
    let written = try HapticFormat.androidXML.encode(read)
    #expect(!written.loss.isFelt, "\(written.loss)")
    let text = String(decoding: written.bytes, as: UTF8.self)
    let name = effect.dropFirst().prefix { $0 != " " && $0 != ">" }
    #expect(text.contains("<\(name)"), "\(text)")
    #expect(
      try HapticFormat.androidXML.decode(written.bytes).timeline.events == read.timeline.events)
  }

  @Test func `A document with events is never written as an empty file`() throws {
    let continuous = #"{"Event":{"Time":0,"EventType":"HapticContinuous","EventParameters":[]}}"#
    let sound = #"{"Event":{"Time":0,"EventType":"AudioContinuous","EventParameters":[]}}"#
    for event in [continuous, sound] {
      let bytes = Array(#"{"Version":1,"Pattern":[\#(event)]}"#.utf8)
      #expect(throws: FormatError.self) { try HapticFormat.ahap.read(bytes) }
      // A check still reports what is wrong.
      #expect(!HapticFormat.ahap.check(bytes).isEmpty)
    }
    let empty = Timeline(
      duration: 1,
      events: [
        HapticEvent(
          time: 0, intensity: 1, sharpness: 0.5, kind: .continuous(duration: 0, curve: []))
      ])
    for format in HapticFormat.allCases {
      #expect(throws: FormatError.self) { try format.encode(TimelineDocument(empty)) }
    }
    // Nothing stays nothing.
    let silent = try HapticFormat.ahap.decode(Array(#"{"Version":1,"Pattern":[]}"#.utf8))
    #expect(try !HapticFormat.haptic.encode(silent).bytes.isEmpty)
  }

  private func points(_ bytes: [UInt8]) throws -> [Int] {
    let envelopes = try JSONParser.parse(bytes)["signals"]?["continuous"]?["envelopes"]
    return ["amplitude", "frequency"].map { envelopes?[$0]?.array?.count ?? 0 }
  }

  private func expectSamePoints(_ bytes: [UInt8], _ name: String) throws {
    let written = try HapticFormat.haptic.encode(HapticFormat.haptic.decode(bytes)).bytes
    for (before, after) in zip(try points(bytes), try points(written)) {
      #expect(after <= before + 2, "\(name): \(before) points became \(after)")
    }
    let again = try HapticFormat.haptic.encode(HapticFormat.haptic.decode(written)).bytes
    #expect(again == written, "\(name)")
  }

  @Test func `A .haptic file that is rewritten keeps its points`() throws {
    var random = SeededGenerator(seed: 3)
    for seed in 0..<60 {
      var (time, amplitude, frequency) = (0.0, [JSONValue](), [JSONValue]())
      for index in 0..<40 {
        // Steep and flat lines, lines of several points, and points that are nanoseconds apart.
        let level =
          seed.isMultiple(of: 3) ? Double(index % 8) / 10 : .random(in: 0...1, using: &random)
        let value = JSONValue.number((level * 100).rounded() / 100)
        amplitude.append(["time": .number(time), "amplitude": value])
        if index.isMultiple(of: 4) {
          frequency.append(["time": .number(time), "frequency": value])
        }
        time = toNanosecond(time + [0.1, 0.004, 3e-9][(index + seed) % (seed % 3 + 1)])
      }
      let envelopes: JSONValue = ["amplitude": .array(amplitude), "frequency": .array(frequency)]
      let root: JSONValue = [
        "version": ["major": 1], "signals": ["continuous": ["envelopes": envelopes]],
      ]
      try expectSamePoints(JSONWriter.encode(root), "seed \(seed)")
    }
  }

  @Test(.recordings("haptics"))
  func `The .haptic files of other tools keep their points`() throws {
    for file in Recordings.files(in: "haptics", endings: ["haptic"]) {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard (try? HapticFormat.haptic.read(bytes)) != nil else { continue }
      try expectSamePoints(bytes, file.lastPathComponent)
    }
  }

  @Test(.recordings("haptics"))
  func `Files from other tools keep their format without a noticeable loss`() throws {
    let formats: [String: HapticFormat] = ["ahap": .ahap, "haptic": .haptic, "xml": .androidXML]
    var (files, lossy) = (0, [String]())
    for file in Recordings.files(in: "haptics", endings: formats.keys.sorted()) {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard let format = formats[file.pathExtension], (try? format.read(bytes)) != nil,
        !format.check(bytes).contains(where: { $0.code == "value-clamped" })
      else { continue }
      files += 1
      if try !felt(bytes, format).isEmpty { lossy.append(file.lastPathComponent) }
    }
    print("same format: \(files) files, with a loss \(lossy)")
    // Tones below the band of sharpness, and members that are not known: no timeline holds them.
    let known: Set = [
      "repeating_envelope.xml", "waveform_envelope.xml", "v1_additional_fields.haptic",
      "valid_beta_impulses.haptic",
    ]
    #expect(Set(lossy).isSubset(of: known))
  }
}
