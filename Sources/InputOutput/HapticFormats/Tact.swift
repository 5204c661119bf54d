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

/// Reads the tracks of a bHaptics project; all motors of all devices go to one actuator, the strongest
/// is felt.
private struct TactReader {
  private(set) var log: ReadingLog
  private var pieces: [[EnvelopeSegment]] = []
  private var devices: Set<String> = []

  init(log: ReadingLog) {
    self.log = log
  }

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    checkFrames(root)
    guard let project = root["project"], project.value.object != nil else {
      return log.fail("missing-member", at: "$", "the member \"project\" is missing")
    }
    for track in project.array("tracks", &log) ?? [] {
      for effect in track.elements("effects") { read(effect: effect) }
    }
    guard !log.hasErrors else { return nil }
    log.loss.note(.mergedChannels, of: .timeline, count: devices.count - 1)
    let course = EnvelopeCurve(pieces)
    log.loss.note(.mergedOverlap, of: .timeline, count: course.overlapCount)
    let events = runs(course.ramps.filter { !$0.isSilent }).compactMap { event($0) }
    let stated = (root.number("durationMillis") ?? 0) / 1000
    let end = max(toNanosecond(events.end), min(max(stated, 0), Timeline.longestTime))
    return TimelineDocument(Timeline(duration: Seconds(toNanosecond(end)), events: events))
  }

  /// Frames repeat what the tracks say; they are checked, not played.
  private mutating func checkFrames(_ root: JSONPlace) {
    let frames = (root["feedback"]?.value.object ?? [:]).sorted { $0.key < $1.key }
    for (key, frame) in frames {
      if Int64(key) ?? -1 < 0 {
        log.fail(
          "frame-time", at: "$.feedback.\(key)",
          "frames are named by their time in whole milliseconds")
      }
      for device in JSONPlace(frame, path: "$.feedback.\(key)").elements ?? [] {
        for value in device.elements("values") {
          guard let number = value.value.number, (0...100).contains(number) else {
            log.fail(
              "value-range", at: value.path, "motor values must be numbers in 0...100")
            continue
          }
        }
      }
    }
  }

  private mutating func read(effect: JSONPlace) {
    let longest = Timeline.longestTime * 1000
    guard let start = effect.number("startTime", in: 0...longest, &log) else { return }
    let modes = (effect["modes"]?.value.object ?? [:]).sorted { $0.key < $1.key }
    for (name, mode) in modes {
      let place = JSONPlace(mode, path: "\(effect.path).modes.\(name)")
      let before = pieces.count
      if place.string("mode") == "PATH_MODE" {
        for path in place["pathMode"]?.elements("feedback") ?? [] { read(path: path, from: start) }
      } else {
        for dot in place["dotMode"]?.elements("feedback") ?? [] { read(dot: dot, from: start) }
      }
      if pieces.count > before { devices.insert(name) }
    }
  }

  private mutating func read(dot: JSONPlace, from origin: Double) {
    let start = dot.number("startTime") ?? 0
    let end = dot.number("endTime") ?? 0
    let points = dot.elements("pointList")
    if !points.isEmpty, !(1...Double(Tact.longestDot)).contains(end - start) {
      log.warn(
        "dot-duration", at: dot.path,
        "a dot lasts \(number(end - start)) ms, the SDK plays up to \(Tact.longestDot) ms")
    }
    var levels: [Double] = []
    for point in points {
      if let index = point.number("index"),
        !(0..<Double(Tact.motorCount)).contains(index)
      {
        log.fail(
          "motor-range", at: "\(point.path).index",
          "motor \(number(index)) is not in 0...\(Tact.motorCount - 1)")
      }
      if let level = intensity(of: point) { levels.append(level) }
    }
    guard let level = levels.max(), level > 0 else { return }
    guard let from = seconds(origin + start), let until = seconds(origin + end), until > from else {
      return log.loss.note(.dropped, of: .continuous)
    }
    if levels.contains(where: { $0 != level }) { log.loss.note(.mergedChannels, of: .continuous) }
    let full = EnvelopePoint(from, Level(intensity: level, sharpness: 0.5))
    let rest = EnvelopePoint(from, .silent(0.5))
    func at(_ time: Double, _ point: EnvelopePoint) -> EnvelopePoint {
      EnvelopePoint(time, point.level)
    }
    let course =
      switch dot.string("playbackType") {
      case "FADE_IN": [rest, at(until, full)]
      case "FADE_OUT": [full, at(until, rest)]
      case "FADE_IN_OUT": [rest, at(toNanosecond((from + until) / 2), full), at(until, rest)]
      default: [full, at(until, full)]
      }
    pieces.append(EnvelopeSegment.joining(course))
  }

  /// A path is a point that moves over the device; its intensities are joined by straight lines.
  private mutating func read(path: JSONPlace, from origin: Double) {
    var course: [EnvelopePoint] = []
    for point in path.elements("pointList") {
      guard let time = seconds(origin + (point.number("time") ?? 0)),
        let level = intensity(of: point)
      else { continue }
      guard time >= course.last?.time ?? 0 else {
        log.warn(
          "path-order", at: point.path,
          "the point stands after a later one; it is left out")
        log.loss.note(.dropped, of: .effect)
        continue
      }
      course.append(EnvelopePoint(time, Level(intensity: level, sharpness: 0.5)))
    }
    guard course.count > 1 else {
      return log.loss.note(.dropped, of: .effect, count: course.isEmpty ? 0 : 1)
    }
    log.loss.note(.mergedChannels, of: .continuous)
    pieces.append(EnvelopeSegment.joining(course))
  }

  /// Milliseconds as seconds; `nil` for what no timeline holds.
  private func seconds(_ milliseconds: Double) -> Double? {
    let time = milliseconds / 1000
    return (0...Timeline.longestTime).contains(time) ? toNanosecond(time) : nil
  }

  /// Intensities are texts in files of the editor and numbers in those of the SDK.
  private mutating func intensity(of point: JSONPlace) -> Double? {
    let value = point["intensity"]?.value
    guard let level = value?.number ?? value?.string.flatMap({ Double($0) }),
      (0...1).contains(level)
    else {
      return log.fail(
        "intensity-range", at: "\(point.path).intensity",
        "an intensity is a number in 0...1, or a text of one, such as \"0.500\"")
    }
    return toPicoUnit(level)
  }

  // MARK: Events

  /// Ramps that follow each other without a gap.
  private func runs(_ ramps: [EnvelopeSegment]) -> [[EnvelopeSegment]] {
    var runs: [[EnvelopeSegment]] = []
    for ramp in ramps {
      guard let last = runs.last?.last, last.end == ramp.start else {
        runs.append([ramp])
        continue
      }
      if last.isConstant, ramp.isConstant, last.to == ramp.from {
        runs[runs.count - 1][runs[runs.count - 1].count - 1].end = ramp.end
      } else {
        runs[runs.count - 1].append(ramp)
      }
    }
    return runs
  }

  private func event(_ run: [EnvelopeSegment]) -> HapticEvent? {
    let event = HapticEvent(through: run.flatMap { $0.points })
    let pulse = Seconds(Double(Tact.shortestDot) / 1000)
    guard let event, event.kind == .continuous(duration: pulse, curve: []) else { return event }
    return HapticEvent(at: event.time.value, event.level)
  }
}
