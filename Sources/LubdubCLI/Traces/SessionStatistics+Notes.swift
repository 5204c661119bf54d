#if Tool
import Lubdub
import LubdubGround
import LubdubReports
import LubdubSessions

extension SessionStatistics {
  /// Says which width is taken for positions that state none.
  func noteWidths(_ configuration: Configuration) {
    guard withoutWidth > 0 else { return }
    let position = configuration.ranging.wide
    let usual = NumberText.shortest(position.usualDeviation.value)
    let scale = NumberText.shortest(position.accuracyScale)
    let ranges = counted(samples[.gnss] ?? 0, "range")
    Console.note(
      "\(withoutWidth) of \(ranges) between positions without a "
        + "width; a deviation of \(usual) m is taken (gnss.usualDeviation), \(scale) times as wide "
        + "(gnss.accuracyScale)")
  }

  /// Says which preset is for positions, where zones of radios, a few metres wide, were taken for them.
  func noteSilence(_ configuration: Configuration) {
    let own = Preset.phoneTag.configuration.zones.edges
    guard Set(samples.keys) == [.gnss],
      let outermost = configuration.zones.edges.last, let innermost = own.first,
      outermost < innermost
    else { return }
    Console.note(
      (beats == 0 ? "no beats: " : "")
        + "these zones end at \(NumberText.shortest(outermost.value)) m, which positions hardly show; "
        + "--preset \(Preset.phoneTag.name) has zones for them, from "
        + "\(NumberText.shortest(innermost.value)) m")
  }
}
#endif
