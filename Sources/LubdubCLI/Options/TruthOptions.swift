#if Tool
import ArgumentParser
import Lubdub
import LubdubBench

struct TruthOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How much later truth_m comes, in seconds; auto takes the lag of the bare ranges of each set, \
      where it is larger than its error, and 0 leaves the truth as it is. Without it run and report \
      leave it, too, and all others take auto.
      """, valueName: "auto|seconds"))
  var truthShift: String?

  mutating func validate() throws {
    guard let truthShift, truthShift != "auto" else { return }
    try expect(
      Double(truthShift).map({ $0.isFinite && abs($0) <= 60 }) == true,
      "--truth-shift is \"\(truthShift)\", expected auto or seconds from -60 to 60")
  }

  var shift: TruthShift {
    truthShift.flatMap { Double($0) }.map { .fixed(Seconds($0)) } ?? .estimated
  }

  func align(_ recordings: [Recording]) -> (recordings: [Recording], offsets: [TruthOffset]) {
    let all = shift.align(recordings)
    Self.note(all.offsets)
    return all
  }

  static func note(_ offsets: [TruthOffset]) {
    for sentence in offsets.compactMap(\.sentence) {
      Console.note("\(sentence); --truth-shift sets it")
    }
  }
}
#endif
