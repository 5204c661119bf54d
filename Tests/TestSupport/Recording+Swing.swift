import Lubdub
internal import LubdubSignals
import LubdubTraces
public import LubdubWorkbench

extension Recording {
  /// Two minutes at 10 Hz between 0.3 m and 3.3 m and back, with errors of up to 5 cm; seed 7.
  public static var swing: Recording {
    var random = SeededGenerator(seed: 7)
    let records = (0..<1200).map { tick -> TraceRecord in
      let time = Double(tick) / 10
      let phase = (time / 20).truncatingRemainder(dividingBy: 2)
      let truth = 0.3 + 3 * (phase < 1 ? phase : 2 - phase)
      let range = truth + 0.1 * (random.unit() - 0.5)
      return TraceRecord(.uwb(Meters(range), at: Seconds(time)), truth: Meters(truth))
    }
    return Recording(dataset: "made", name: "swing", records: records)
  }
}
