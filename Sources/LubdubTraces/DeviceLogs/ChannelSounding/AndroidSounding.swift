/// Procedures recorded by the channel sounding of Android: a JSON array of objects with `type` and `content`, like the test
/// vectors of https://github.com/google/bluetooth-cs-algorithm.
struct AndroidSoundingTrace: ObjectFormat, SignalFormat {
  static let name = "android-cs"
  static let summary = "Bluetooth channel sounding, JSON of Android's ChannelSoundingProcedureData"

  private static let type = "ChannelSoundingProcedureData"
  private static let sides: [(String, StepData.Role)] = [
    ("initiator", .initiator), ("reflector", .reflector),
  ]

  // A procedure with four antenna paths has some 600 kB of text.
  var objects = JSONObjectSplitter(limit: 1 << 23)
  var rows: SignalRows

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix[...].contains("\"\(type)\"")
      || prefix[...].contains("\"BluetoothChannelSoundingParameters\"")
  }

  mutating func restart() -> Int? { objects.restart() }

  mutating func goOn(into sink: inout TraceSink) throws(ReadError) {
    try finishObjects(into: &sink)
    _ = restart()
  }

  mutating func read(
    _ piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let (object, line) = try self.object(of: piece, into: &sink) else { return }
    guard object["type"]?.string == Self.type else { return sink.ignore() }
    guard let (signal, notes) = try sink.value(Self.signal(object, line: line), line: line) else {
      return
    }
    for note in notes { sink.warn("line \(line): \(note)") }
    try rows.take(signal, into: &sink)
  }

  private static func signal(
    _ object: JSONValue, line: Int
  ) throws(RowFault) -> (signal: RawSignal, notes: [String]) {
    guard let time = object["timestampSinceBootNanos"]?.number.flatMap({ Int64(exactly: $0) })
    else { throw RowFault(.missingTime, "timestampSinceBootNanos is not a whole number") }
    let content = object["content"] ?? .null
    var sides: [SoundingSide] = []
    for (name, role) in Self.sides {
      if let abort = try abort(content, "\(name)ProcedureAbortReason") {
        throw RowFault(.aborted, "aborted by the \(name): \(abort)")
      }
      var side = SoundingSide(counter: 0, role: role, paths: 1, time: time, record: line)
      for value in content["\(name)SubeventResultData"]?.array ?? [] {
        let abort = try abort(value, "subeventAbortReason").map { "by the \(name): \($0)" }
        var subevent = SoundingSide.Subevent(start: 0, abort: abort, steps: [])
        for step in value["stepData"]?.array ?? [] {
          if let step = try self.step(step) { subevent.steps.append(step) }
        }
        side.subevents.append(subevent)
      }
      sides.append(side)
    }
    var notes: [String] = []
    let counts = sides.map(\.subevents.count)
    if counts[0] != counts[1] {
      notes = ["\(counted(counts[0], "subevent")) of the initiator, \(counts[1]) of the reflector"]
    }
    // Each subevent has a part at either side; a single part is useless.
    for place in 0..<min(counts[0], counts[1]) {
      guard let abort = sides.lazy.compactMap({ $0.subevents[place].abort }).first else { continue }
      for side in sides.indices { sides[side].subevents[place].abort = abort }
      notes.append("subevent \(place + 1) is left out: aborted \(abort)")
    }
    let procedure = try sides[0].joined(with: sides[1]).procedure
    return (RawSignal(content: .procedure(procedure), time: time, line: line), notes)
  }

  /// The reason for an abort; `nil` for success, or if no reason is given.
  private static func abort(_ value: JSONValue, _ key: String) throws(RowFault) -> String? {
    guard let written = value[key] else { return nil }
    guard let reason = written.string else {
      throw .damaged("\(key) is not a text, such as \"SUCCESS\"")
    }
    return reason == "SUCCESS" ? nil : reason
  }

  /// A step with a time, tones, or both, in the form of HCI; `nil` for a calibration.
  private static func step(_ step: JSONValue) throws(RowFault) -> SoundingStep? {
    let data = step["stepModeData"] ?? .null
    let channel = UInt8(try whole(step["stepChannel"], in: 0...78))
    switch step["stepMode"]?.string {
    case "ZERO": return nil
    case "ONE": return SoundingStep(mode: 1, channel: channel, data: try time(data))
    case "TWO": return SoundingStep(mode: 2, channel: channel, data: try tones(data))
    case "THREE":
      let tones = try tones(data["modeTwoData"])
      return SoundingStep(
        mode: tones.isEmpty ? 1 : 3, channel: channel, data: try time(data["modeOneData"]) + tones)
    default: throw .damaged("a step has a mode other than ZERO, ONE, TWO, and THREE")
    }
  }

  private static func time(_ data: JSONValue?) throws(RowFault) -> [UInt8] {
    let flight = data?["rttToaTodData"]
    let time = try whole(
      flight?["toaTodInitiator"] ?? flight?["todToaReflector"], in: -32768...32767)
    let isForged = ["LIKELY", "VERY_LIKELY", "EXTREMELY_LIKELY"].contains {
      data?["packetNadm"]?.string == "ATTACK_IS_\($0)"
    }
    return [
      UInt8(try whole(data?["packetQuality"], in: 0...255)), isForged ? 4 : 0, 127,
      UInt8(time & 0xFF), UInt8(time >> 8 & 0xFF), 0,
    ]
  }

  /// The order and the tones; empty for an aborted step, which has no tones.
  private static func tones(_ data: JSONValue?) throws(RowFault) -> [UInt8] {
    let tones = data?["tonePctIQSamples"]?.array ?? []
    let qualities = data?["toneQualityIndicators"]?.array ?? []
    guard tones.count == qualities.count else {
      throw .damaged(
        "a step has \(counted(tones.count, "tone")), and qualities of \(qualities.count)")
    }
    guard !tones.isEmpty else { return [] }
    var found = [UInt8(try whole(data?["antennaPermutationIndex"], in: 0...23))]
    for (tone, quality) in zip(tones, qualities) {
      let real = try whole(tone["iSample"], in: -2048...2047)
      let imaginary = try whole(tone["qSample"], in: -2048...2047)
      found += SoundingStep.tone(real, imaginary, quality: UInt8(try whole(quality, in: 0...255)))
    }
    return found
  }

  private static func whole(
    _ value: JSONValue?, in range: ClosedRange<Double>
  ) throws(RowFault) -> Int {
    guard let number = value?.number, range.contains(number), number == number.rounded() else {
      throw .damaged("a step has a number that is missing or out of range")
    }
    return Int(number)
  }
}
