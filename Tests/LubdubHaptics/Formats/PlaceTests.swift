import Lubdub
import LubdubHaptics
import LubdubSupport
import Testing

private func tap(_ time: Seconds, _ intensity: Double) -> HapticEvent {
  HapticEvent(time: time, intensity: intensity, sharpness: 0.5)
}

@Suite("Places on the body")
struct PlaceTests {
  private let stereo = TimelineDocument(places: [
    ("left", [tap(0, 1), tap(0.5, 0.4)]), ("right", [tap(0, 0.3), tap(0.25, 0.6)]),
  ])

  @Test(arguments: [HapticFormat.hjif, .json, .ndjson, .openHarmony, .richTap])
  func `Formats with places keep every place`(_ format: HapticFormat) throws {
    let encoded = try format.encode(stereo)
    #expect(!encoded.loss.isFelt, "\(encoded.loss)")
    let read = try format.read(encoded.bytes)
    #expect(read.document.places.map(\.name) == ["left", "right"])
    #expect(
      read.document.places.map { $0.timeline.events.map(\.intensity) } == [[1, 0.4], [0.3, 0.6]])
    let right = try format.read(encoded.bytes, place: "Right")
    #expect(right.document.timeline.events.map(\.time) == [0, 0.25])
    #expect(right.document.places.isEmpty)
    #expect(throws: FormatError.self) { try format.read(encoded.bytes, place: "back") }
  }

  @Test func `A named place can be requested, even if it is the only one`() throws {
    let one = TimelineDocument(places: [("left", [tap(0, 1)])])
    let file = try HapticFormat.hjif.encode(one)
    #expect(throws: FormatError.self) { try HapticFormat.hjif.read(file.bytes, place: "left") }
    let named = String(decoding: file.bytes, as: UTF8.self).replacing("body", with: "left")
    let read = try HapticFormat.hjif.read(Array(named.utf8), place: "Left")
    #expect(read.document.timeline.events.map(\.time) == [0])
    let json = try HapticFormat.json.encode(one)
    #expect(throws: FormatError.self) { try HapticFormat.json.read(json.bytes, place: "left") }
  }

  @Test func `On bHaptics a place plays on the device of its name or its side's sleeve`() throws {
    let document = TimelineDocument(places: [
      ("vest back", [tap(0, 0.2)]), ("right", [tap(1, 0.3)]), ("motor 7", [tap(2, 0.4)]),
      ("somewhere", [tap(2, 0.1)]),
    ])
    let file = try HapticFormat.tact.encode(document)
    #expect(file.loss[.timeline, .mergedChannels]?.names == ["motor 7", "somewhere"])
    let read = try HapticFormat.tact.read(file.bytes)
    #expect(read.document.places.map(\.name) == ["ForearmR", "VestBack", "VestFront"])
    #expect(
      read.document.places.map { $0.timeline.events.map(\.intensity) } == [[0.3], [0.2], [0.4]])
    let vest = try HapticFormat.tact.read(file.bytes, place: "vest-front")
    #expect(vest.document.timeline.events.map(\.time) == [2])
    #expect(try JSONParser.parse(file.bytes)["feedback"]?["0"]?.array?.count == 1)
    let both = TimelineDocument(places: [("back", [tap(0, 1)]), ("Front", [tap(0, 0.5)])])
    let sides = try HapticFormat.tact.encode(both)
    #expect(sides.loss[.timeline, .mergedChannels] == nil)
    #expect(
      try HapticFormat.tact.read(sides.bytes).document.places.map(\.name) == [
        "VestBack", "VestFront",
      ])
  }

  @Test func `OpenHarmony and RichTap play places without a side on both motors`() throws {
    let document = TimelineDocument(places: [
      ("left", [tap(0, 1)]), ("middle", [tap(0.5, 0.5)]), ("right", [tap(0.25, 1)]),
    ])
    for format in [HapticFormat.openHarmony, .richTap] {
      let file = try format.encode(document)
      #expect(file.loss[.timeline, .mergedChannels]?.names == ["left", "middle", "right"])
      let read = try format.read(file.bytes).document
      #expect(read.places.map(\.name) == ["left", "right"])
      #expect(read.places.map { $0.timeline.events.map(\.time) } == [[0, 0.5], [0.25, 0.5]])
    }
    let vest = TimelineDocument(places: [
      ("neck", [tap(0, 1)]), ("chest", [tap(0.5, 0.5)]), ("back", [tap(0.25, 1)]),
    ])
    let merged = try HapticFormat.richTap.encode(vest)
    #expect(merged.loss[.timeline, .mergedChannels]?.count == 3)
    #expect(try HapticFormat.richTap.decode(merged.bytes).places.isEmpty)
  }

  @Test func `Simultaneous taps of two places are not reported as too close`() throws {
    let file = try HapticFormat.json.encode(stereo)
    #expect(HapticFormat.json.check(file.bytes).isEmpty)
  }

  @Test func `An event's place must be named in the header`() throws {
    let file = String(decoding: try HapticFormat.ndjson.encode(stereo).bytes, as: UTF8.self)
    let wrong = file.replacing("\"place\": \"right\"", with: "\"place\": \"back\"")
    #expect(HapticFormat.ndjson.check(Array(wrong.utf8)).map(\.code).contains("no-place"))
  }

  @Test func `A format with one place plays the strongest of all places, with a report`() throws {
    let kept: [HapticFormat] = [.csv, .hjif, .json, .ndjson, .openHarmony, .richTap, .tact]
    for format in HapticFormat.allCases where !kept.contains(format) {
      let encoded = try format.encode(stereo)
      #expect(
        encoded.loss[.timeline, .mergedChannels]?.names == ["left", "right"], "\(format.rawValue)")
      #expect(encoded.loss.isFelt)
    }
    let taps = try HapticFormat.ahap.decode(try HapticFormat.ahap.encode(stereo).bytes).timeline
    #expect(taps.events.map(\.intensity) == [1, 0.6, 0.4])
  }

  @Test func `Places with equal names get a number, and a single place is dropped`() {
    let same = TimelineDocument(places: [
      ("body", [tap(0, 1)]), ("body", [tap(1, 1)]), ("", [tap(2, 1)]),
    ])
    #expect(same.places.map(\.name) == ["body", "body 2", "motor 3"])
    #expect(TimelineDocument(places: [("body", [tap(0, 1)])]).places.isEmpty)
  }

  @Test func `Joined and layered files play in their own places or in all places`() throws {
    let front = TimelineDocument(places: [("front", [tap(0.1, 1)]), ("left", [tap(0.3, 0.5)])])
    let plain = TimelineDocument(Timeline(duration: 1, events: [tap(0.2, 0.7)]))
    func taps(_ document: TimelineDocument, _ other: TimelineDocument) throws -> [[Double]] {
      var (document, loss) = (document, LossReport())
      try document.apply(.layer(other.timeline), with: other.places, loss: &loss)
      #expect(!loss.isFelt)
      return document.places.map { $0.timeline.events.map { $0.time.value } }
    }
    #expect(try taps(stereo, front) == [[0, 0.3, 0.5], [0, 0.25], [0.1]])
    #expect(try taps(stereo, plain) == [[0, 0.2, 0.5], [0, 0.2, 0.25]])
    #expect(try taps(plain, stereo) == [[0, 0.2, 0.5], [0, 0.2, 0.25]])
    var (after, loss) = (stereo, LossReport())
    try after.apply(.join(stereo.timeline, gap: 0.5), with: stereo.places, loss: &loss)
    #expect(
      after.places.map { $0.timeline.events.map { $0.time.value } }
        == [[0, 0.5, 1, 1.5], [0, 0.25, 1, 1.25]])
  }

  @Test(
    "Swapped sharpness of places stays in the range of the document, and events count once")
  func swapped() throws {
    func sharp(_ time: Seconds, _ sharpness: Double) -> HapticEvent {
      HapticEvent(time: time, intensity: 1, sharpness: sharpness)
    }
    var document = TimelineDocument(places: [
      ("left", [sharp(0, 0.2), sharp(1, 0.4)]), ("right", [sharp(0.5, 0.9)]),
    ])
    var loss = LossReport()
    try document.apply(.swapSharpness, loss: &loss)
    let file = try HapticFormat.hjif.encode(document)
    let read = try HapticFormat.hjif.read(file.bytes)
    #expect(read.document.places.map { $0.timeline.events.count } == [2, 1])
    #expect(document.places[0].timeline.events.map { $0.sharpness } == [0.9, 0.7])
  }

  @Test func `A sound clamps frequencies to its band and reports the loss in hertz`() throws {
    let high = TimelineDocument(
      Timeline(duration: 1, events: [HapticEvent(time: 0, intensity: 1, sharpness: 1.4)]))
    let top = TimelineDocument(
      Timeline(duration: 1, events: [HapticEvent(time: 0, intensity: 1, sharpness: 1)]))
    let loss = LossReport.rendering(high, playsSharpness: true)
    #expect(loss[.transient, .clampedFrequency] != nil)
    #expect(high.voices(.mono) == top.voices(.mono))
    _ = try renderSamples(high.voices(.mono)[0].timeline)
  }

  @Test(arguments: [TimelineEdit.from(0.25), .trim(0), .gain(0.5)])
  func `An edit changes every place`(_ edit: TimelineEdit) throws {
    var document = stereo
    var loss = LossReport()
    try document.apply(edit, loss: &loss)
    let places = document.places.flatMap(\.timeline.events)
    #expect(
      Timeline(duration: 0, events: places)
        == Timeline(duration: 0, events: document.timeline.events))
    #expect(document.places.allSatisfy { $0.timeline.duration == document.timeline.duration })
  }

  @Test(
    "A stereo sound has the left place on the left and the right place on the right",
    arguments: [ChannelLayout.stereo, .controller], [SampleFormat.pcm16, .float32])
  func sides(_ layout: ChannelLayout, _ format: SampleFormat) throws {
    let options = RenderOptions(format: format, layout: layout)
    let both = try WAVFile(try renderWAVBytes(stereo, options))
    let first = layout == .stereo ? 0 : 2
    for (channel, index) in [(first, 0), (first + 1, 1)] {
      let alone = RenderOptions(format: format)
      let mono = try WAVFile(try renderWAVBytes(stereo.places[index].timeline, alone))
      let side = both.samples(channel: channel)
      // A sample between two steps of 16 bits may be rounded to either.
      let step = format == .pcm16 ? 1.01 / 32767 : 0
      #expect(zip(side, mono.samples(channel: 0)).allSatisfy { ($0 - $1).magnitude <= step })
      #expect(side.dropFirst(mono.frameCount).allSatisfy { $0 == 0 })
    }
    if layout == .controller { #expect(both.samples(channel: 0).allSatisfy { $0 == 0 }) }
    #expect(!LossReport.rendering(stereo, playsSharpness: true, layout: layout).isFelt)
    #expect(LossReport.rendering(stereo, playsSharpness: true).isFelt)
  }

  private let vest = TimelineDocument(places: [
    ("front", [tap(0.5, 1), tap(9, 0.1)]), ("back", [tap(0.25, 0.4)]), ("left", [tap(0.25, 0.7)]),
    ("motor 7", []), ("right", [tap(1, 0.2)]),
  ])

  @Test(
    "A sound has one channel per place, in the order of the document",
    arguments: SampleFormat.allCases)
  func channelForEach(_ format: SampleFormat) throws {
    let options = RenderOptions(format: format, layout: .places)
    let bytes = try renderWAVBytes(vest, options)
    #expect(bytes[20..<24] == [0xFE, 0xFF, 5, 0], "extensible, five channels")
    #expect(bytes[40..<44] == [0, 0, 0, 0], "no speakers")
    #expect(checkWAV(bytes).isEmpty)
    let file = try WAVFile(bytes)
    for (channel, place) in vest.places.enumerated() {
      let alone = try renderWAVBytes(place.timeline, RenderOptions(format: format))
      let samples = file.samples(channel: channel)
      let mono = try WAVFile(alone).samples(channel: 0)
      // A sample between two steps of 16 bits may be rounded to either.
      let step = format == .pcm16 ? 1.01 / 32767 : 0
      #expect(zip(samples, mono).allSatisfy { ($0 - $1).magnitude <= step }, "\(place.name)")
      #expect(samples.dropFirst(mono.count).allSatisfy { $0 == 0 })
      #expect(samples.contains { $0 != 0 } == !place.timeline.events.isEmpty)
    }
    #expect(!LossReport.rendering(vest, playsSharpness: true, layout: .places).isFelt)
    #expect(LossReport.rendering(vest, playsSharpness: true, layout: .stereo).isFelt)
  }

  @Test func `A document without places is mono, and more than 256 places are rejected`() throws {
    let options = RenderOptions(layout: .places)
    let one = TimelineDocument(places: [("left", [tap(0, 1)])])
    #expect(try renderWAVBytes(one, options) == renderWAVBytes(one))
    let many = (0..<257).map { (name: "motor \($0)", events: [tap(0, 1)]) }
    #expect(throws: AudioError.self) {
      try renderWAVBytes(TimelineDocument(places: many), options)
    }
  }

  @Test func `All channels start together and keep their relative levels, even with compensation`()
    throws
  {
    let chord = [tap(1, 1), tap(1, 1)]
    let document = TimelineDocument(places: [
      ("left", [tap(0, 0.5), tap(1, 0.5)]), ("middle", [tap(1, 0.5)]), ("right", chord),
    ])
    for signal in RenderOptions.Signal.allCases {
      for compensates in [false, true] {
        let options = RenderOptions(
          format: .float32, layout: .places, actuator: .lra(), signal: signal,
          compensates: compensates)
        let file = try WAVFile(try renderWAVBytes(document, options))
        // The same tap on the left and in the middle, and twice as much on the right, where two taps are one.
        let samples = (0..<3).map { file.samples(channel: $0).dropFirst(44_000) }
        let peaks = samples.map { $0.map(\.magnitude).max() ?? 0 }
        #expect(zip(samples[0], samples[1]).allSatisfy { ($0 - $1).magnitude < 1e-3 })
        #expect((peaks[2] / peaks[1] - 2).magnitude < 1e-2, "\(peaks)")
        #expect(peaks[2] <= 0.9)
      }
    }
  }

  @Test(arguments: [ChannelLayout.stereo, .places])
  func `Skipped silence of channels is silent`(_ layout: ChannelLayout) throws {
    let rest = TimelineDocument(places: [
      ("left", [tap(0, 1), tap(20, 1)]), ("right", [tap(10, 1)]),
    ])
    let file = try WAVFile(
      try renderWAVBytes(rest, RenderOptions(sampleRate: 8000, layout: layout)))
    for channel in 0..<2 {
      let samples = file.samples(channel: channel)
      let loud = samples.indices.filter { samples[$0].magnitude > 0.1 }.map { ($0 + 4000) / 80_000 }
      #expect(Set(loud) == (channel == 0 ? [0, 2] : [1]))
    }
  }

  @Test(arguments: [HapticFormat.json, .ndjson])
  func `An event without a place is played by all places`(_ format: HapticFormat) throws {
    let event = #""kind": "transient", "intensity": 0.5, "sharpness": 0.5"#
    let header = #""format": "lubdub-timeline", "version": 1, "duration_s": 2"#
    let text =
      format == .json
      ? """
      {\(header), "beats": [], "events": [{"t_s": 0, \(event)}, {"t_s": 1, \(event)}],
       "places": [{"name": "left", "events": [{"t_s": 0, \(event)}]},
       {"name": "right", "events": []}]}
      """
      : """
      {"record": "timeline", \(header), "places": ["left", "right"]}
      {"record": "event", "place": "left", "t_s": 0, \(event)}
      {"record": "event", "t_s": 1, \(event)}
      """
    let document = try format.decode(Array(text.utf8))
    #expect(document.places.map { $0.timeline.events.map(\.time) } == [[0, 1], [1]])
    #expect(document.timeline.events.map(\.time) == [0, 1])
    let again = try format.decode(try format.encode(document).bytes)
    #expect(again.places == document.places)
    let right = try format.read(Array(text.utf8), place: "right").document
    #expect(right.timeline.events.map(\.time) == [1] && right.places.isEmpty)
  }
}
