/// The differences between two timelines, event by event.
///
/// Events of one kind are paired in the order of time if they begin within the tolerance of each other, and if the next
/// event is not a nearer partner.
package struct TimelineComparison: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    package var paired = 0
    package var onlyFirst = 0
    package var onlySecond = 0
    /// The largest difference between the starts of paired events, in s; `nil` if there is no pair.
    package var time: Double?
    package var duration: Double?
    package var intensity: Double?
    package var sharpness: Double?

    fileprivate mutating func note(_ first: HapticEvent, _ second: HapticEvent) {
      func larger(_ known: Double?, _ left: Double, _ right: Double) -> Double {
        // Times are exact to 1 ns. Smaller differences are errors of subtraction.
        max(known ?? 0, (abs(left - right) * 1e9).rounded() / 1e9)
      }
      paired += 1
      time = larger(time, first.time.value, second.time.value)
      duration = larger(duration, first.duration.value, second.duration.value)
      intensity = larger(intensity, first.intensity, second.intensity)
      sharpness = larger(sharpness, first.sharpness, second.sharpness)
    }
  }

  package let transients: Part
  /// The vibrations. Intensity and sharpness are the values of the event, without its curve.
  package let continuous: Part
  /// The difference in length, positive if the second timeline is longer.
  package let duration: Seconds

  /// The largest distance between the starts of paired events, in s. It is below the distance between lub and dub (0.15 s),
  /// and between the taps of a cue (0.1 s).
  package static let tolerance = 0.05

  package static let rule =
    "Events of one kind match if they begin within \(NumberText.rounded(tolerance * 1000, 0)) ms."

  package init(_ first: Timeline, _ second: Timeline) {
    func part(_ isWanted: (HapticEvent) -> Bool) -> Part {
      Self.compare(first.events.filter(isWanted), second.events.filter(isWanted))
    }
    transients = part { $0.kind == .transient }
    continuous = part { $0.kind != .transient }
    duration = second.duration - first.duration
  }

  private static func compare(_ first: [HapticEvent], _ second: [HapticEvent]) -> Part {
    var part = Part()
    var (i, j) = (0, 0)
    func distance(_ i: Int, _ j: Int) -> Double {
      guard i < first.count, j < second.count else { return .infinity }
      return abs((second[j].time - first[i].time).value)
    }
    while i < first.count, j < second.count {
      let apart = distance(i, j)
      if apart <= tolerance, distance(i + 1, j) >= apart, distance(i, j + 1) >= apart {
        part.note(first[i], second[j])
        (i, j) = (i + 1, j + 1)
      } else if first[i].time < second[j].time {
        (part.onlyFirst, i) = (part.onlyFirst + 1, i + 1)
      } else {
        (part.onlySecond, j) = (part.onlySecond + 1, j + 1)
      }
    }
    part.onlyFirst += first.count - i
    part.onlySecond += second.count - j
    return part
  }

  package var lengths: String {
    let difference = NumberText.rounded(abs(duration.value), 3)
    guard difference != "0" else { return "Both files are equally long." }
    return "The second file is \(difference) s \(duration > .zero ? "longer" : "shorter")."
  }

  package var rows: [[String]] {
    func row(_ name: String, _ figure: (Part) -> String) -> [String] {
      [name, figure(transients), figure(continuous)]
    }
    func largest(_ number: Double?, _ unit: String) -> String {
      number.map { NumberText.significant($0, 3) + unit } ?? "–"
    }
    return [
      ["events", "transients", "continuous"], row("in both", { "\($0.paired)" }),
      row("only in the first", { "\($0.onlyFirst)" }),
      row("only in the second", { "\($0.onlySecond)" }),
      row("largest difference of time", { largest($0.time, " s") }),
      row("of length", { largest($0.duration, " s") }),
      row("of intensity", { largest($0.intensity, "") }),
      row("of sharpness", { largest($0.sharpness, "") }),
    ]
  }
}
