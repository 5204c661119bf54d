extension Pattern.Element {
  /// Returns the events of a line such as `0:1/0.35 0.14:0.55/0.15`; each is TIME:INTENSITY/SHARPNESS. The default sharpness
  /// is the sharpness of the previous level of the event, or 0.5 for the first level. The event `0.2+0.3:0/0.2>1/0.4>0/0.2`
  /// starts at 0.2, lasts 0.3, and has its levels at equal distances in time.
  static func list(line: String, _ key: String) throws(SettingError) -> [Self] {
    try line.split(separator: " ").map { (word) throws(SettingError) in try element(word, key) }
  }

  private static func element(_ word: Substring, _ key: String) throws(SettingError) -> Self {
    let fault = SettingError(
      key: key, found: "\"\(word)\"",
      expected:
        "TIME:INTENSITY/SHARPNESS such as 0.14:0.55/0.15, both from 0 to 1, or with a length and a curve "
        + "0.2+0.3:0/0.2>1/0.4>0/0.2")
    let sides = word.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw fault }
    let times = sides[0].split(separator: "+", omittingEmptySubsequences: false)
    let levels = sides[1].split(separator: ">", omittingEmptySubsequences: false)
    guard times.count <= 2, times.count == 2 || levels.count == 1 else { throw fault }
    let values = levels.map { level in
      level.split(separator: "/", omittingEmptySubsequences: false).map { Double(String($0)) }
    }
    guard let start = Double(String(times[0])), (0...3600).contains(start),
      values.allSatisfy({ (1...2).contains($0.count) && !$0.contains(nil) })
    else { throw fault }
    var sharpness = 0.5
    let points = values.map { level in
      if level.count > 1 { sharpness = level[1] ?? sharpness }
      return (intensity: level[0] ?? 0, sharpness: sharpness)
    }
    guard points.allSatisfy({ (0...1).contains($0.intensity) && (0...1).contains($0.sharpness) })
    else { throw fault }
    var peak = points[0]
    for point in points where point.intensity > peak.intensity { peak = point }
    guard times.count == 2 else {
      return Self(offset: start, intensity: peak.intensity, sharpness: peak.sharpness)
    }
    guard let length = Double(String(times[1])), length > 0, length <= 3600 else { throw fault }
    let step = length / Double(max(points.count - 1, 1))
    let curve = points.enumerated().map { index, point in
      CurvePoint(
        offset: index == points.count - 1 ? length : Double(index) * step,
        intensity: point.intensity, sharpness: point.sharpness)
    }
    return Self(
      offset: start, intensity: points.count > 1 ? 1 : peak.intensity, sharpness: peak.sharpness,
      kind: .continuous(duration: length, curve: points.count > 1 ? curve : []))
  }
}
