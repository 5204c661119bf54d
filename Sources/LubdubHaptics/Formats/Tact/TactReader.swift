/// Reads the tracks of a bHaptics project; the strongest motor of each place on the body counts. If the caller names a
/// place, only this place is read. Follows published code that compiles such projects into frames: a track with `enable`
/// false is not played, and the last point of a path applies until the end of its effect, so that a path of one point
/// sounds.
struct TactReader: TimelineReader {
  var log = ReadingLog()
  private var pieces: [[EnvelopeSegment]] = []
  private var devices: [String: [[EnvelopeSegment]]] = [:]

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    #if !hasFeature(Embedded)
    checkFrames(root)
    #endif
    guard let project = root["project"], project.value.object != nil else {
      return log.fail("missing-member", at: "$", "the member \"project\" is missing")
    }
    for track in project.array("tracks", &log) ?? [] {
      if case .bool(false)? = track["enable"]?.value {
        log.note("disabled-track", at: track.path, "the track is disabled; it is not played")
        continue
      }
      for effect in track.elements("effects") { read(effect: effect) }
    }
    guard !log.hasErrors else { return nil }
    log.assumeSharpness(of: .transient, .continuous)
    log.assumed.note(.pulse, of: .transient, by: Double(Tact.shortestDot) / 1000)
    // The device plays frames, so the course of the tracks is not exact.
    log.assumed.note(.resampledCurve, of: .continuous, by: Double(Tact.frame) / 1000)
    let stated = (root.number("durationMillis") ?? 0) / 1000
    let ordered = devices.inOrder { $0.key < $1.key }
    let parts = ordered.map { (name: $0.key, events: events(of: $0.value)) }
    guard let document = TimelineDocument(places: parts.filter { !$0.events.isEmpty }, &log)
    else { return nil }
    let end = max(document.timeline.duration.value, min(max(stated, 0), Timeline.longestTime))
    return document.lasting(Seconds(toNanosecond(end)))
  }

  private mutating func events(of pieces: [[EnvelopeSegment]]) -> [HapticEvent] {
    let course = EnvelopeCurve(pieces, .strongest)
    log.loss.note(.mergedOverlap, of: .timeline, count: course.overlapCount)
    return EnvelopeSegment.runs(course.ramps.filter { !$0.isSilent }).compactMap { run in
      HapticEvent(through: run.flatMap { $0.points }, pulse: Double(Tact.shortestDot) / 1000)
    }
  }

  /// Frames repeat the tracks; they are checked instead of played, and are not in the page's engine.
  private mutating func checkFrames(_ root: JSONPlace) {
    // Most frames are valid, and a place for each of their values would take most of the time.
    let frames = (root["feedback"]?.value.object ?? [:]).filter { !Self.isSound($0.key, $0.value) }
    for (key, frame) in frames.inOrder(by: { $0.key < $1.key }) {
      if Int64(key) ?? -1 < 0 {
        log.fail(
          "frame-time", at: "$.feedback.\(key)",
          "frames are named by their time in whole milliseconds")
      }
      for device in JSONPlace(frame, path: "$.feedback.\(key)").elements ?? [] {
        for value in device.elements("values") where !Self.isLevel(value.value) {
          log.fail("value-range", at: value.path, "motor values must be numbers in 0...100")
        }
      }
    }
  }

  private static func isSound(_ key: String, _ frame: JSONValue) -> Bool {
    Int64(key) ?? -1 >= 0
      && (frame.array ?? []).allSatisfy { device in
        (device["values"]?.array ?? []).allSatisfy(isLevel)
      }
  }

  private static func isLevel(_ value: JSONValue) -> Bool {
    value.number.map { (0...100).contains($0) } ?? false
  }

  private mutating func read(effect: JSONPlace) {
    let longest = Timeline.longestTime * 1000
    guard let start = effect.number("startTime", in: 0...longest, &log) else { return }
    let modes = (effect["modes"]?.value.object ?? [:]).inOrder { $0.key < $1.key }
    for (name, mode) in modes {
      let place = JSONPlace(mode, path: "\(effect.path).modes.\(name)")
      pieces = []
      let named = place.string("mode")
      if let named, !["PATH_MODE", "DOT_MODE"].contains(named) {
        log.warn(
          "unknown-mode", at: "\(place.path).mode",
          "\(named) is not a mode of the SDK; it is read as dots")
      }
      if named == "PATH_MODE" {
        let end = start + max(effect.number("offsetTime") ?? 0, 0)
        for path in place["pathMode"]?.elements("feedback") ?? [] {
          read(path: path, from: start, to: end)
        }
      } else {
        for dot in place["dotMode"]?.elements("feedback") ?? [] { read(dot: dot, from: start) }
      }
      if !pieces.isEmpty, log.reads(name) { devices[name, default: []] += pieces }
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
      if let index = point.number("index"), !(0..<Double(Tact.motorCount)).contains(index) {
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
    let full = Level(intensity: level, sharpness: 0.5)
    add([EnvelopePoint(from, full), EnvelopePoint(until, full)], dot)
  }

  private mutating func add(_ course: [EnvelopePoint], _ place: JSONPlace) {
    guard let start = course.first?.time, let end = course.last?.time else { return }
    let middle = toNanosecond((start + end) / 2)
    let fade: (Double) -> Double
    switch place.string("playbackType") {
    case "FADE_IN": fade = { ($0 - start) / (end - start) }
    case "FADE_OUT": fade = { (end - $0) / (end - start) }
    case "FADE_IN_OUT": fade = { min($0 - start, end - $0) / (middle - start) }
    default: return pieces.append(EnvelopeSegment.joining(course))
    }
    let halves = EnvelopeSegment.joining(course).flatMap { $0.cut(at: [middle]) }
    pieces.append(
      halves.map { ramp in
        var ramp = ramp
        ramp.from.intensity = toPicoUnit(ramp.from.intensity * min(max(fade(ramp.start), 0), 1))
        ramp.to.intensity = toPicoUnit(ramp.to.intensity * min(max(fade(ramp.end), 0), 1))
        return ramp
      })
  }

  /// Reads a path, a point that moves over the device; its intensities are joined by straight lines. The last intensity
  /// applies until the end of the effect, and lasts at least one frame.
  private mutating func read(path: JSONPlace, from origin: Double, to end: Double) {
    var course: [EnvelopePoint] = []
    for point in path.elements("pointList") {
      guard let time = seconds(origin + (point.number("time") ?? 0)),
        let level = intensity(of: point)
      else { continue }
      guard time >= course.last?.time ?? 0 else {
        log.warn("path-order", at: point.path, "the point comes after a later one; it is left out")
        log.loss.note(.dropped, of: .effect)
        continue
      }
      course.append(EnvelopePoint(time, Level(intensity: level, sharpness: 0.5)))
    }
    guard let last = course.last else { return }
    let least = course.count > 1 ? last.time : toNanosecond(last.time + Double(Tact.frame) / 1000)
    let until = max(seconds(end) ?? 0, least)
    if until > last.time { course.append(EnvelopePoint(until, last.level)) }
    if course.count > 2 { log.loss.note(.mergedChannels, of: .continuous) }
    add(course, path)
  }

  private func seconds(_ milliseconds: Double) -> Double? {
    let time = milliseconds / 1000
    return (0...Timeline.longestTime).contains(time) ? toNanosecond(time) : nil
  }

  /// Reads an intensity, which is a text in files of the editor and a number in files of the SDK.
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
}
