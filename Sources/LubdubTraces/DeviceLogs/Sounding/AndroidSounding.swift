/// Procedures as the channel sounding of Android records them: a JSON array of objects with `type` and `content`, as are the test
/// vectors of https://github.com/google/bluetooth-cs-algorithm.
struct AndroidSoundingTrace: ObjectFormat, SignalFormat {
  static let name = "android-cs"
  static let summary = "Bluetooth channel sounding, JSON of Android's ChannelSoundingProcedureData"

  private static let type = "ChannelSoundingProcedureData"
  private static let sides = ["initiator", "reflector"]

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
    let found: [SignalOutcome]
    do throws(RowFault) {
      found = try Self.outcomes(object, line: line)
    } catch {
      return try sink.reject(error.reason, line: line, error.found)
    }
    for outcome in found { try rows.take(outcome, into: &sink) }
  }

  private static func outcomes(
    _ object: JSONValue, line: Int
  ) throws(RowFault) -> [SignalOutcome] {
    guard let time = object["timestampSinceBootNanos"]?.number.flatMap({ Int64(exactly: $0) })
    else { throw RowFault(.missingTime, "timestampSinceBootNanos is not a whole number") }
    let content = object["content"] ?? .null
    var subevents: [[SoundingSide.Subevent]] = []
    for side in sides {
      if let abort = try abort(content, "\(side)ProcedureAbortReason") {
        throw RowFault(.aborted, "aborted by the \(side): \(abort)")
      }
      var own: [SoundingSide.Subevent] = []
      for value in content["\(side)SubeventResultData"]?.array ?? [] {
        var subevent = SoundingSide.Subevent(start: 0, steps: [])
        subevent.abort = try abort(value, "subeventAbortReason").map { "by the \(side): \($0)" }
        for step in value["stepData"]?.array ?? [] {
          if let step = try self.step(step) { subevent.steps.append(step) }
        }
        own.append(subevent)
      }
      subevents.append(own)
    }
    var found: [SignalOutcome] = []
    let counts = subevents.map(\.count)
    if counts[0] != counts[1] {
      let own = counted(counts[0], "subevent")
      found.append(.warning("line \(line): \(own) of the initiator, \(counts[1]) of the reflector"))
    }
    // Each subevent has a part at either side; one part is nothing without the other.
    for place in 0..<min(subevents[0].count, subevents[1].count) {
      guard let abort = subevents[0][place].abort ?? subevents[1][place].abort else { continue }
      (subevents[0][place].abort, subevents[1][place].abort) = (abort, abort)
      found.append(.warning("line \(line): subevent \(place + 1) is left out: aborted \(abort)"))
    }
    let halves = zip([StepData.Role.initiator, .reflector], subevents).map {
      SoundingSide(counter: 0, role: $0, paths: 1, subevents: $1, time: time, record: line)
    }
    let procedure = try halves[0].joined(with: halves[1])
    return found + [.signal(RawSignal(content: .procedure(procedure), time: time, line: line))]
  }

  /// The reason of an abort; `nil` for success, or where no reason is written.
  private static func abort(_ value: JSONValue, _ key: String) throws(RowFault) -> String? {
    guard let written = value[key] else { return nil }
    guard let reason = written.string else {
      throw RowFault(.damaged, "\(key) is not a text, such as \"SUCCESS\"")
    }
    return reason == "SUCCESS" ? nil : reason
  }

  /// A step with a time, tones, or both, as HCI has it; `nil` for a calibration.
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
    default: throw RowFault(.damaged, "a step has a mode other than ZERO, ONE, TWO, and THREE")
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
      throw RowFault(
        .damaged, "a step has \(counted(tones.count, "tone")), and qualities of \(qualities.count)")
    }
    guard !tones.isEmpty else { return [] }
    var found = [UInt8(try whole(data?["antennaPermutationIndex"], in: 0...23))]
    for (tone, quality) in zip(tones, qualities) {
      let real = try whole(tone["iSample"], in: -2048...2047) & 0xFFF
      let word = try real | (whole(tone["qSample"], in: -2048...2047) & 0xFFF) << 12
      found += [0, 8, 16].map { UInt8(word >> $0 & 0xFF) }
      found.append(UInt8(try whole(quality, in: 0...255)))
    }
    return found
  }

  private static func whole(
    _ value: JSONValue?, in range: ClosedRange<Double>
  ) throws(RowFault) -> Int {
    guard let number = value?.number, range.contains(number), number == number.rounded() else {
      throw RowFault(.damaged, "a step has a number that is missing or out of range")
    }
    return Int(number)
  }
}
