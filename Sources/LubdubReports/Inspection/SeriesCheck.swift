/// What each link measures, row by row: a value that stands for no measurement, one that is held, or those of two links.
struct SeriesCheck {
  private static let limit = 200_000
  /// As many rows show that a number is no chance, and as many how values change.
  private static let (enough, fewest) = (10, 40)
  /// Numbers for no measurement that one leap shows: 0, a full counter of 13 or 16 bits in mm, and nines.
  private static let absent = [0, 8.19, 8.191, 9.999, 65.535, 99.99]
  /// All that 8, 12, 13 and 16 bits hold in cm and mm, in m.
  private static let spans = [2.56, 4.096, 8.192, 25.6, 65.536, 655.36]
  /// `isTrue` is whether a truth beside it agrees.
  private typealias Row = (value: Double, time: Double, line: Int, isTrue: Bool)
  private let isLevel: Bool
  private var links: [SIMD2<NameTable.Index>: [Row]] = [:]
  /// How many rows there are, with those beyond `limit`.
  private(set) var count = 0

  init(ofLevels isLevel: Bool) { self.isLevel = isLevel }

  mutating func add(_ value: Double, _ record: TraceRecord) {
    count += 1
    guard count <= Self.limit else { return }
    let isTrue = record.truth.map { ($0.value - value).magnitude < max(1, value / 4) } ?? false
    links[SIMD2(record.peer ?? -1, record.recording ?? -1), default: []]
      .append((value, record.sample.time.value, record.line, isTrue))
  }

  private var inOrder: [[Row]] { links.values.sorted { $0[0].line < $1[0].line } }
  var isOne: Bool { links.count == 1 }
  var values: [Double] { inOrder.flatMap { $0.map(\.value) } }
  var times: [Double] { inOrder.flatMap { $0.map(\.time) } }
  var steps: [(time: Double, way: Double)] {
    links.values.flatMap { rows in
      zip(rows, rows.dropFirst()).map { ($1.time - $0.time, ($1.value - $0.value).magnitude) }
    }
  }

  func step(over count: Int) -> Double {
    median(
      links.values.flatMap { rows in
        zip(rows, rows.dropFirst(count)).map { ($1.value - $0.value).magnitude }
      })
  }

  var absence: (value: Double, count: Int, finding: Finding)? {
    for rows in inOrder { if let found = absence(rows) { return found } }
    return nil
  }

  var change: Finding? {
    for rows in inOrder where rows.count >= Self.fewest {
      if let found = held(rows) ?? turned(rows) ?? mixed(rows) { return found }
    }
    return nil
  }

  private func runs(_ rows: [Row]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (place, row) in rows.enumerated() {
      let isSame = place > 0 && rows[place - 1].value == row.value
      runs.append((isSame ? runs.removeLast().lowerBound : place)..<place + 1)
    }
    return runs
  }

  private func absence(_ rows: [Row]) -> (value: Double, count: Int, finding: Finding)? {
    var counts: [Double: (count: Int, runs: Int, line: Int)] = [:]
    for run in runs(rows) {
      let (row, place) = (
        rows[run.lowerBound], run.lowerBound > 0 ? run.lowerBound : run.upperBound
      )
      guard place < rows.count, !row.isTrue else { continue }
      let way = (rows[place].value - rows[place - 1].value).magnitude
      let walk = LinkPace.fastest * (rows[place].time - rows[place - 1].time)
      guard way > (isLevel ? 10 : max(LinkPace.noise, walk)) else { continue }
      counts[row.value, default: (0, 0, row.line)].count += run.count
      counts[row.value]?.runs += 1
    }
    let leaps = counts.values.reduce(0) { $0 + $1.runs }
    let found = counts.filter { value, found in
      guard 2 * found.count < rows.count else { return false }
      if !isLevel, Self.absent.contains(value) { return true }
      guard found.count >= Self.enough, 4 * found.runs >= (isLevel ? 20 : leaps) else {
        return false
      }
      let near = isLevel ? rows.count { 0.0.nextUp...5 ~= ($0.value - value).magnitude } : 0
      return found.count >= Self.enough * near
    }.max { ($0.value.count, $1.value.line) < ($1.value.count, $0.value.line) }
    guard let (value, (count, _, line)) = found else { return nil }
    let number = NumberText.shortest(value)
    return (
      value, count,
      Finding(
        .warning, rule: "stuck", at: "line \(line)",
        counted(count, "\(noun) is", "\(noun)s are") + " \(text(value)), which no walk leads to",
        cure: "if the number stands for no measurement, leave such rows out"
          + (isLevel ? ": grep -vw -e \(number) FILE" : ""))
    )
  }

  private var noun: String { isLevel ? "level" : "range" }

  private func text(_ value: Double) -> String {
    isLevel ? "\(NumberText.shortest(value)) dBm" : "\(value) m"
  }

  /// A value that many rows in turn have, where noise shows in the others. A range of 0 may be contact.
  private func held(_ rows: [Row]) -> Finding? {
    let (runs, fewest) = (runs(rows), isLevel ? 24 : 15)
    let rest = runs.filter { $0.count < fewest }.flatMap { rows[$0].map(\.value) }
    guard let longest = runs.max(by: { $0.count < $1.count }), longest.count >= fewest,
      rows[longest.lowerBound].value != 0, 2 * rest.count >= Self.fewest,
      !runs.contains(where: { (fewest / 2..<fewest).contains($0.count) })
    else { return nil }
    let bends = zip(rest, zip(rest.dropFirst(), rest.dropFirst(2))).map {
      ($0 - 2 * $1.0 + $1.1).magnitude
    }
    let sorted = Set(rest).sorted()
    let resolution = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 1e-6 }.min()
    // The median of the bends of white noise is 1.65 deviations.
    guard let resolution, median(bends) >= 1.65 * resolution else { return nil }
    let first = rows[longest.lowerBound]
    return Finding(
      .warning, rule: "stuck", at: "line \(first.line)",
      "\(longest.count) \(noun)s in turn are \(text(first.value)), from "
        + "\((first.time - rows[0].time).rounded(decimals: 1)) s on, and the others change from row to row",
      cure: "if the device held a value that it did not measure, leave such rows out")
  }

  /// Ranges that leap between both ends of all that a number of 8, 12, 13 or 16 bits holds.
  private func turned(_ rows: [Row]) -> Finding? {
    let most = rows.reduce(0) { max($0, $1.value) }
    let leaps = zip(rows, rows.dropFirst()).filter { last, next in
      (next.value - last.value).magnitude > max(0.8 * most, 3 * (next.time - last.time))
    }
    guard !isLevel, let span = Self.spans.first(where: { 0.97 * $0..<$0 ~= most }),
      Set(leaps.map { max($0.value, $1.value) }).count >= 3
    else { return nil }
    return Finding(
      .warning, rule: "turned", at: "line \(leaps[0].1.line)",
      "\(leaps.count) times the ranges leap over \(span) m, as a number of few bits turns over",
      cure: "log them with more bits, or add \(span) m to the rows that lack it")
  }

  /// Rows of several links: each value is another one in turn, or values leap to and fro between two tracks.
  private func mixed(_ rows: [Row]) -> Finding? {
    func found(_ what: String, _ size: Double, _ cause: String) -> Finding {
      let message =
        "\(what), by \(NumberText.rounded(size, 1)) \(isLevel ? "dB" : "m"): rows of several links\(cause)"
      return Finding(.warning, rule: "mixed", message, cure: "name the column that names the link")
    }
    let steps = zip(rows, rows.dropFirst()).map { $1.value - $0.value }
    let sizes = steps.map(\.magnitude)
    let near = median(sizes)
    for (count, word) in [(2, "second"), (3, "third")] {
      let far = median(zip(rows, rows.dropFirst(count)).map { ($1.value - $0.value).magnitude })
      guard near > (isLevel ? max(10, 2 * far) : max(0.1, 3 * far)) else { continue }
      return found("every \(word) \(noun) is another one", near, "")
    }
    // Where the values leap as nobody walks, or a level in a short time.
    let least = max(isLevel ? 12 : 0.3, 6 * (Statistics.quantile(0.25, of: sizes) ?? 0))
    let leaps = steps.indices.filter { place in
      let time = rows[place + 1].time - rows[place].time
      return sizes[place] > least && (isLevel ? time < 1.5 : sizes[place] > 3 * time)
    }
    let turns = zip(leaps, leaps.dropFirst())
    let alternating = turns.count { (steps[$0] > 0) != (steps[$1] > 0) }
    let runs = [true, false].map { isUp in
      median(turns.filter { (steps[$0.0] > 0) == isUp }.map { Double($1 - $0) })
    }.sorted()
    let apart = median(leaps.map { sizes[$0] })
    func count(_ share: ClosedRange<Double>) -> Int { sizes.count { share.contains($0 / apart) } }
    guard leaps.count >= 5, 10 * alternating >= 9 * (leaps.count - 1),
      Double(leaps.count) * runs[0] >= 40, 4 * runs[0] >= runs[1],
      isLevel ? 4 * count(0.4...0.6) <= count(0.9...1.1) : apart >= 0.5
    else { return nil }
    return found(
      "\(leaps.count) times the \(noun)s leap to another track", apart, ", or reflections")
  }

  private func median(_ values: [Double]) -> Double { Statistics.median(values) ?? 0 }
}
