internal import LubdubGround
package import LubdubHaptics

/// A haptic file without the faults that have one cure: it plays as it was meant, and says the same otherwise.
package struct MendedFile {
  /// The file anew.
  package private(set) var bytes: [UInt8] = []
  /// How often each rule of a check was mended.
  package private(set) var counts: [String: Int] = [:]

  /// Where the times of keyframes stand, by the name of their list.
  private static let keyframeTimes = ["keyframes": "relative_position", "m_keyframes": "m_time"]

  /// Mends a file of JSON; `nil` where there is nothing to mend.
  package init?(_ bytes: [UInt8], _ format: HapticFormat) {
    guard [.ahap, .hjif, .haps].contains(format), let root = try? JSONParser.parse(bytes) else {
      return nil
    }
    let mended = mended(root, "")
    guard !counts.isEmpty else { return nil }
    self.bytes = JSONWriter.encode(mended)
  }

  private mutating func mended(_ value: JSONValue, _ name: String) -> JSONValue {
    if let members = value.object {
      var changed = members
      for (key, member) in members { changed[key] = mended(member, key) }
      return name == "ParameterCurve" ? undoubled(thinned(changed)) : .object(changed)
    }
    guard let elements = value.array else { return value }
    let changed = elements.map { mended($0, "") }
    return Self.keyframeTimes[name].map { sorted(changed, by: $0) } ?? .array(changed)
  }

  /// Keyframes in the order of time.
  private mutating func sorted(_ keyframes: [JSONValue], by name: String) -> JSONValue {
    var keyframes = keyframes
    guard keyframes.sortByTime({ $0[name]?.number ?? 0 }) != nil else { return .array(keyframes) }
    counts["keyframe-order", default: 0] += 1
    return .array(keyframes)
  }

  /// A curve with no more than two points of one time: those between are not played.
  private mutating func thinned(_ curve: [String: JSONValue]) -> JSONValue {
    let points = curve["ParameterCurveControlPoints"]?.array ?? []
    let times = points.map { $0["Time"]?.number ?? 0 }
    let kept = points.indices.filter { index in
      index == 0 || index + 1 == points.count
        || times[index] != times[index - 1] || times[index] != times[index + 1]
    }
    guard kept.count < points.count else { return .object(curve) }
    counts["points-of-one-time", default: 0] += points.count - kept.count
    var curve = curve
    curve["ParameterCurveControlPoints"] = .array(kept.map { points[$0] })
    return .object(curve)
  }

  /// A curve whose points count from its own time.
  private mutating func undoubled(_ curve: JSONValue) -> JSONValue {
    guard var members = curve.object, let start = members["Time"]?.number, start > 0,
      let points = members["ParameterCurveControlPoints"]?.array,
      let first = points.first?["Time"]?.number, abs(first - start) < 1.5e-9
    else { return curve }
    members["ParameterCurveControlPoints"] = .array(
      points.map { point in
        guard var members = point.object, let time = members["Time"]?.number else { return point }
        members["Time"] = .number(max(0, toNanosecond(time - start)))
        return .object(members)
      })
    counts["doubled-curve-times", default: 0] += 1
    return .object(members)
  }
}
