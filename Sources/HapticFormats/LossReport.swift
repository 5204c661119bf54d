public import CanonicalJSON

/// What a format could not hold of a timeline, counted per kind of event.
public struct LossReport: Sendable, Hashable {
  /// What lost something.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// Transient events.
    case transient
    /// Continuous events.
    case continuous
    /// Heartbeats, as annotations beside the events.
    case beat
    /// The timeline as a whole.
    case timeline
  }

  /// In which way.
  public enum Loss: String, Sendable, Hashable, CaseIterable {
    /// Left out: the format has no such event.
    case dropped
    /// Sharpness left out.
    case droppedSharpness = "dropped-sharpness"
    /// Intensity left out, or told by the length of a pulse only.
    case droppedIntensity = "dropped-intensity"
    /// A course replaced by its mean or peak.
    case droppedCurve = "dropped-curve"
    /// The silence after the last event left out.
    case droppedSilence = "dropped-silence"
    /// Configuration, input summary and the like left out.
    case droppedAnnotations = "dropped-annotations"
    /// A time rounded; the amount is the largest error in seconds.
    case roundedTime = "rounded-time"
    /// An intensity rounded; the amount is the largest error.
    case roundedIntensity = "rounded-intensity"
    /// A sharpness rounded; the amount is the largest error.
    case roundedSharpness = "rounded-sharpness"
    /// A value brought back into its range; the amount is the largest change.
    case clampedValue = "clamped-value"
    /// A course replaced by steps or by fewer points; the amount is the longest step in seconds.
    case resampledCurve = "resampled-curve"
    /// A ramp that is straight in amplitude and so bends in intensity; the amount is the largest
    /// difference of intensity.
    case bentRamp = "bent-ramp"
    /// A transient written as a pulse of a fixed length; the amount is that length in seconds.
    case pulse
    /// A jump of intensity written as a ramp; the amount is the longest ramp in seconds.
    case ramp
    /// Cut into several events or files that follow each other without a gap.
    case split
    /// Overlapping events joined into one course; the stronger one is felt.
    case mergedOverlap = "merged-overlap"
    /// A steady pattern written once and repeated until it is cancelled.
    case endless

    /// Whether somebody who holds the device can feel it. Annotations and splits cannot be felt.
    public var isFelt: Bool {
      switch self {
      case .droppedAnnotations, .split, .droppedSilence: false
      default: true
      }
    }

    /// The unit of the amount; `nil` for bare numbers.
    public var unit: String? {
      switch self {
      case .roundedTime, .resampledCurve, .pulse, .ramp, .droppedSilence: "s"
      default: nil
      }
    }
  }

  /// One way of losing, for one kind of event.
  public struct Entry: Sendable, Hashable {
    /// What lost something.
    public var subject: Subject
    /// In which way.
    public var loss: Loss
    /// How many events, points or values.
    public var count: Int
    /// The largest amount, in the loss's unit; `nil` where there is no amount.
    public var largest: Double?
  }

  /// The losses in a fixed order: by subject, then by kind of loss.
  public var entries: [Entry] {
    Subject.allCases.flatMap { subject in
      Loss.allCases.compactMap { loss in table[Key(subject: subject, loss: loss)] }
    }
  }

  private struct Key: Hashable {
    var subject: Subject
    var loss: Loss
  }

  private var table: [Key: Entry] = [:]

  /// A report without a loss.
  public init() {}

  /// Whether nothing at all was lost.
  public var isEmpty: Bool { table.isEmpty }

  /// Whether what is played differs from the timeline; dropped beats and annotations do not count.
  public var isFelt: Bool { table.values.contains { $0.loss.isFelt && $0.subject != .beat } }

  /// The entry of one kind, if there was such a loss.
  public subscript(subject: Subject, loss: Loss) -> Entry? {
    table[Key(subject: subject, loss: loss)]
  }

  /// Counts one loss.
  ///
  /// - Parameters:
  ///   - loss: In which way.
  ///   - subject: What lost something.
  ///   - amount: How much; the largest is kept. Its sign does not matter.
  ///   - count: How many times.
  public mutating func note(
    _ loss: Loss, of subject: Subject, by amount: Double? = nil, count: Int = 1
  ) {
    guard count > 0 else { return }
    let key = Key(subject: subject, loss: loss)
    var entry = table[key] ?? Entry(subject: subject, loss: loss, count: 0, largest: nil)
    entry.count += count
    if let amount { entry.largest = max(entry.largest ?? 0, abs(amount)) }
    table[key] = entry
  }

  /// The report as a JSON object: `felt` and the list `losses`.
  public var json: JSONValue {
    [
      "felt": .bool(isFelt),
      "losses": .array(
        entries.map { entry in
          [
            "subject": .string(entry.subject.rawValue), "loss": .string(entry.loss.rawValue),
            "count": .number(Double(entry.count)), "largest": .optional(entry.largest),
            "unit": .optional(entry.loss.unit),
          ]
        }),
    ]
  }
}

extension LossReport: CustomStringConvertible {
  /// One line per kind of loss; `nothing lost` when there is none.
  public var description: String {
    guard !isEmpty else { return "nothing lost" }
    return entries.map { entry in
      let unit = entry.loss.unit.map { " \($0)" } ?? ""
      let amount = entry.largest.map { ", at most \(shortened($0))\(unit)" } ?? ""
      return "\(entry.subject.rawValue): \(entry.loss.rawValue) (\(entry.count)\(amount))"
    }.joined(separator: "\n")
  }
}
