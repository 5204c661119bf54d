import Foundation

/// The repetitions of tests with random cases. By default, a run of all tests takes a few minutes; `tools/test --thorough` runs
/// every case.
public enum Thoroughness {
  /// Whether every case is to run.
  public static let isFull = ProcessInfo.processInfo.environment["LUBDUB_THOROUGH"] == "1"

  /// The seeds of a test with `count` seeds in a thorough run: a tenth of them otherwise.
  public static func seeds(_ count: UInt64) -> Range<UInt64> { 0..<(isFull ? count : count / 10) }

  /// The repetitions of a test with `count` repetitions in a thorough run: a tenth of them otherwise.
  public static func rounds(_ count: Int) -> Int { isFull ? count : count / 10 }
}
