internal import JSON
internal import Haptics
internal import Quantities

extension Tact {
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return nil }
    var reader = TactReader()
    let timeline = reader.timeline(root)
    findings += reader.findings
    loss.merge(reader.loss)
    return timeline.map { TimelineDocument($0) }
  }
}

/// Reads the tracks of a bHaptics project; all motors of all devices go to one actuator, the strongest
/// is felt.
private struct TactReader {
  var findings: [Finding] = []
  private(set) var loss = LossReport(.read)
  private var pieces: [[EnvelopeSegment]] = []
  private var devices: Set<String> = []

  private mutating func fail(_ rule: String, _ path: String, _ message: String) {
    findings.append(Finding(.error, rule: rule, at: path, message))
  }

  mutating func timeline(_ root: JSONPlace) -> Timeline? {
    checkFrames(root)
    guard let project = root["project"], project.value.object != nil else {
      fail("missing-member", "$", "the member \"project\" is missing")
      return nil
    }
    for track in project.array("tracks", findings: &findings) ?? [] {
      for effect in track["effects"]?.elements ?? [] { read(effect: effect) }
    }
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    loss.note(.mergedChannels, of: .timeline, count: devices.count - 1)
    let course = EnvelopeCurve(pieces)
    loss.note(.mergedOverlap, of: .timeline, count: course.overlapCount)
    let events = runs(course.ramps.filter { !$0.isSilent }).map { event($0) }
    let end = toNanosecond(events.map { $0.end }.max() ?? 0)
    let stated = (root["durationMillis"]?.value.number ?? 0) / 1000
    let longest = NormalizedTimeline.longestTime
    return Timeline(
      duration: Seconds(toNanosecond(max(end, min(max(stated, 0), longest)))), events: events)
  }

  /// Frames repeat what the tracks say; they are checked, not played.
  private mutating func checkFrames(_ root: JSONPlace) {
    let frames = (root["feedback"]?.value.object ?? [:]).sorted { $0.key < $1.key }
    for (key, frame) in frames {
      if Int64(key) ?? -1 < 0 {
        fail(
          "frame-time", "$.feedback.\(key)",
          "frames are named by their time in whole milliseconds")
      }
      for device in JSONPlace(frame, path: "$.feedback.\(key)").elements ?? [] {
        for value in device["values"]?.elements ?? [] {
          guard let number = value.value.number, (0...100).contains(number) else {
            fail("value-range", value.path, "motor values must be numbers in 0...100")
            continue
          }
        }
      }
    }
  }

  private mutating func read(effect: JSONPlace) {
    let longest = NormalizedTimeline.longestTime * 1000
    guard let start = effect.number("startTime", in: 0...longest, findings: &findings) else {
      return
    }
    let modes = (effect["modes"]?.value.object ?? [:]).sorted { $0.key < $1.key }
    for (name, mode) in modes {
      let place = JSONPlace(mode, path: "\(effect.path).modes.\(name)")
      let before = pieces.count
      if place["mode"]?.value.string == "PATH_MODE" {
        for path in place["pathMode"]?["feedback"]?.elements ?? [] { read(path: path, from: start) }
      } else {
        for dot in place["dotMode"]?["feedback"]?.elements ?? [] { read(dot: dot, from: start) }
      }
      if pieces.count > before { devices.insert(name) }
    }
  }

  private mutating func read(dot: JSONPlace, from origin: Double) {
    let start = dot["startTime"]?.value.number ?? 0
    let end = dot["endTime"]?.value.number ?? 0
    let points = dot["pointList"]?.elements ?? []
    if !points.isEmpty, !(1...Double(Tact.longestDot)).contains(end - start) {
      findings.append(
        Finding(
          .warning, rule: "dot-duration", at: dot.path,
          "a dot lasts \(number(end - start)) ms, the SDK plays up to \(Tact.longestDot) ms"))
    }
    var levels: [Double] = []
    for point in points {
      if let index = point["index"]?.value.number,
        !(0..<Double(Tact.motorCount)).contains(index)
      {
        fail(
          "motor-range", "\(point.path).index",
          "motor \(number(index)) is not in 0...\(Tact.motorCount - 1)")
      }
      if let level = intensity(of: point) { levels.append(level) }
    }
    guard let level = levels.max(), level > 0 else { return }
    guard let from = seconds(origin + start), let until = seconds(origin + end), until > from else {
      return loss.note(.dropped, of: .continuous)
    }
    if levels.contains(where: { $0 != level }) { loss.note(.mergedChannels, of: .continuous) }
    let full = Level(intensity: level, sharpness: 0.5)
    let silent = Level(intensity: 0, sharpness: 0.5)
    let middle = toNanosecond((from + until) / 2)
    switch dot["playbackType"]?.value.string {
    case "FADE_IN": append([(from, silent), (until, full)])
    case "FADE_OUT": append([(from, full), (until, silent)])
    case "FADE_IN_OUT": append([(from, silent), (middle, full), (until, silent)])
    default: append([(from, full), (until, full)])
    }
  }

  /// A path is a point that moves over the device; its intensities are joined by straight lines.
  private mutating func read(path: JSONPlace, from origin: Double) {
    var course: [(time: Double, level: Level)] = []
    for point in path["pointList"]?.elements ?? [] {
      guard let time = seconds(origin + (point["time"]?.value.number ?? 0)),
        let level = intensity(of: point)
      else { continue }
      guard time >= course.last?.time ?? 0 else {
        findings.append(
          Finding(
            .warning, rule: "path-order", at: point.path,
            "the point stands after a later one; it is left out"))
        loss.note(.dropped, of: .effect)
        continue
      }
      course.append((time, Level(intensity: level, sharpness: 0.5)))
    }
    guard course.count > 1 else {
      return loss.note(.dropped, of: .effect, count: course.isEmpty ? 0 : 1)
    }
    loss.note(.mergedChannels, of: .continuous)
    append(course)
  }

  private mutating func append(_ course: [(time: Double, level: Level)]) {
    pieces.append(
      zip(course, course.dropFirst()).compactMap { left, right in
        guard right.time > left.time else { return nil }
        return EnvelopeSegment(
          start: left.time, end: right.time, from: left.level, to: right.level)
      })
  }

  /// Milliseconds as seconds; `nil` for what no timeline holds.
  private func seconds(_ milliseconds: Double) -> Double? {
    let time = milliseconds / 1000
    return (0...NormalizedTimeline.longestTime).contains(time) ? toNanosecond(time) : nil
  }

  /// Intensities are texts in files of the editor and numbers in those of the SDK.
  private mutating func intensity(of point: JSONPlace) -> Double? {
    let value = point["intensity"]?.value
    guard let level = value?.number ?? value?.string.flatMap({ Double($0) }),
      (0...1).contains(level)
    else {
      fail(
        "intensity-range", "\(point.path).intensity",
        "an intensity is a number in 0...1, or a text of one, such as \"0.500\"")
      return nil
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

  private func event(_ run: [EnvelopeSegment]) -> HapticEvent {
    let (start, end) = (run[0].start, run[run.count - 1].end)
    let length = toNanosecond(end - start)
    let peak = run.map { max($0.from.intensity, $0.to.intensity) }.max() ?? 0
    let isFlat = run.count == 1 && run[0].isConstant
    if isFlat, length == Double(Tact.shortestDot) / 1000 {
      return HapticEvent(time: Seconds(start), intensity: peak, sharpness: 0.5)
    }
    let curve = run.flatMap { ramp in
      [(ramp.start, ramp.from), (ramp.end, ramp.to)].map { time, level in
        HapticEvent.CurvePoint(
          time: Seconds(toNanosecond(time - start)), intensity: level.intensity,
          sharpness: level.sharpness)
      }
    }
    return HapticEvent(
      time: Seconds(start), intensity: peak, sharpness: 0.5,
      kind: .continuous(duration: Seconds(length), curve: isFlat ? [] : curve))
  }
}
