internal import CanonicalJSON

/// Checks OpenHarmony files against the limits of the platform.
enum OpenHarmonyCheck {
  static func check(_ bytes: [UInt8]) -> [Finding] {
    var findings: [Finding] = []
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return findings }
    if bytes.count > OpenHarmony.sizeLimit {
      findings.append(
        Finding(
          .error, rule: "file-too-large",
          "the file has \(bytes.count) bytes, at most \(OpenHarmony.sizeLimit) are read",
          cure: "cut it into several files"))
    }
    if let count = root["MetaData"]?["ChannelNumber"]?.value.number, !(1...2).contains(count) {
      findings.append(
        Finding(
          .error, rule: "channel-number", at: "$.MetaData.ChannelNumber",
          "there may be 1 or 2 channels"))
    }
    var count = 0
    for channel in root.array("Channels", findings: &findings) ?? [] {
      let pattern = channel.array("Pattern", findings: &findings) ?? []
      count += pattern.count
      for entry in pattern { check(entry, &findings) }
    }
    if count > OpenHarmony.eventLimit {
      findings.append(
        Finding(
          .error, rule: "too-many-events",
          "there are \(count) events, at most \(OpenHarmony.eventLimit) are played",
          cure: "cut it into several files"))
    }
    return findings
  }

  private static func check(_ entry: JSONPlace, _ findings: inout [Finding]) {
    guard let event = entry["Event"], event.requireObject("\"Event\"", findings: &findings) else {
      findings.append(
        Finding(.error, rule: "missing-member", at: entry.path, "\"Event\" is missing"))
      return
    }
    _ = event.number(
      "StartTime", in: 0...Double(OpenHarmony.latestStart), rule: "start-range",
      findings: &findings)
    switch event["Type"]?.value.string {
    case "transient": break
    case "continuous":
      _ = event.number(
        "Duration", in: 0...Double(OpenHarmony.longestEvent), rule: "duration-range",
        findings: &findings)
    default:
      findings.append(
        Finding(
          .error, rule: "unknown-event-type", at: "\(event.path).Type",
          "the type must be \"transient\" or \"continuous\""))
    }
    guard let parameters = event["Parameters"] else { return }
    for name in ["Intensity", "Frequency"] {
      _ = parameters.number(name, in: 0...100, findings: &findings)
    }
    guard parameters["Curve"] != nil,
      let curve = parameters.array("Curve", findings: &findings)
    else { return }
    if !(OpenHarmony.fewestPoints...OpenHarmony.mostPoints).contains(curve.count) {
      findings.append(
        Finding(
          .error, rule: "curve-points", at: "\(parameters.path).Curve",
          "the curve has \(curve.count) points, 4 to 16 are allowed"))
    }
    for point in curve {
      _ = point.number("Intensity", in: 0...1, findings: &findings)
      _ = point.number("Frequency", in: -100...100, findings: &findings)
    }
  }
}

/// Checks bHaptics files: shape, motor indices, intensities and lengths of dots.
enum TactCheck {
  static func check(_ bytes: [UInt8]) -> [Finding] {
    var findings: [Finding] = []
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return findings }
    for (key, frame) in (root["feedback"]?.value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      if Int(key) == nil || Int(key) ?? 0 < 0 {
        findings.append(
          Finding(
            .error, rule: "frame-time", at: "$.feedback.\(key)",
            "frames are named by their time in whole milliseconds"))
      }
      for device in JSONPlace(frame, path: "$.feedback.\(key)").elements ?? [] {
        for value in device["values"]?.elements ?? [] {
          guard let number = value.value.number, (0...100).contains(number) else {
            findings.append(
              Finding(
                .error, rule: "value-range", at: value.path,
                "motor values must be numbers in 0...100"))
            continue
          }
        }
      }
    }
    guard let project = root["project"], project.value.object != nil else {
      findings.append(
        Finding(.error, rule: "missing-member", at: "$", "the member \"project\" is missing"))
      return findings
    }
    for track in project.array("tracks", findings: &findings) ?? [] {
      for effect in track["effects"]?.elements ?? [] { check(effect: effect, &findings) }
    }
    return findings
  }

  private static func check(effect: JSONPlace, _ findings: inout [Finding]) {
    _ = effect.number("startTime", in: 0...Double.infinity, findings: &findings)
    for (name, mode) in (effect["modes"]?.value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      let place = JSONPlace(mode, path: "\(effect.path).modes.\(name)")
      for dot in place["dotMode"]?["feedback"]?.elements ?? [] { check(dot: dot, &findings) }
    }
  }

  private static func check(dot: JSONPlace, _ findings: inout [Finding]) {
    let start = dot["startTime"]?.value.number ?? 0
    let end = dot["endTime"]?.value.number ?? 0
    let points = dot["pointList"]?.elements ?? []
    if !points.isEmpty, !(1...Double(Tact.longestDot)).contains(end - start) {
      findings.append(
        Finding(
          .warning, rule: "dot-duration", at: dot.path,
          "a dot lasts \(number(end - start)) ms, the SDK plays up to \(Tact.longestDot) ms"))
    }
    for point in points {
      if let index = point["index"]?.value.number, !(0..<Double(Tact.motorCount)).contains(index) {
        findings.append(
          Finding(
            .error, rule: "motor-range", at: "\(point.path).index",
            "motor \(number(index)) is not in 0...\(Tact.motorCount - 1)"))
      }
      guard let text = point["intensity"]?.value.string, let value = Double(text),
        (0...1).contains(value)
      else {
        findings.append(
          Finding(
            .error, rule: "intensity-text", at: "\(point.path).intensity",
            "intensities are texts of a number in 0...1, such as \"0.500\""))
        continue
      }
    }
  }
}

/// Checks an array for `navigator.vibrate`.
enum WebVibrateCheck {
  static func check(_ bytes: [UInt8]) -> [Finding] {
    var findings: [Finding] = []
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return findings }
    let entries = root.elements ?? []
    if entries.count > WebVibrate.entryLimit {
      findings.append(
        Finding(
          .error, rule: "too-many-entries",
          "there are \(entries.count) entries, browsers keep \(WebVibrate.entryLimit)",
          cure: "play several arrays after each other from a script"))
    }
    for (index, entry) in entries.enumerated() {
      guard let value = entry.value.number, value >= 0, value == value.rounded() else {
        findings.append(
          Finding(
            .error, rule: "wrong-type", at: entry.path,
            "entries are whole numbers of milliseconds"))
        continue
      }
      if value > Double(WebVibrate.longestEntry) {
        findings.append(
          Finding(
            .error, rule: "entry-too-long", at: entry.path,
            "browsers cut an entry at \(WebVibrate.longestEntry) ms"))
      }
      if index.isMultiple(of: 2), value > 0, value < Double(WebVibrate.shortestPulse) {
        findings.append(
          Finding(
            .warning, rule: "short-pulse", at: entry.path,
            "a pulse of \(number(value)) ms may not be felt",
            cure: "use at least \(WebVibrate.shortestPulse) ms"))
      }
    }
    if entries.count.isMultiple(of: 2), !entries.isEmpty {
      findings.append(
        Finding(
          .note, rule: "trailing-pause", at: "$[\(entries.count - 1)]",
          "browsers drop a pause at the end"))
    }
    return findings
  }
}
