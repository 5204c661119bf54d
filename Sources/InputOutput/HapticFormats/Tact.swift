internal import Haptics
internal import JSON
internal import Quantities

/// bHaptics `.tact`: motors of a vest or sleeve in dot mode, as tracks of effects in milliseconds and
/// as frames of 20 ms.
enum Tact {
  static let features = FormatFeatures(
    title: "bHaptics .tact", fileExtension: "tact", timeResolution: 1e-3,
    transients: .approximated("50 ms"), intensity: .approximated("1000 steps, 100 in frames"),
    sharpness: .dropped, curves: .approximated("steps of 20 ms"),
    overlaps: .approximated("joined"),
    limits: "frames of 20 ms beside exact tracks; 10 s an effect")

  static let coder = TimelineCoder(
    features, encode: encode,
    read: { bytes, log in
      var reader = TactReader(log: log)
      defer { log = reader.log }
      return reader.document(bytes)
    })

  /// The length of a frame, in milliseconds.
  static let frame = 20
  /// The motors of one position.
  static let motorCount = 20
  /// The shortest dot of the SDK, in milliseconds.
  static let shortestDot = 50
  /// The longest dot of the SDK, in milliseconds.
  static let longestDot = 10_000

  /// A dot: motors on from a start, one level, in milliseconds.
  private struct Dot {
    var start: Int
    var end: Int
    var intensity: Double
  }

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let (timeline, options) = (encoding.timeline, encoding.options)
    guard !options.motors.isEmpty, options.motors.allSatisfy({ (0..<motorCount).contains($0) })
    else {
      throw FormatError(rule: "motor-range", "motors must be in 0...\(motorCount - 1)")
    }
    let steps = try WaveformSteps(
      timeline, pulse: Double(shortestDot) / 1000, rampStep: Double(frame) / 1000,
      loss: &encoding.loss
    ) { ($0 * 1000).rounded() / 1000 }
    for event in timeline.events {
      let error = (event.intensity * 1000).rounded() / 1000 - event.intensity
      if abs(error) > 1e-12 { encoding.loss.note(.roundedIntensity, of: event.subject, by: error) }
    }
    let dots = dots(steps.steps)
    let name = JSONValue.string(options.name)
    let end = max(try Ticks.index(of: timeline.duration.value), dots.last?.end ?? 0)
    let bytes = JSONWriter.encode([
      "intervalMillis": .number(Double(frame)), "size": .number(Double(motorCount)), "name": name,
      "durationMillis": .number(Double(end)), "feedback": feedback(dots, options),
      "project": [
        "name": name, "tracks": [["effects": .array(dots.map { effect($0, options) })]],
        "layout": ["type": "Vest", "name": "Vest", "layouts": .object([:])],
      ],
    ])
    return [.init(bytes: bytes)]
  }

  /// Each sounding step as a dot, or as several that follow each other when it is too long for one.
  private static func dots(_ steps: [WaveformSteps.Step]) -> [Dot] {
    var dots: [Dot] = []
    var position = 0
    for step in steps {
      let end = position + step.milliseconds
      if step.intensity > 0 {
        for start in stride(from: position, to: end, by: longestDot) {
          dots.append(
            Dot(start: start, end: min(start + longestDot, end), intensity: step.intensity))
        }
      }
      position = end
    }
    return dots
  }

  private static func effect(_ dot: Dot, _ options: ExportOptions) -> JSONValue {
    let length = Double(dot.end - dot.start)
    let motors = options.motors.map { index -> JSONValue in
      ["index": .number(Double(index)), "intensity": .string(thousandths(dot.intensity))]
    }
    let feedback: JSONValue = [
      "startTime": 0, "endTime": .number(length), "playbackType": "NONE",
      "pointList": .array(motors),
    ]
    return [
      "name": "dot", "startTime": .number(Double(dot.start)), "offsetTime": .number(length),
      "modes": [
        options.position: [
          "mode": "DOT_MODE",
          "dotMode": ["dotConnected": false, "feedback": [feedback]],
          "pathMode": ["feedback": []],
        ]
      ],
    ]
  }

  /// Three decimals, as the format's editor writes intensities.
  private static func thousandths(_ value: Double) -> String {
    let whole = Int((min(max(value, 0), 1) * 1000).rounded())
    let digits = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// What the motors do in each frame in which they do something, and a frame of rest after it.
  private static func feedback(_ dots: [Dot], _ options: ExportOptions) -> JSONValue {
    var levels: [Int: Double] = [:]
    for dot in dots {
      for index in (dot.start / frame)...max(dot.start / frame, (dot.end - 1) / frame) {
        levels[index] = max(levels[index] ?? 0, dot.intensity)
      }
    }
    for index in Array(levels.keys) where levels[index + 1] == nil { levels[index + 1] = 0 }
    var frames: [String: JSONValue] = [:]
    for (index, level) in levels {
      var values = [Double](repeating: 0, count: motorCount)
      for motor in options.motors { values[motor] = (level * 100).rounded() }
      frames[String(index * frame)] = [
        [
          "position": .string(options.position), "mode": "DOT_MODE",
          "values": .array(values.map { .number($0) }), "texture": 0,
        ]
      ]
    }
    return .object(frames)
  }
}
