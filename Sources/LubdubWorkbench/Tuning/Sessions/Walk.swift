internal import RealModule

/// The truth of one recording as a walk on a grid of 0.1 s, with the turns that identify it.
///
/// A study on 1,212 recordings determined the rules and constants; docs/decisions/09-tuning.md lists its attempts.
final class Walk {
  /// The times of rows with truth, in order.
  let times: [Double]
  let truths: [Double]
  /// The first and the last time of all rows.
  let start: Double
  let end: Double
  /// The median time between rows, in s.
  let rows: Double
  /// The number of different truths, in steps of 0.1 mm.
  let values: Int
  /// The step to which truths are rounded, in m; 0 if truths are not rounded.
  let grain: Double
  private(set) var pieces: [Piece] = []
  /// The landmarks by layer.
  private(set) var landmarks: [[Landmark]] = [[], [], []]

  struct Piece {
    let start: Double
    let levels: [Double]
    var end: Double { start + Double(levels.count - 1) * Walk.step }
  }

  /// An extremum of the difference between a narrow and a wide moving average.
  struct Landmark {
    let time: Double
    let turn: Double
    let level: Double
  }

  static let step = 0.1
  static let fine = 0.8
  /// Half the width of the parabola whose residuals are the small scale, in s.
  static let local = 1.6
  /// The narrow and wide averages, in s, and the time unit for gaps between landmarks.
  static let layers: [(narrow: Double, wide: Double, gap: Double)] = [
    (fine, 4, 1), (0.5, 1.6, 0.6), (2.4, 10, 2.5),
  ]
  /// The fewest different truths of a walk, to exclude marked distances and constants.
  static let leastValues = 30
  /// The largest time between rows that still shows turns, in s.
  private static let longestRow = 5.0
  /// The largest valid time, in s, and the largest valid distance, in m.
  private static let (latest, farthest) = (1e12, 1e5)

  init(_ recording: Recording) {
    var times: [Double] = []
    var truths: [Double] = []
    for record in recording.records {
      guard let truth = record.truth?.value, truth.magnitude < Self.farthest else { continue }
      let time = record.sample.time.value
      guard time.magnitude < Self.latest, times.last.map({ time > $0 }) ?? true else { continue }
      times.append(time)
      truths.append(truth)
    }
    (self.times, self.truths) = (times, truths)
    start = recording.records.first?.sample.time.value ?? 0
    end = recording.records.last?.sample.time.value ?? 0
    rows = times.count > 2 ? Statistics.median(zip(times.dropFirst(), times).map(-)) ?? 0 : 0
    let units = Set(truths.map { Int(($0 * 1e4).rounded()) }).sorted()
    values = units.count
    grain = Double(zip(units.dropFirst(), units).map(-).reduce(0, Self.divisor)) * 1e-4
    guard values >= Self.leastValues, times.count >= 25, rows <= Self.longestRow else { return }
    addPieces()
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }

  private func addPieces() {
    let gap = max(2.5, 3 * rows)
    let cuts = times.indices.dropFirst().filter { times[$0] - times[$0 - 1] > gap }
    for (first, after) in zip([0] + cuts, cuts + [times.count]) {
      let (begin, last) = (times[first], times[after - 1])
      guard after - first >= 20, last - begin >= 2 * Self.layers[0].wide + 2 else { continue }
      var row = first
      let count = Int(((last - begin) / Self.step).rounded(.up))
      let levels = (0..<count).map { place -> Double in
        let time = begin + Double(place) * Self.step
        while row + 1 < after - 1, times[row + 1] <= time { row += 1 }
        let part = (time - times[row]) / (times[row + 1] - times[row])
        return truths[row] + part * (truths[row + 1] - truths[row])
      }
      pieces.append(Piece(start: begin, levels: levels))
      for (layer, widths) in Self.layers.enumerated() {
        let narrow = Self.box(Self.box(levels, widths.narrow), widths.narrow)
        let wide = Self.box(Self.box(levels, widths.wide), widths.wide)
        landmarks[layer] += extrema(
          from: begin, narrow, zip(narrow, wide).map(-), edge: Int(widths.wide / Self.step / 2))
      }
    }
  }

  private func extrema(
    from start: Double, _ levels: [Double], _ turns: [Double], edge: Int
  ) -> [Landmark] {
    guard turns.count - 2 * edge >= 3 else { return [] }
    let least = max(0.0015, 0.25 * grain)
    var found: [Landmark] = []
    var last = -2
    for place in edge + 1..<turns.count - edge - 1 {
      let isTurn =
        (turns[place] - turns[place - 1]) * (turns[place + 1] - turns[place]) <= 0
      guard isTurn else { continue }
      defer { last = place }
      guard place > last + 1 else { continue }
      let mark = Landmark(
        time: start + Double(place) * Self.step, turn: turns[place], level: levels[place])
      guard let before = found.last, (mark.turn - before.turn).magnitude <= least else {
        found.append(mark)
        continue
      }
      // The more extreme landmark of a ripple stays.
      if mark.turn.magnitude > before.turn.magnitude { found[found.count - 1] = mark }
    }
    return found
  }

  /// The moving average over a width in s, with the end values repeated.
  static func box(_ values: [Double], _ width: Double) -> [Double] {
    guard let first = values.first, let last = values.last else { return [] }
    let half = Int((width / step).rounded()) / 2
    var sum = 0.0
    func value(_ place: Int) -> Double {
      (place < 0 ? first : place < values.count ? values[place] : last) - first
    }
    for place in -half..<half { sum += value(place) }
    return values.indices.map { place in
      sum += value(place + half)
      defer { sum -= value(place - half) }
      return sum / Double(2 * half + 1) + first
    }
  }

  /// The residuals of a least-squares parabola over ± `reach` s (Savitzky and Golay, Anal. Chem. 36 (1964)).
  private static func rest(_ values: [Double], _ reach: Double) -> [Double] {
    let half = Int((reach / step).rounded())
    guard values.count > 2 * half else { return values.map { _ in 0 } }
    let squares = (-half...half).map { Double($0 * $0) }
    let (second, count) = (squares.reduce(0, +), Double(squares.count))
    let fourth = squares.reduce(0) { $0 + $1 * $1 }
    let weights = squares.map {
      (fourth - second * $0) / (count * fourth - second * second)
    }
    return values.indices.map { place in
      guard place >= half, place < values.count - half else { return 0 }
      var sum = 0.0
      for offset in weights.indices { sum += weights[offset] * values[place - half + offset] }
      return values[place] - sum
    }
  }

  // MARK: - Its course

  /// The course smoothed over `fine` and its small scale, for each scale.
  private var courses: [[(smooth: [Double], rest: [Double])]?] = [nil, nil]

  func course(_ scale: Int) -> [(smooth: [Double], rest: [Double])] {
    if let known = courses[scale - 1] { return known }
    let made = pieces.map { piece in
      let smooth = Self.box(piece.levels, Self.fine * Double(scale))
      return (smooth, Self.rest(smooth, Self.local * Double(scale)))
    }
    courses[scale - 1] = made
    return made
  }

  /// The piece and the position on its grid at a time that is at least `inside` s from the ends of the piece; `nil` if there
  /// is no such piece.
  func place(at time: Double, inside: Double = 0, hint: inout Int) -> (piece: Int, at: Double)? {
    if !pieces.indices.contains(hint) || pieces[hint].start > time { hint = 0 }
    while hint + 1 < pieces.count, pieces[hint + 1].start <= time { hint += 1 }
    guard pieces.indices.contains(hint), time >= pieces[hint].start + inside,
      time <= pieces[hint].end - inside
    else { return nil }
    return (hint, (time - pieces[hint].start) / Self.step)
  }

  static func value(_ values: [Double], at place: Double) -> Double {
    let low = min(max(0, Int(place)), values.count - 1)
    let high = min(low + 1, values.count - 1)
    return values[low] + (place - Double(low)) * (values[high] - values[low])
  }

  /// The truth at a time; `nil` in pauses.
  func level(at time: Double) -> Double? {
    var hint = 0
    return place(at: time, hint: &hint).map { Self.value(pieces[$0.piece].levels, at: $0.at) }
  }

  /// All times of the grid.
  var grid: [Double] {
    pieces.flatMap { piece in piece.levels.indices.map { piece.start + Double($0) * Self.step } }
  }
}
