/// bHaptics `.tact`: motors of vests and sleeves in dot mode, as tracks of effects in milliseconds and
/// as frames of 20 ms.
enum Tact {
  static let coder = TimelineCoder(
    fileExtension: "tact", otherExtension: "json", timeResolution: 1e-3, encode: encode,
    read: TactReader.read,
    marks: [
      .object { members in
        members["feedback"] != nil || members["intervalMillis"] != nil
          || members.count == 1 && members["project"] != nil
      }
    ], places: .all)

  static let motorCount = 20
  /// The length of a frame and of the SDK's dots, in milliseconds.
  static let (frame, shortestDot, longestDot) = (20, 50, 10_000)

  struct Dot {
    var start: Int
    var end: Int
    var intensity: Double
  }

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let options = encoding.options
    guard !options.motors.isEmpty, options.motors.allSatisfy({ (0..<motorCount).contains($0) })
    else { throw FormatError(rule: "motor-range", "motors must be in 0...\(motorCount - 1)") }
    let devices = devices(&encoding)
    var parts: [Part] = []
    for (name, timeline) in devices {
      let steps = try WaveformSteps(
        timeline, pulse: Double(shortestDot) / 1000, rampStep: Double(frame) / 1000,
        levels: .init(count: 1000, least: 0), loss: &encoding.loss)
      for event in timeline.events {
        let error = (event.intensity * 1000).rounded() / 1000 - event.intensity
        if abs(error) > 1e-12 {
          encoding.loss.note(.roundedIntensity, of: event.subject, by: error)
        }
      }
      let dots = dots(steps.steps)
      parts.append(Part(device: name, dots: dots, frames: frames(dots)))
    }
    let stated = try Ticks.index(of: encoding.timeline.duration.value)
    let end = max(stated, parts.compactMap { $0.dots.last?.end }.max() ?? 0)
    return [.init(bytes: try TactText(options).bytes(parts, milliseconds: end))]
  }

  struct Part {
    var device: String
    var dots: [Dot]
    var frames: [(index: Int, level: Double)]
  }

  /// Assigns each place to the device with its name (`front` and `back` belong to the vest), otherwise to the sleeve on its
  /// side, otherwise to the requested device.
  private static func devices(
    _ encoding: inout TimelineEncoding
  ) -> [(name: String, timeline: Timeline)] {
    let asked = encoding.options.position
    guard !encoding.places.isEmpty else { return [(asked, encoding.timeline)] }
    var document = TimelineDocument(encoding.timeline)
    var found: [(name: String, places: [TimelinePlace])] = []
    for place in encoding.places {
      let letters = TimelinePlace.letters(place.name)
      let name = ExportOptions.positions.first {
        [letters, "vest" + letters].contains(TimelinePlace.letters($0))
      }
      let sleeve = place.side.map { $0 == .left ? "ForearmL" : "ForearmR" }
      let device = name ?? sleeve ?? asked
      let index = found.firstIndex { $0.name == device } ?? found.count
      if index == found.count { found.append((device, [])) }
      found[index].places.append(place)
    }
    return found.map { name, places in
      guard places.count > 1 else { return (name, places[0].timeline) }
      let names = places.map { $0.name }
      encoding.loss.note(.mergedChannels, of: .timeline, count: names.count, names: names)
      document.places = places
      return (name, document.loudest)
    }
  }

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

  /// The level of each frame in which a motor is on, and a frame of rest after it.
  private static func frames(_ dots: [Dot]) -> [(index: Int, level: Double)] {
    var frames: [(index: Int, level: Double)] = []
    for dot in dots {
      let (first, last) = (dot.start / frame, max(dot.start / frame, (dot.end - 1) / frame))
      if let before = frames.last, before.index < first - 1 { frames.append((before.index + 1, 0)) }
      for index in first...last {
        if let before = frames.last, before.index == index {
          frames[frames.count - 1].level = max(before.level, dot.intensity)
        } else {
          frames.append((index, dot.intensity))
        }
      }
    }
    if let last = frames.last { frames.append((last.index + 1, 0)) }
    return frames
  }
}

/// The text of a project. Its many lines for frames and effects differ in only a few numbers, so they are written as text and
/// never stored as JSON, which would take a hundred times their size.
private struct TactText {
  private let name: String
  private let motors: [Int]

  init(_ options: ExportOptions) {
    name = Self.quoted(options.name)
    motors = options.motors
  }

  func bytes(_ parts: [Tact.Part], milliseconds: Int) throws(FormatError) -> [UInt8] {
    let devices = parts.map { "{\"mode\": \"DOT_MODE\", \"position\": \(Self.quoted($0.device)), " }
    let levels = (0...100).map { values(Double($0)) }
    let count = parts.reduce(0) { $0 + $1.frames.count + $1.dots.count }
    guard count <= Bound.events.most else {
      throw FormatError(
        rule: "too-long",
        "the .tact project would have \(count) dots and frames of \(Tact.frame) ms, "
          + "\(Bound.events.rule); dots and frames count as events",
        cure: "cut it with lubdub edit --from and --to")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * levels[100].utf8.count * 2)
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    append("{\n  \"durationMillis\": \(milliseconds),\n  \"feedback\": {")
    let frames = parts.indices.flatMap { part in
      parts[part].frames.map { (name: String($0.index * Tact.frame), part: part, level: $0.level) }
    }
    var last = ""
    for frame in frames.inOrder(by: { ($0.name, $0.part) < ($1.name, $1.part) }) {
      let next = "\(last == "" ? "" : "],")\n    \"\(frame.name)\": ["
      append(frame.name == last ? ", " : next)
      append(devices[frame.part] + levels[Int((frame.level * 100).rounded())])
      last = frame.name
    }
    append(
      "\(last == "" ? "" : "]")\n  },\n  \"intervalMillis\": \(Tact.frame),\n  \"name\": \(name),\n"
    )
    append(
      "  \"project\": {\n    \"layout\": {\"layouts\": {}, \"name\": \"Vest\", \"type\": \"Vest\"},\n"
    )
    append("    \"name\": \(name),\n    \"tracks\": [")
    for (index, part) in parts.enumerated() {
      append("\(index == 0 ? "" : ", "){\"effects\": [")
      let device = Self.quoted(part.device)
      for (index, dot) in part.dots.enumerated() {
        append("\(index == 0 ? "" : ",")\n      ")
        append(effect(dot, device))
      }
      append("\n    ]}")
    }
    append("]\n  },\n  \"size\": \(Tact.motorCount)\n}\n")
    return bytes
  }

  private func values(_ level: Double) -> String {
    let values = (0..<Tact.motorCount).map { motors.contains($0) ? number(level) : "0" }
    return "\"texture\": 0, \"values\": [\(values.joined(separator: ", "))]}"
  }

  private func effect(_ dot: Tact.Dot, _ device: String) -> String {
    let length = dot.end - dot.start
    let level = Self.thousandths(dot.intensity)
    let points = motors.map { "{\"index\": \($0), \"intensity\": \"\(level)\"}" }
    return
      "{\"modes\": {\(device): {\"dotMode\": {\"dotConnected\": false, \"feedback\": [{\"endTime\": "
      + "\(length), \"playbackType\": \"NONE\", \"pointList\": [\(points.joined(separator: ", "))], "
      + "\"startTime\": 0}]}, \"mode\": \"DOT_MODE\", \"pathMode\": {\"feedback\": []}}}, "
      + "\"name\": \"dot\", \"offsetTime\": \(length), \"startTime\": \(dot.start)}"
  }

  private static func thousandths(_ value: Double) -> String {
    let whole = Int((min(max(value, 0), 1) * 1000).rounded())
    let digits = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(lineLength: nil)
    writer.write(.string(text))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
