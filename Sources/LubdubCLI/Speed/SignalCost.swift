#if Tool
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import LubdubSignals
import LubdubTraces

/// How long the methods of channel sounding take.
enum SignalCost {
  /// Microseconds of processor time a procedure for each method: the middle of five rounds over at most
  /// 200 procedures.
  static func measure(_ signals: [RawSignal]) throws -> [ToneMethod: Double] {
    let responses = signals.lazy.compactMap { signal -> ProductResponse? in
      guard case .procedure(let procedure) = signal.content else { return nil }
      return procedure.paths.first
    }.prefix(200)
    guard !responses.isEmpty else { return [:] }
    var estimator = try GatedEstimator()
    let list = Array(responses)
    var costs: [ToneMethod: Double] = [:]
    for method in ToneMethod.allCases {
      var rounds: [Double] = []
      for _ in 0..<5 {
        let start = processorSeconds()
        for response in list { _ = estimator.distance(of: response, by: method) }
        rounds.append((processorSeconds() - start) * 1e6 / Double(list.count))
      }
      costs[method] = rounds.sorted()[2]
    }
    return costs
  }

  /// What this process has had of a processor.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
#endif
