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
    switch piece {
    case .start: break
    case .damaged(let line):
      try sink.reject(.notJSON, line: line, "an object is damaged or has no end")
    case .object(let text, let line):
      guard let object = JSONText.parse(text) else {
        return try sink.reject(.notJSON, line: line, Excerpt.quote(text.prefix(80)))
      }
      guard object["type"]?.string == Self.type else { return sink.ignore() }
      let signal: SignalOutcome
      do throws(RowFault) {
        signal = try Self.signal(object, line: line)
      } catch {
        return try sink.reject(error.reason, line: line, error.found)
      }
      try rows.take(signal, into: &sink)
    }
  }

  private static func signal(
    _ object: JSONValue, line: Int
  ) throws(RowFault) -> SignalOutcome {
    guard let time = object["timestampSinceBootNanos"]?.number.flatMap({ Int64(exactly: $0) })
    else { throw RowFault(.missingTime, "timestampSinceBootNanos is not a whole number") }
    let content = object["content"] ?? .null
    var steps: [StepData] = []
    for side in sides {
      let abort = content["\(side)ProcedureAbortReason"]?.string ?? "SUCCESS"
      guard abort == "SUCCESS" else { throw RowFault(.aborted, "aborted by the \(side): \(abort)") }
      let subevents = content["\(side)SubeventResultData"]?.array ?? []
      var own: [SoundingStep] = []
      for value in subevents.flatMap({ $0["stepData"]?.array ?? [] }) {
        if let step = try step(value) { own.append(step) }
      }
      do throws(StepData.Fault) {
        steps.append(try StepData(own))
      } catch {
        throw RowFault(.damaged, error.description)
      }
    }
    let procedure = SoundingProcedure(initiator: steps[0], reflector: steps[1])
    return .signal(RawSignal(content: .procedure(procedure), time: time, line: line))
  }

  /// A step with tones, as HCI has it; `nil` for others.
  private static func step(_ step: JSONValue) throws(RowFault) -> SoundingStep? {
    guard step["stepMode"]?.string == "TWO" else { return nil }
    let data = step["stepModeData"] ?? .null
    func whole(_ value: JSONValue?, in range: ClosedRange<Double>) throws(RowFault) -> Int {
      guard let number = value?.number, range.contains(number), number == number.rounded() else {
        throw RowFault(.damaged, "a step of mode TWO has a number that is missing or out of range")
      }
      return Int(number)
    }
    let channel = try whole(step["stepChannel"], in: 0...78)
    var found = [UInt8(try whole(data["antennaPermutationIndex"], in: 0...23))]
    let tones = zip(
      data["tonePctIQSamples"]?.array ?? [], data["toneQualityIndicators"]?.array ?? [])
    for (tone, quality) in tones {
      let real = try whole(tone["iSample"], in: -2048...2047) & 0xFFF
      let word = try real | (whole(tone["qSample"], in: -2048...2047) & 0xFFF) << 12
      found += [0, 8, 16].map { UInt8(word >> $0 & 0xFF) }
      found.append(UInt8(try whole(quality, in: 0...255)))
    }
    return SoundingStep(mode: 2, channel: UInt8(channel), data: found)
  }
}
