#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubTraces

/// Times whose unit changes within a trace: from one row on they are a thousand times farther apart, or closer together.
struct PaceCheck {
  /// As many steps show how far apart rows are.
  private static let enough = 10
  /// Between s, ms and us; a radio that rests changes its pace by any factor.
  private static let thousand = 800.0...1250

  private var last: (link: NameTable.Index?, recording: NameTable.Index?, time: Double)?
  private var steps: [Double] = []
  /// The usual step of the rows before, in s.
  private var usual: Double?
  private var change: (factor: Double, line: Int)?

  mutating func check(_ record: TraceRecord) {
    let time = record.sample.time.value
    defer { last = (record.peer, record.recording, time) }
    guard let last, last.link == record.peer, last.recording == record.recording else {
      (steps, usual) = ([], nil)
      return
    }
    guard change == nil, time > last.time else { return }
    steps.append(time - last.time)
    guard steps.count == Self.enough else { return }
    let middle = steps.sorted()[Self.enough / 2]
    let factor = usual.map { middle / $0 } ?? 1
    if Self.thousand.contains(max(factor, 1 / factor)) { change = (factor, record.line) }
    (usual, steps) = (middle, [])
  }

  var finding: Finding? {
    change.map { factor, line in
      Finding(
        .warning, rule: "pace", at: "near line \(line)",
        "the rows are a thousand times \(factor > 1 ? "farther apart" : "closer together") from here on",
        cure: "where the unit of the times changes, read each part by itself")
    }
  }
}
#endif
