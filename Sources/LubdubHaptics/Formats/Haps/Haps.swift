/// Interhaptics `.haps` 5, as contained in Razer's SDKs for Unity and Unreal Engine: there is no specification; the rules
/// are derived from the 39 sample files of the SDKs.
///
/// A vibration consists of melodies of notes. A note of the type 0 is a tap of 22 ms without a tone; any other note has
/// keyframes of amplitude (0...1) and of frequency (Hz), in seconds from its start. Gains of file, vibration, melody, and
/// note multiply.
enum Haps {
  static let coder = TimelineCoder(
    fileExtension: "haps", otherExtension: "json",
    encode: { encoding throws(FormatError) in [.init(bytes: JSONWriter.encode(file(&encoding)))] },
    read: HapsReader.read,
    marks: [.object { $0["m_vibration"] != nil }], padsSilence: true,
    keepsFrequencies: { _, _ in true })

  static let tap = 0.0
  private static let tapLength = 0.022

  private static func file(_ encoding: inout TimelineEncoding) -> JSONValue {
    var taps: [JSONValue] = []
    for event in encoding.timeline.events.transients {
      encoding.loss.noteDroppedSharpness(of: event)
      taps.append(
        note(at: event.time.value, length: tapLength, gain: event.level.intensity, ["m_type": 0]))
    }
    let tones = encoding.timeline.events.continuous.compactMap { tone($0.ramps, encoding.options) }
    encoding.loss.noteSilence(of: encoding.timeline)
    return [
      "m_version": "5", "m_description": .string(encoding.options.name), "m_HDFlag": 0,
      "m_time_unit": 0, "m_length_unit": 7, "m_gain": 1,
      "m_vibration": track([melody(taps), melody(tones)]),
      "m_stiffness": track([]), "m_texture": track([]),
    ]
  }

  private static func track(_ melodies: [JSONValue]) -> JSONValue {
    [
      "m_loop": 0, "m_maximum": 1, "m_gain": 1, "m_signalEvaluationMethod": 3,
      "m_melodies": .array(melodies),
    ]
  }

  private static func melody(_ notes: [JSONValue]) -> JSONValue {
    ["m_mute": 0, "m_gain": 1, "m_notes": .array(notes)]
  }

  private static func note(
    at time: Double, length: Double, gain: Double, _ effect: JSONValue
  ) -> JSONValue {
    [
      "m_startingPoint": .number(time), "m_length": .number(length), "m_gain": .number(gain),
      "m_priority": .number(effect["m_type"] == nil ? 1 : 0), "m_hapticEffect": effect,
    ]
  }

  private static func tone(_ ramps: [EnvelopeSegment], _ options: ExportOptions) -> JSONValue? {
    guard let first = ramps.first, let last = ramps.last else { return nil }
    let points = ramps.flatMap { $0.points }
    func modulation(_ value: (Level) -> Double) -> JSONValue {
      var keyframes: [JSONValue] = []
      for point in points {
        let time = toNanosecond(point.time - first.start)
        let keyframe: JSONValue = ["m_time": .number(time), "m_value": .number(value(point.level))]
        if !keyframe.hasNumbers(of: keyframes.last) { keyframes.append(keyframe) }
      }
      return ["m_extrapolationStrategy": 0, "m_keyframes": .array(keyframes)]
    }
    return note(
      at: first.start, length: toNanosecond(last.end - first.start), gain: 1,
      [
        "m_amplitudeModulation": modulation { $0.intensity },
        "m_frequencyModulation": modulation { options.frequency(of: $0.sharpness) },
      ])
  }
}
