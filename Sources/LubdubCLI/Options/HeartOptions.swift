import ArgumentParser
import Pulse
import PulseReading
import Quantities

/// The heart that gives the tempo of a session.
struct HeartOptions: ParsableArguments {
  @Option(
    help: """
      The tempo comes from the heart in this file, the intensity from the zone; see lubdub pulse.
      """,
    completion: .file())
  var pulse: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --pulse: when the heart's first beat is, in seconds of the trace.", valueName: "s"))
  var pulseShift: Double?

  @Option(
    help: ArgumentHelp("With --pulse: the heart of a file that holds several.", valueName: "name"))
  var pulseSeries: String?

  func validate() throws {
    guard pulse != nil || (pulseShift == nil && pulseSeries == nil) else {
      throw ValidationError("--pulse-shift and --pulse-series need --pulse")
    }
    guard pulseShift?.isFinite ?? true else {
      throw ValidationError("--pulse-shift takes a number of seconds")
    }
  }

  /// The heart with its faults corrected; `nil` without one.
  func feed() throws -> HeartFeed? {
    guard let pulse else { return nil }
    let heart = try PulseOptions.read(pulse, series: pulseSeries).series
    let correction = FaultCorrection(heart.intervals)
    if correction.faults > 0 {
      let verb = correction.faults == 1 ? "is" : "are"
      Console.note(
        "\(pulse): \(correction.faults) of \(correction.labels.count) beats \(verb) corrected")
    }
    return HeartFeed(correction.corrected, shift: Seconds(pulseShift ?? 0))
  }

  /// Tells how much of the heart was used.
  func tell(_ feed: HeartFeed?) {
    guard let pulse, let feed else { return }
    var parts = [counted(feed.told, "interval gives the tempo", "intervals give the tempo")]
    if feed.outside > 0 { parts.append("\(feed.outside) lie outside the trace") }
    if feed.refused > 0 { parts.append("\(feed.refused) are no tempo of a heart") }
    Console.note("\(pulse): \(parts.joined(separator: ", "))")
  }
}
